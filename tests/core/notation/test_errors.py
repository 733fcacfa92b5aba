"""A notation error points at the character, in three lines or in one."""

import pickle

import pytest

from dtensortypes.core.notation.errors import NotationError

ERROR = NotationError("`*` is followed by a name", "b *3", 3)


def test_the_caret_is_under_the_character():
    reason, text, caret = str(ERROR).splitlines()
    assert reason == "`*` is followed by a name"
    assert text[caret.index("^")] == "3"


def test_the_error_in_one_line():
    assert ERROR.line == '`*` is followed by a name, at character 4 of "b *3"'
    assert isinstance(ERROR, ValueError)


def test_it_can_be_sent_to_another_process():
    copy = pickle.loads(pickle.dumps(ERROR))  # noqa: S301 - our own
    assert (copy.reason, copy.text, copy.position) == (ERROR.reason, ERROR.text, ERROR.position)


@pytest.mark.parametrize("position", [0, 1, 59, 60, 61, 5_000, 9_940, 9_998, 9_999])
def test_of_a_long_text_the_part_around_the_character_is_shown(position):
    text = "n" * position + "!" + "n" * (9_999 - position)
    _, shown, caret = str(error := NotationError("no", text, position)).splitlines()
    assert shown[caret.index("^")] == "!"
    assert len(shown) < 130
    assert len(error.line) < 160
    assert error.text == text


def test_what_cannot_be_printed_has_a_place_all_the_same():
    _, shown, caret = str(NotationError("no", "n\n\0\ud800 !", 5)).splitlines()
    assert shown == '  "n��� !"'
    assert shown[caret.index("^")] == "!"

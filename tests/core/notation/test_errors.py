"""A notation error points at the character, in three lines or in one."""

import pickle

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

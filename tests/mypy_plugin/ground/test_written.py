"""What is written with a module is held against the version alone, and its digest is remembered."""

import pytest

from dtensortypes.mypy_plugin.ground.written import before, forget, now, written


@pytest.fixture(autouse=True)
def _anew():
    forget()
    yield
    forget()


def test_what_was_written_with_this_version_still_holds():
    assert written("3.1", "model") == "3.1 abc"
    assert [one != "3.1 abc" for one in [written("3.1", "model")]] == [False]
    assert before == {"model": "abc"}


@pytest.mark.parametrize("other", ["3.2 abc", "3.10 abc", "", None, {"3.1": 1}])
def test_what_was_written_otherwise_does_not(other):
    assert other != written("3.1", "model")
    assert before == {}


def test_it_is_a_word_like_others():
    assert {written("3.1", "model"): 1} == {"3.1": 1}


def test_a_new_build_begins_anew():
    now["model"] = before["train"] = "abc"
    forget()
    assert (before, now) == ({}, {})

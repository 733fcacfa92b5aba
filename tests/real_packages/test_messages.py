"""The comparison sees what is new, what is lost, and what is only said in other words."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.real_packages.messages import Place, difference, expected, read

PLACES = st.builds(Place, st.sampled_from("ab"), st.integers(1, 3), st.sampled_from(["misc", "operator"]))
MESSAGES = st.dictionaries(PLACES, st.lists(st.sampled_from(["one", "two"]), min_size=1, max_size=3))


def line(severity: str, code: str | None, text: str) -> str:
    return json.dumps({"file": "a.py", "line": 3, "severity": severity, "code": code, "message": text, "hint": None})


def test_reads_errors_and_leaves_notes() -> None:
    assert read([line("error", "misc", "wrong"), line("note", None, "so"), ""]) == {Place("a.py", 3, "misc"): ["wrong"]}


def test_a_crash_is_no_message() -> None:
    with pytest.raises(ValueError, match="Expecting value"):
        read(["Traceback (most recent call last):"])


def test_what_is_right_has_a_sign_a_place_and_a_reason() -> None:
    lines = ["# why", "", "a==1 + a/b.py:3 [tensor-shape] a scalar has one item", "a==1 - a/b.py:4 [misc] mypy's own"]
    assert expected(lines) == {"a==1": {("+", Place("a/b.py", 3, "tensor-shape")), ("-", Place("a/b.py", 4, "misc"))}}
    with pytest.raises(ValueError, match="not enough"):
        expected(["a==1 + a/b.py:3 [tensor-shape]"])


@given(MESSAGES)
def test_a_run_differs_from_itself_in_nothing(messages: dict[Place, list[str]]) -> None:
    found = difference(messages, messages)
    assert (found.new, found.lost, found.reworded) == ([], [], 0)


@given(MESSAGES, MESSAGES)
def test_what_is_new_one_way_is_lost_the_other(one: dict[Place, list[str]], other: dict[Place, list[str]]) -> None:
    there, back = difference(one, other), difference(other, one)
    assert len(there.new) == len(back.lost)
    assert there.reworded == back.reworded
    assert count(one) + len(there.new) == count(other) + len(there.lost)


def count(messages: dict[Place, list[str]]) -> int:
    return sum(map(len, messages.values()))


def test_other_words_in_the_same_place_are_neither_new_nor_lost() -> None:
    place = Place("a.py", 3, "arg-type")
    found = difference({place: ["got Tensor"]}, {place: ["got Parameter", "again"]})
    assert (found.new, found.lost, found.reworded) == ([(place, "got Parameter")], [], 1)

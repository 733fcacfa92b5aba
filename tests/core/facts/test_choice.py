"""Choices are equal where their members are, and print what users write."""

import pickle

from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.dtype import FLOAT, FLOAT16, FLOAT32


def test_a_choice_is_its_members():
    plain = OneOf(FLOAT.members)
    assert plain == FLOAT
    assert hash(plain) == hash(FLOAT)
    assert plain != OneOf(frozenset({FLOAT16, FLOAT32}))
    assert plain != FLOAT32


def test_notations():
    assert OneOf(frozenset({FLOAT32, FLOAT16})).notation == "Float16 | Float32"
    assert FLOAT.notation == "Float"
    assert Var("D", FLOAT).notation == "D"


def test_variables_are_told_apart():
    assert Var("D", FLOAT) == Var("D", FLOAT)
    assert len({Var("D"), Var("E"), Var("D")}) == 2
    assert pickle.loads(pickle.dumps(Var("D", FLOAT))) == Var("D", FLOAT)  # noqa: S301 - our own

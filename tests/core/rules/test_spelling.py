"""Operators are called by their symbols."""

import pytest

from dtensortypes.core.rules.spelling import is_dunder, is_in_place, spelled


@pytest.mark.parametrize(
    ("word", "shown"),
    [("__add__", "+"), ("__radd__", "+"), ("__iadd__", "+="), ("__eq__", "=="), ("add_", "add_"), ("matmul", "matmul")],
)
def test_spelling(word, shown):
    assert spelled(word) == shown


@pytest.mark.parametrize(
    ("word", "in_place"),
    [("add_", True), ("__iadd__", True), ("__invert__", False), ("__add__", False), ("add", False)],
)
def test_in_place(word, in_place):
    assert is_in_place(word) is in_place


def test_dunder():
    assert is_dunder("__add__")
    assert not is_dunder("add_")

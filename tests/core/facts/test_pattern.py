"""Patterns say what may be written, and what the body of a function may rely on."""

import pytest
from hypothesis import given

from dtensortypes.core.facts.pattern import UNKNOWN_PATTERN, Pattern
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE
from dtensortypes.core.notation.shapes import parse_pattern
from tests.strategies import dims, disguised


@pytest.mark.parametrize(
    ("text", "relied_on"),
    [
        ("b n", "b n"),
        ("b #n", "b _"),
        ("#3 n", "_ n"),
        ("label=n", "n"),
        ("*#batch n", "... n"),
        ("*batch n", "*batch n"),
        ("... _", "... _"),
        ("", ""),
    ],
)
def test_what_the_body_may_rely_on(text, relied_on):
    assert parse_pattern(text).shape.notation == relied_on


def test_names():
    pattern = parse_pattern("b *batch n+m//2 {self.dim}")
    assert pattern.names == {"b", "n", "m", "{self.dim}"}
    assert [axis.notation for axis in pattern.axes] == ["b", "m//2+n", "{self.dim}"]
    assert parse_pattern("... 3").names == frozenset()


@given(dims(0, 3).flatmap(disguised))
def test_a_shape_is_declared_by_its_own_pattern(shape):
    assert Pattern.of(shape).shape == shape
    assert Pattern.of(shape).notation == shape.notation


def test_the_pattern_that_says_nothing():
    assert UNKNOWN_PATTERN.notation == "..."
    assert UNKNOWN_PATTERN.shape == UNKNOWN_SHAPE

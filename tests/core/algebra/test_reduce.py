"""Reductions leave the shapes that torch's do."""

from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.algebra.reduce import numel, product, reduced
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.problems import Refused
from tests.strategies import dims, disguised, judge, value

index = st.integers(-4, 3)


@given(dims(), st.one_of(st.none(), index, st.lists(index, max_size=3)), st.booleans(), st.data())
def test_reductions_are_torchs(shape, over, keepdim, data):
    judge(lambda s: reduced(s, over, keepdim=keepdim), lambda t: t.sum(over, keepdim=keepdim), [shape], data)


@given(dims(), st.data())
def test_the_number_of_items(shape, data):
    count = numel(data.draw(disguised(shape)))
    assert count is UNKNOWN or value(count) == prod(shape)
    assert numel(Shape.of(*shape)) == Dim.of(prod(shape))


@pytest.mark.parametrize(
    ("shape", "over", "keepdim", "result"),
    [
        ("b n d", -1, False, "b n"),
        ("b n d", (0, 2), True, "1 n 1"),
        ("b ... d", -1, False, "b ..."),
        ("*batch n d", (-1, -2), False, "*batch"),
        ("*batch n", None, True, "... 1"),
        ("b n", UNKNOWN, False, "..."),
        ("b n", UNKNOWN, True, "_ _"),
        ("b n", 0, UNKNOWN, "..."),
    ],
)
def test_open_reductions(shape, over, keepdim, result):
    assert reduced(parse_shape(shape), over, keepdim=keepdim).notation == result


def test_a_dim_that_is_not_there():
    with pytest.raises(Refused, match="but got 2"):
        reduced(parse_shape("b n"), 2)


def test_products():
    assert product([Dim.of("b"), Dim.of(2), Dim.of("n")]) == Dim.of("b") * Dim.of("n") * 2
    assert product([Dim.of(2), UNKNOWN]) is UNKNOWN
    assert product([Dim.of(0), UNKNOWN]) == Dim.of(0)
    assert numel(parse_shape("0 ...")) == Dim.of(0)

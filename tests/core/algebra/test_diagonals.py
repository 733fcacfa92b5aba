"""Diagonals are torch's, and true ones of shapes in disguise."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.algebra.diagonals import diagonal, side, spread
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from tests.strategies import dims, judge

offsets, places = st.integers(-3, 3), st.integers(-3, 2)


@given(dims(0, 3), offsets, places, places, st.data())
def test_what_is_taken_is_torchs(shape, offset, first, second, data):
    judge(
        lambda s: diagonal(s, offset, first, second),
        lambda t: torch.diagonal(t, offset, first, second),
        [shape],
        data,
    )


@given(dims(0, 3), offsets, places, places, st.data())
def test_what_is_spread_is_torchs(shape, offset, first, second, data):
    judge(
        lambda s: spread(s, offset, first, second),
        lambda t: torch.diag_embed(t, offset, first, second),
        [shape],
        data,
    )


def test_names():
    assert diagonal(Shape.of("b", "n", "n"), 0, 1, 2) == Shape.of("b", "n")
    assert diagonal(Shape.of("n", "n"), 1) == Shape((Dim.of("n") - 1,))
    assert spread(Shape.of("b", "n")) == Shape.of("b", "n", "n")


def test_what_is_not_known():
    assert diagonal(UNKNOWN_SHAPE) == UNKNOWN_SHAPE == spread(UNKNOWN_SHAPE)
    assert diagonal(Shape.of(3, 4), UNKNOWN) == Shape((UNKNOWN,))
    assert side(UNKNOWN, 1) is UNKNOWN

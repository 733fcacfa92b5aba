"""Batches of matrices are solved and taken apart as torch does it."""

import pytest
import torch
from hypothesis import assume, given
from hypothesis import strategies as st

from dtensortypes.core.algebra.matrices import batch_of, divided, fitted, matrices, rank_of, side_of, sides_of, solved
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.problems import Refused
from tests.strategies import dims, judge

few = st.sampled_from([1, 2, 3])


@st.composite
def equations(draw):
    """The shapes of matrices, mostly square, and of right-hand sides that mostly suit them."""
    side, batch, columns = draw(few), draw(dims(0, 1, few)), draw(few)
    rows = draw(st.sampled_from([side, side, side, columns]))
    right = draw(st.sampled_from([(*batch, side, columns), (*batch, side), (side,), (side, columns), (columns, side)]))
    return [(*batch, rows, side), right]


def regular(matrix):
    """The matrix with other numbers, so that it can be solved."""
    return matrix + torch.eye(*matrix.shape[-2:]) if matrix.dim() > 1 else matrix


@given(equations(), st.booleans(), st.data())
def test_solutions_are_torchs(case, left, data):
    judge(
        lambda a, b: solved(a, b, left=left),
        lambda a, b: torch.linalg.solve(regular(a), b, left=left),
        case,
        data,
    )


@given(equations(), st.booleans(), st.data())
def test_triangular_solutions_are_torchs(case, left, data):
    judge(
        lambda a, b: divided(batch_of(a), side_of(a), b, left=left),
        lambda a, b: torch.linalg.solve_triangular(regular(a), b, upper=True, left=left),
        case,
        data,
    )


@given(equations(), st.data())
def test_least_squares_are_torchs(case, data):
    assume(len(case[0]) == len(case[1]) or case[1] == case[0][:-1])
    judge(fitted, lambda a, b: torch.linalg.lstsq(a, b).solution, case, data, sharp=False)


@given(dims(0, 3, few), st.data())
def test_singular_values_are_torchs(shape, data):
    judge(lambda s: matrices(batch_of(s), rank_of(s)), torch.linalg.svdvals, [shape], data)


def test_sides():
    assert sides_of(parse_shape("b m n")) == (Dim.of("m"), Dim.of("n"))
    assert side_of(parse_shape("... _ n")) == Dim.of("n")
    assert rank_of(parse_shape("n n")) == Dim.of("n")
    assert rank_of(UNKNOWN_SHAPE) is UNKNOWN
    assert solved(Shape.of(3, 3), UNKNOWN_SHAPE) == UNKNOWN_SHAPE
    for wrong in ("n", ""):
        with pytest.raises(Refused, match="at least 2 dims"):
            batch_of(parse_shape(wrong))
    with pytest.raises(Refused, match="must be square"):
        side_of(parse_shape("n m"))

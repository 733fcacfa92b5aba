"""Shapes print both what users write and what torch prints."""

import pytest
import torch

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.shape import SCALAR, UNKNOWN_SHAPE, Run, Shape
from dtensortypes.core.facts.unknown import UNKNOWN


@pytest.mark.parametrize("sizes", [(), (3,), (3, 4)])
def test_a_known_shape_prints_as_torch_prints_it(sizes):
    assert f"torch.Size({list(sizes)})" == str(torch.empty(sizes).shape)
    assert str(Shape.of(*sizes)) == str(tuple(sizes))


@pytest.mark.parametrize(
    ("shape", "notation", "printed"),
    [
        (Shape.of("b", 3, UNKNOWN), "b 3 _", "(b, 3, _)"),
        (Shape((), Run("batch"), (Dim.of("n") + 1,)), "*batch n+1", "(*batch, n+1)"),
        (UNKNOWN_SHAPE, "...", "(...,)"),
        (SCALAR, "", "()"),
    ],
)
def test_open_shapes(shape, notation, printed):
    assert (shape.notation, str(shape)) == (notation, printed)


def test_ranks():
    assert (Shape.of(3, 4).rank, Shape.of(3, 4).least_rank) == (2, 2)
    hidden = Shape((UNKNOWN,), Run(), (UNKNOWN,))
    assert (hidden.rank, hidden.least_rank, hidden.dims) == (None, 2, None)
    assert Shape.of("b", 3).dims == (Dim.of("b"), Dim.of(3))


def test_runs_of_one_name_are_equal():
    assert Shape(run=Run("b")) == Shape(run=Run("b")) != Shape(run=Run("c"))


def test_names():
    of_all = Shape((Dim.of("b"), UNKNOWN), Run("batch"), (Dim.of("h") * 2 + Dim.of("w"), Dim.of(3)))
    assert of_all.names == {"b", "h", "w"}
    assert Shape.of(3).names == set()

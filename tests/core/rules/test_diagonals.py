"""Diagonals and triangles, by their words."""

import pytest
import torch

from dtensortypes.core.facts.dtype import FLOAT32
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.diagonals import (
    diagonal,
    diagonal_matrices,
    diagonal_of_all,
    diagonal_or_matrix,
    triangle,
)


def call(*dims, **arguments):
    return Call("diag", {"self": TensorFact(FLOAT32, shape=Shape.of(*dims))} | arguments)


def test_names():
    assert diagonal(call("b", "n", "n", offset=0, dim1=1, dim2=2)) == Shape.of("b", "n")
    assert diagonal(call("n", "n", offset=0, dim1=UNKNOWN, dim2=1)) == UNKNOWN_SHAPE
    assert diagonal_matrices(call("b", "n", offset=0, dim1=-2, dim2=-1)) == Shape.of("b", "n", "n")
    assert diagonal_of_all(call(2, 3, offset=-1)) == Shape.of(7, 7)
    assert diagonal_of_all(call(2, UNKNOWN, offset=0)) == Shape((UNKNOWN, UNKNOWN))


def test_a_vector_makes_a_matrix_and_a_matrix_gives_a_vector():
    assert diagonal_or_matrix(call("n", diagonal=0)) == Shape.of("n", "n")
    assert diagonal_or_matrix(call("n", "n", diagonal=0)) == Shape.of("n")
    with pytest.raises(Refused, match="a vector or a matrix"):
        diagonal_or_matrix(call("b", "n", "n", diagonal=0))


@pytest.mark.parametrize("offset", [-5, -2, -1, 0, 1, 2, 5])
@pytest.mark.parametrize(("row", "col"), [(0, 3), (3, 0), (2, 5), (5, 2), (3, 3)])
def test_triangles_are_torchs(row, col, offset):
    asked = {"row": row, "col": col, "offset": offset}
    assert triangle(upper=False)(call(**asked)) == Shape.of(*torch.tril_indices(row, col, offset).shape)
    assert triangle(upper=True)(call(**asked)) == Shape.of(*torch.triu_indices(row, col, offset).shape)
    assert triangle(upper=True)(call(**asked | {"row": UNKNOWN})) == Shape.of(2, UNKNOWN)

"""Products over shared dims."""

import pytest

from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.contraction import (
    added_to,
    affine,
    contracted,
    labelled,
    matrix_by_matrix,
    over_dims,
    over_last_dims,
    reflected,
    summed_batches,
)  # fmt: skip


def shape(word, *shapes, **arguments):
    tensors = {name: TensorFact(shape=Shape.of(*dims.split())) for name, dims in zip("abc", shapes, strict=False)}
    return word(Call("f", tensors | arguments, tuple(tensors))).notation


def test_words():
    assert shape(contracted, "b n k", "k m") == "b n m"
    assert shape(reflected(contracted), "k m", "n k") == "n m"
    assert shape(over_last_dims, "n k", "m k") == "n m"
    assert shape(over_dims, "n k", "k m", dims=1) == "n m"
    assert shape(over_dims, "n k", "m k", dims=((1,), (1,))) == "n m"
    assert shape(summed_batches, "b n k", "b k m") == "n m"
    assert shape(added_to(matrix_by_matrix), "m", "n k", "k m") == "n m"


def test_a_sum_must_fit():
    with pytest.raises(Refused):
        shape(added_to(matrix_by_matrix), "k", "n k", "k m")


def test_by_name():
    x, w = (TensorFact(shape=Shape.of(*dims.split())) for dims in ("b i", "o i"))
    assert affine(Call("linear", {"input": x, "weight": w})).notation == "b o"
    assert labelled(Call("einsum", {"equation": "bi,oi->ob", "operands": (x, w)})).notation == "o b"
    assert labelled(Call("einsum", {"equation": None, "operands": (x, w)})) == UNKNOWN_SHAPE

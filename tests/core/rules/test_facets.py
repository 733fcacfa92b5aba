"""What a program asks of a tensor."""

import pytest

from dtensortypes.core.facts.device import ACCELERATOR, CPU, CUDA
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import BFLOAT16, FLOAT32, Category
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Number
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.facets import INTEGER, as_array, is_on, item, own_length, own_sizes

X = TensorFact(FLOAT32, CPU, Shape.of("b", 3))


def test_sizes():
    assert own_length(Call("len", {"self": X})) == Dim.of("b")
    assert own_sizes(Call("size", {"self": X, "dim": 1})) == 3
    assert own_sizes(Call("size", {"self": X, "dim": UNKNOWN})) == INTEGER
    with pytest.raises(Refused):
        own_length(Call("len", {"self": TensorFact(shape=Shape())}))


def test_numbers():
    assert item(Call("item", {"self": TensorFact(FLOAT32)})) == Number(Category.FLOAT)
    with pytest.raises(Refused):
        item(Call("item", {"self": TensorFact(FLOAT32, shape=Shape.of(2))}))


def test_arrays():
    assert as_array(Call("numpy", {"self": X, "force": False})) == ArrayFact(FLOAT32, X.shape)
    for tensor in (TensorFact(BFLOAT16, CPU), TensorFact(FLOAT32, CUDA), TensorFact(FLOAT32, ACCELERATOR)):
        with pytest.raises(Refused):
            as_array(Call("numpy", {"self": tensor, "force": False}))


def test_the_accelerator_may_be_any():
    assert is_on("cuda")(Call("is_cuda", {"self": TensorFact(device=ACCELERATOR)})) == Number(Category.BOOL)

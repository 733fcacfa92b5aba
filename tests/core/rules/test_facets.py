"""What a program asks of a tensor."""

import pytest

from dtensortypes.core.facts.device import ACCELERATOR, CPU, CUDA
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import BFLOAT16, BOOL, FLOAT32, INT64, UINT8, Category
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Number
from dtensortypes.core.ops import infer
from dtensortypes.core.problems import Kind, Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.facets import (
    BOOLEAN,
    INTEGER,
    as_array,
    castable,
    is_on,
    is_signed,
    item,
    own_length,
    own_sizes,
    own_strides,
    promoted_types,
    result_dtype,
    shape_given,
    shapes_stretched,
)

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


def test_strides_are_ints():
    assert own_strides(Call("stride", {"self": TensorFact(shape=Shape.of("b", "n"))})) == (INTEGER, INTEGER)
    assert own_strides(Call("stride", {"self": TensorFact()})) == Items(INTEGER)
    assert own_strides(Call("stride", {"self": TensorFact(), "dim": 0})) == INTEGER


def test_shapes_asked_for():
    assert shape_given(Call("broadcast_shapes", {"shape": (2, 3)})) == Shape.of(2, 3)
    assert shapes_stretched(Call("broadcast_shapes", {"shapes": (3, (2, 1))})) == Shape.of(2, 3)
    assert shapes_stretched(Call("broadcast_shapes", {"shapes": UNKNOWN})).notation == "..."


def test_dtypes_asked_for():
    assert is_signed(Call("is_signed", {"self": TensorFact(UINT8)})) is False
    assert castable(Call("can_cast", {"from_": FLOAT32, "to": INT64})) is False
    assert castable(Call("can_cast", {"from_": UNKNOWN, "to": INT64})) == BOOLEAN
    assert promoted_types(Call("promote_types", {"type1": BOOL, "type2": INT64})) == INT64
    assert promoted_types(Call("promote_types", {"type1": UNKNOWN, "type2": INT64})) is UNKNOWN
    pair = {"tensor1": TensorFact(INT64), "tensor2": 1.5}
    assert result_dtype(Call("result_type", pair, ("tensor1", "tensor2"))) == FLOAT32


def test_tensors_that_numpy_joins():
    there = TensorFact(FLOAT32, CUDA, Shape.of(3))
    for given in (there, (there, there), Items(there)):
        outcome = infer("numpy.concatenate", (given,), {})
        assert outcome is not None
        assert [problem.kind for problem in outcome.problems] == [Kind.DEVICE]

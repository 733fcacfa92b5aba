"""What is asked of the core: an item of an array is to torch a number, and to numpy one of its own width."""

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import FLOAT32, FLOAT64
from dtensortypes.core.facts.shape import SCALAR, Shape
from dtensortypes.core.facts.tensor import ArrayFact, ArrayItem, TensorFact
from dtensortypes.core.ops import State
from dtensortypes.mypy_plugin.types.asking import of_function, of_method, of_reflected
from dtensortypes.mypy_plugin.types.passed import Arguments

ITEM = ArrayItem(FLOAT64, SCALAR)
TENSOR = TensorFact(FLOAT32, CPU, Shape.of(3))
ARRAY = ArrayFact(FLOAT64, Shape.of(3))


def test_functions_and_methods():
    made = of_function("torch.zeros", None, Arguments((3,)), State())
    assert made is not None
    assert made.result == TENSOR
    added = of_method("torch.Tensor.__add__", TENSOR, Arguments((2.0,)), State())
    assert added is not None
    assert added.result == TENSOR


def test_reflected_operators():
    divided = of_reflected(
        "torch.Tensor.__truediv__", TENSOR, Arguments((TensorFact(FLOAT64, CPU, Shape.of(3)),)), State()
    )
    assert divided is not None
    assert divided.result == TensorFact(FLOAT64, CPU, Shape.of(3))


def test_items_of_arrays():
    with_tensor = of_method("torch.Tensor.__add__", TENSOR, Arguments((ITEM,)), State())
    assert with_tensor is None or not with_tensor.problems
    with_array = of_method("numpy.ndarray.__add__", ARRAY, Arguments((ITEM,)), State())
    assert with_array is not None
    assert with_array.result == ARRAY

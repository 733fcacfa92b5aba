"""Items of arrays: their dtype is that of the array, which numpy's annotations do not say."""

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import FLOAT32, FLOAT64, INT64
from dtensortypes.core.facts.shape import SCALAR, Shape
from dtensortypes.core.facts.tensor import ArrayFact, ArrayItem
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.mypy_plugin.types.array_items import item_of, items_or_rows, shape_of_array, with_array
from tests.mypy_plugin.checking import program

COUNTS = ArrayFact(INT64, Shape.of(4))
SCALED = program("\nx = np.random.rand(10, 3)\nx = (x - x.mean()) / x.std()\nreveal_type(torch.from_numpy(x))")
WEIGHTED = program(
    "\ndef f(n: int) -> None:\n    c = np.array([n, 2])\n    w = c.sum() / c\n    reveal_type(torch.from_numpy(w))"
)
NARROW = program("\nx = np.zeros(3, dtype=np.float32)\ny = x - x.mean()\nreveal_type(torch.from_numpy(y))")


def test_an_item():
    assert item_of(COUNTS, "mean", []) == ArrayItem(FLOAT64, SCALAR)
    assert item_of(ArrayFact(FLOAT32, Shape.of(4)), "max", []) == ArrayItem(FLOAT32, SCALAR)
    assert item_of(COUNTS, "sum", [0]) == ArrayItem(INT64, SCALAR)
    assert item_of(COUNTS, "tobytes", []) is UNKNOWN
    assert item_of(UNKNOWN, "mean", []) is UNKNOWN


def test_an_item_with_an_array():
    assert with_array("/", ArrayItem(INT64, SCALAR), COUNTS) == ArrayFact(FLOAT64, Shape.of(4))
    assert with_array("/", ArrayItem(INT64, SCALAR), UNKNOWN) is UNKNOWN
    assert with_array("**", ArrayItem(INT64, SCALAR), COUNTS) == ArrayFact(INT64, Shape.of(4))
    assert with_array("<<", ArrayItem(INT64, SCALAR), COUNTS) is UNKNOWN


def test_a_shape():
    assert shape_of_array(COUNTS) == (4,)
    assert shape_of_array(ArrayFact(INT64, Shape.of("n", 3))) == (Dim.of("n"), 3)
    assert shape_of_array(ArrayFact(INT64)) is UNKNOWN


def test_items_or_rows():
    assert items_or_rows(ArrayFact(INT64)) == [ArrayFact(INT64), ArrayItem(INT64, SCALAR)]
    assert items_or_rows(ArrayFact()) == items_or_rows(ArrayItem(INT64, SCALAR)) == items_or_rows(UNKNOWN) == []


def test_in_programs():
    assert SCALED.revealed == ['Tensor[Float64, CPU, "10 3"]']
    assert WEIGHTED.revealed == ['Tensor[Float64, CPU, "2"]']
    assert NARROW.revealed in (['Tensor[Float32, CPU, "3"]'], ["Tensor[Any, CPU]"])

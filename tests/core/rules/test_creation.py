"""Data have a dtype, a shape and perhaps a device of their own."""

import pytest

from dtensortypes.core.facts.device import CPU, CUDA, META
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import BOOL, COMPLEX64, FLOAT16, FLOAT32, FLOAT64, INT64, Category
from dtensortypes.core.facts.shape import SCALAR, Shape
from dtensortypes.core.facts.tensor import ArrayFact, ArrayItem, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Number
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.creation import (
    by_sizes,
    counted_items,
    dtype_of,
    dtype_of_tensor,
    of_number,
    on_the_cpu,
    powers,
    ranged,
    ranged_to_the_end,
)
from dtensortypes.core.rules.dtypes import default_dtype
from dtensortypes.core.rules.nested import shape_of
from dtensortypes.core.rules.state import State


@pytest.mark.parametrize(
    ("data", "dtype", "shape"),
    [
        (1, INT64, ""), (True, BOOL, ""), (1.5, FLOAT32, ""), (1j, COMPLEX64, ""), ((), FLOAT32, "0"),
        (((1, 2), (3, 4.0)), FLOAT32, "2 2"), (Items(1.5), FLOAT32, "_"), (Number(Category.FLOAT), FLOAT32, ""),
        (TensorFact(FLOAT16, CUDA, Shape.of("n")), FLOAT16, "n"), (ArrayFact(INT64, Shape.of(3)), INT64, "3"),
        (UNKNOWN, UNKNOWN, "..."), ((1, UNKNOWN), UNKNOWN, "2"), ("a", UNKNOWN, "..."),
    ],
)  # fmt: skip
def test_data(data, dtype, shape):
    call = Call("tensor", {"data": data})
    assert dtype_of("data")(call) == dtype
    assert shape_of("data")(call).notation == shape


def test_an_array_of_strings_is_refused():
    with pytest.raises(Refused):
        dtype_of("data")(Call("tensor", {"data": ArrayFact(None)}))


@pytest.mark.parametrize(
    ("start", "end", "step", "length"),
    [
        (0, 5, 2, "3"),
        (5, 1, -2, "2"),
        (0, 1, 0.25, "4"),
        (0, Dim.of("n"), 1, "n"),
        (2, Dim.of("n"), 1, "n-2"),
        (0, UNKNOWN, 1, "_"),
    ],
)
def test_range(start, end, step, length):
    assert ranged(Call("arange", {"start": start, "end": end, "step": step})).notation == length


def test_a_range_cannot_go_backwards():
    with pytest.raises(Refused):
        ranged(Call("arange", {"start": 5, "end": 1, "step": 1}))


def test_a_range_to_the_end():
    for start, end, step, length in ((0, 4, 1, "5"), (1, 5, 2, "3"), (5, 1, -2, "3"), (0, Dim.of("n"), 1, "_")):
        assert ranged_to_the_end(Call("range", {"start": start, "end": end, "step": step})).notation == length
    with pytest.raises(Refused):
        ranged_to_the_end(Call("range", {"start": 2, "end": 1, "step": 1}))


def test_powers_and_counts():
    x = TensorFact(FLOAT32, shape=Shape.of("b", "n"))
    assert powers(Call("vander", {"x": x, "N": None})).notation == "b n n"
    assert powers(Call("vander", {"x": TensorFact(FLOAT32, shape=Shape()), "N": 3})).notation == "1 3"
    assert counted_items("count")(Call("frombuffer", {"count": 3})).notation == "3"
    assert counted_items("count")(Call("frombuffer", {"count": -1})).notation == "_"


def test_the_class_of_a_tensor_makes_numbers_of_its_own_dtype():
    of_class = dtype_of_tensor("data", default_dtype)
    assert of_class(Call("Tensor", {"data": (1, 2)})) == FLOAT32
    assert of_class(Call("Tensor", {"data": TensorFact(INT64)})) == INT64
    assert of_class(Call("Tensor", {"data": UNKNOWN})) is UNKNOWN


def test_sizes_one_by_one():
    assert by_sizes("data")(Call("Tensor", {"data": (3, 4)})).notation == "3 4"
    assert by_sizes("data")(Call("Tensor", {"data": ()})).notation == "0"


def test_a_default_device_is_not_that_of_the_class():
    assert on_the_cpu(Call("Tensor", {}, state=State(default_device=META))) == CPU
    assert on_the_cpu(Call("Tensor", {}, state=State(default_device=UNKNOWN))) is UNKNOWN


@pytest.mark.parametrize("dtype", [FLOAT64, FLOAT32, INT64])
def test_an_item_of_an_array_fills_a_tensor_as_a_number_does(dtype):
    item, number = ArrayItem(dtype, SCALAR), 1.0 if dtype.category is Category.FLOAT else 1
    filled = [of_number("fill")(Call("full", {"fill": given}, state=State())) for given in (item, number)]
    assert filled[0] == filled[1] == (FLOAT32 if dtype.category is Category.FLOAT else INT64)
    assert dtype_of("data")(Call("tensor", {"data": item}, state=State())) == dtype


@pytest.mark.parametrize(
    ("data", "dtype", "shape"),
    [
        (Items(UNKNOWN, is_list=True), UNKNOWN, "..."),
        (Items(UNKNOWN), UNKNOWN, "_ ..."),
        (Shape.of(3, 4), INT64, "2"),
        (SCALAR, FLOAT32, "0"),
    ],
)
def test_a_list_of_anything_may_be_a_number_and_sizes_are_integers(data, dtype, shape):
    call = Call("tensor", {"data": data}, state=State())
    assert (dtype_of("data")(call), shape_of("data")(call).notation) == (dtype, shape)

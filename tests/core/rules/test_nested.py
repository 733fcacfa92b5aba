"""Lists are read as torch reads them, and as numpy does."""

import numpy as np
import pytest
import torch

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import FLOAT32
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.nested import of_data_or_size, shape_of, shape_of_numbers
from tests.core.ops.judge import told

ONE, TWO, NUMBER = torch.ones(1), torch.ones(2), torch.ones(())
LISTS = [
    [[1, 2], [3, 4]], [[], []], [[], [1]], [[[1], [2]]], [NUMBER, 2.0], [2.0, NUMBER], [NUMBER, NUMBER],
    [ONE, ONE], [ONE, 2.0], [[ONE, ONE]], [torch.ones(1, 1), 2], [[1.0], ONE], [[1.0, 2.0], TWO],
    [np.ones(2), [1.0, 2.0]], (TWO[0], TWO[1]), [[NUMBER, NUMBER], [1, 2]],
]  # fmt: skip
REFUSED = [
    [[1, 2], [3]], [[1, 2], [3, 4, 5]], [[[1], [2, 3]]], [[1, 2], []], [TWO, TWO], [TWO, ONE], [ONE, TWO], (TWO,),
    [[TWO, TWO]], [torch.ones(2, 2)], [torch.ones(0)],
]  # fmt: skip


@pytest.mark.parametrize("name", ["torch.tensor", "torch.as_tensor", "torch.asarray", "torch.Tensor"])
def test_as_torch_does(name):
    for data in LISTS:
        assert told(name, data) == "exact", data
    for data in REFUSED:
        assert told(name, data) == "predicted", data


def test_to_numpy_the_dims_of_a_tensor_are_dims():
    two = TensorFact(FLOAT32, CPU, Shape.of(2))
    call = Call("array", {"object": (two, two, two)})
    assert shape_of("object")(call).notation == "3 2"
    assert np.array([TWO, TWO, TWO]).shape == (3, 2)


def test_what_is_not_known_is_left_open():
    shape = shape_of_numbers("data")
    many = TensorFact(FLOAT32, CPU, Shape((UNKNOWN,)))
    assert shape(Call("tensor", {"data": (many, many)})).notation == "2"
    assert shape(Call("tensor", {"data": Items(TensorFact(FLOAT32, CPU, Shape.of(3)))})).notation == "_"
    assert shape(Call("tensor", {"data": (UNKNOWN, (1, 2))})).notation == "2 2"
    assert shape(Call("tensor", {"data": (UNKNOWN, many)})).notation == "2 ..."


def test_an_int_makes_room_and_a_list_is_data():
    shape = of_data_or_size("data")
    assert shape(Call("Tensor", {"data": 3})).notation == "3"
    assert shape(Call("Tensor", {"data": (3, 4)})).notation == "2"
    assert shape(Call("Tensor", {"data": Shape.of(3, 4)})).notation == "3 4"

"""What lays the items of an array in another order."""

import pytest

from dtensortypes.core.facts.dtype import FLOAT32
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import ArrayFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.rules.array_orders import (
    array_distinct,
    array_moved,
    array_permuted,
    array_repeated,
    array_sorted,
    array_swapped,
    array_turned,
)
from dtensortypes.core.rules.call import Call

ARRAY = ArrayFact(FLOAT32, Shape.of(2, 3, 4))


def result(word, **arguments):
    return word(Call("order", arguments, ()))


@pytest.mark.parametrize(
    ("word", "arguments", "dims"),
    [
        (array_permuted("a"), {"axes": None}, (4, 3, 2)),
        (array_permuted("a"), {"axes": (1, 0, 2)}, (3, 2, 4)),
        (array_swapped("a"), {"axis1": 0, "axis2": -1}, (4, 3, 2)),
        (array_moved("a"), {"source": -1, "destination": 0}, (4, 2, 3)),
        (array_moved("a"), {"source": (0, 1), "destination": (1, 2)}, (4, 2, 3)),
        (array_turned("a"), {}, (2, 3, 4)),
        (array_sorted("a"), {"axis": -1}, (2, 3, 4)),
    ],
)
def test_orders(word, arguments, dims):
    assert result(word, a=ARRAY, **arguments) == ArrayFact(FLOAT32, Shape.of(*dims))


def test_an_order_that_nobody_knows_keeps_the_number_of_axes():
    unknown = {"source": UNKNOWN, "destination": 0}
    assert result(array_moved("a"), a=ARRAY, **unknown) == ArrayFact(FLOAT32, Shape((UNKNOWN,) * 3))
    assert result(array_repeated("a"), a=ARRAY) == ArrayFact(FLOAT32, UNKNOWN_SHAPE)


def test_sorted_without_an_axis_they_lie_in_a_row():
    assert result(array_sorted("a"), a=ARRAY, axis=None) == ArrayFact(FLOAT32, Shape((UNKNOWN,)))


def test_items_that_are_told_apart_lie_in_a_row_or_come_in_a_tuple():
    asked = {"return_index": False, "return_inverse": False, "return_counts": False, "axis": None}
    assert result(array_distinct, ar=ARRAY, **asked) == ArrayFact(FLOAT32, Shape((UNKNOWN,)))
    assert result(array_distinct, ar=ARRAY, **asked | {"axis": 0}) == ArrayFact(FLOAT32, Shape((UNKNOWN,) * 3))
    for said in (True, UNKNOWN):
        assert result(array_distinct, ar=ARRAY, **asked | {"return_counts": said}) is UNKNOWN


def test_what_numpy_refuses_says_nothing():
    assert result(array_swapped("a"), a=ARRAY, axis1=0, axis2=3) is UNKNOWN
    assert result(array_turned("a"), a=(1, 2)) is UNKNOWN

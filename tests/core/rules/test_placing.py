"""What is read and written by place: an index is refused that is proved to be too large, or of the wrong form."""

import pytest

from dtensortypes.core.facts.dtype import FLOAT32, INT32, INT64
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.pieces import selected
from dtensortypes.core.rules.placing import (
    as_many,
    covered,
    filling,
    of_int64,
    one_row_each,
    sought_by_row,
    vector_of_places,
)


def of(text, dtype=FLOAT32):
    return TensorFact(dtype, shape=Shape.of(*(int(d) if d.isdecimal() else d for d in text.split())))


def takes(demand, arguments):
    try:
        demand(Call("f", arguments))
    except Refused:
        return False
    return True


OWN = {"self": of("n 4"), "dim": 0}
SORTED = {"sorted_sequence": of("r 9")}


@pytest.mark.parametrize(
    ("demand", "taken", "refused"),
    [
        (of_int64("index"), {"index": of("3", INT64)}, {"index": of("3", INT32)}),
        (covered, OWN | {"index": of("9 4")}, OWN | {"index": of("9 5")}),
        (covered, OWN | {"index": of("9 4"), "src": of("9 4")}, OWN | {"index": of("9 4"), "src": of("8 4")}),
        (covered, OWN | {"index": of("9 0")}, OWN | {"index": of("9")}),
        (covered, {"self": of("2 4"), "dim": 1, "index": of("2 9")}, {"self": of("2 4"), "dim": 1, "index": of("3 9")}),
        (vector_of_places, {"index": of("")}, {"index": of("n 1")}),
        (one_row_each, OWN | {"index": of("3"), "source": of("3 4")}, OWN | {"index": of("3"), "source": of("2 4")}),
        (one_row_each, OWN | {"index": of("3"), "source": of("3 4")}, OWN | {"index": of("3"), "source": of("3 5")}),
        (as_many("index", "source"), {"index": of("6"), "source": of("2 3")}, {"index": of("5"), "source": of("2 3")}),
        (filling(selected), OWN | {"index": 0, "src": of("4")}, OWN | {"index": 0, "src": of("n 4")}),
        (sought_by_row, SORTED | {"input": of("r 2")}, SORTED | {"input": of("2")}),
    ],
)  # fmt: skip
def test_the_edge(demand, taken, refused):
    assert takes(demand, taken)
    assert not takes(demand, refused)
    tensors = [name for name in refused if isinstance(refused[name], TensorFact)]
    for unknown in (UNKNOWN, TensorFact()):
        assert takes(demand, refused | dict.fromkeys(tensors, unknown))

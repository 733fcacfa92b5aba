"""Which dims are left."""

import pytest

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import FLOAT32
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.reductions import reduced, reduced_or_kept


def of(text):
    return TensorFact(FLOAT32, CPU, Shape.of(*(int(d) if d.isdecimal() else d for d in text.split())))


@pytest.mark.parametrize(
    ("dim", "keepdim", "left"),
    [
        (None, False, ""), (0, False, "n"), ((0, 1), False, ""), (-1, True, "b 1"), ((), False, ""),
        (None, True, "1 1"),
        (UNKNOWN, True, "_ _"), (UNKNOWN, False, "..."), (0, UNKNOWN, "..."),
    ],
)  # fmt: skip
def test_dims(dim, keepdim, left):
    assert reduced(Call("sum", {"self": of("b n"), "dim": dim, "keepdim": keepdim})).notation == left


def test_any_reads_an_empty_list_as_none_of_the_dims():
    assert reduced_or_kept(Call("any", {"self": of("b n"), "dim": ()})).notation == "b n"
    assert reduced_or_kept(Call("any", {"self": of("b n"), "dim": None})) == Shape()

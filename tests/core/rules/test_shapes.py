"""Shapes that broadcast, and shapes that are given."""

import pytest

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import FLOAT32
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.shapes import broadcast, broadcast_with, in_a_row, sized


def of(text):
    return TensorFact(FLOAT32, CPU, Shape.of(*(int(d) if d.isdecimal() else d for d in text.split())))


def test_words():
    call = Call(
        "add", {"self": of("b 1"), "other": of("n"), "mask": of("a 1 1"), "alpha": 2}, ("self", "other", "alpha")
    )
    assert broadcast(call).notation == "b n"
    assert broadcast_with("self", "mask")(call).notation == "a b 1"
    assert broadcast(Call("add", {"self": of("b"), "other": UNKNOWN}, ("self", "other"))).notation == "... b"
    assert sized("size")(Call("zeros", {"size": (2, Dim.of("n"))})).notation == "2 n"
    with pytest.raises(Refused):
        broadcast(Call("add", {"self": of("2"), "other": of("3")}, ("self", "other")))


def test_one_row():
    assert in_a_row("steps")(Call("linspace", {"steps": 5})).notation == "5"
    assert in_a_row("steps")(Call("linspace", {"steps": UNKNOWN})).notation == "_"

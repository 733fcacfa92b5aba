"""Where tensors meet, and where they are sent."""

import pytest

from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import ACCELERATOR, CPU, CUDA, Device
from dtensortypes.core.facts.dtype import FLOAT32
from dtensortypes.core.facts.shape import SCALAR, UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.devices import (
    agreed,
    alone_on,
    as_device,
    colocated,
    moved,
    on_the_cpu,
    requested,
    strictly_colocated,
    told_by,
)


def tensors(*places):
    return Call("+", {str(at): TensorFact(FLOAT32, *place) for at, place in enumerate(places)})


ROW = Shape.of("n")


def test_meeting():
    assert colocated(tensors((CUDA, ROW), (CUDA, ROW))) == CUDA
    assert colocated(tensors((CUDA, ROW), (CPU, SCALAR))) == CUDA
    with pytest.raises(Refused, match='"\\+" mixes devices: cuda and cpu'):
        strictly_colocated(tensors((CUDA, ROW), (CPU, SCALAR)))
    assert agreed(tensors((CUDA, ROW), (CUDA, SCALAR))) == CUDA
    assert agreed(tensors((CUDA, ROW), (CPU, SCALAR))) is UNKNOWN
    with pytest.raises(Refused, match="the accelerator chosen at run time"):
        colocated(tensors((ACCELERATOR, ROW), (CPU, ROW)))


@pytest.mark.parametrize("other", [UNKNOWN, (TensorFact(FLOAT32, CPU, SCALAR), UNKNOWN), Items(UNKNOWN)])
def test_what_is_not_known_may_be_a_tensor_that_a_zero_dim_one_joins(other):
    def meeting(place, shape, operands=("self", "other")):
        return Call("+", {"self": TensorFact(FLOAT32, place, shape), "other": other}, operands)

    assert colocated(meeting(CPU, SCALAR)) is UNKNOWN
    assert colocated(meeting(CPU, UNKNOWN_SHAPE)) is UNKNOWN
    assert colocated(meeting(CPU, ROW)) == strictly_colocated(meeting(CPU, SCALAR)) == CPU
    assert colocated(meeting(CUDA, SCALAR)) == CUDA
    assert colocated(meeting(CPU, SCALAR, ("self",))) == CPU, "a number in the place of a dim"


@pytest.mark.parametrize(
    ("value", "device"),
    [
        ("cuda", CUDA), ("cuda:1", Device("cuda", 1)), ("cpu:0", CPU), (1, Device("cuda", 1)), (CUDA, CUDA),
        ("nonsense", UNKNOWN), ("cuda:x", UNKNOWN), (True, UNKNOWN), (None, UNKNOWN), (Var("V", CUDA), Var("V", CUDA)),
        (Var("V"), Var("V")), (OneOf(frozenset({CPU, CUDA})), OneOf(frozenset({CPU, CUDA}))),
        (Var("D", FLOAT32), UNKNOWN),
    ],
)  # fmt: skip
def test_spellings(value, device):
    assert as_device(value) == device


def test_moves():
    assert moved("cuda")(Call("cuda", {"device": None})) == CUDA
    assert moved("cuda")(Call("cuda", {"device": 1})) == Device("cuda", 1)
    assert requested(moved("cpu"))(Call("to", {"device": None})) == CPU


@pytest.mark.parametrize("place", [CUDA, Device("cuda", 1), Device("mps"), ACCELERATOR])
def test_what_is_read_on_the_cpu(place):
    def splitting(index):
        return Call("f", {"self": TensorFact(FLOAT32, place, ROW), "places": index})

    for index in (TensorFact(FLOAT32, CPU, ROW), TensorFact(FLOAT32, UNKNOWN, ROW), TensorFact(FLOAT32), 3, (1, 2)):
        on_the_cpu("places")(splitting(index))
    with pytest.raises(Refused, match=r'^"f" takes places on the CPU, and it is on .*; move it with \.cpu\(\)$'):
        on_the_cpu("places")(splitting(TensorFact(FLOAT32, place, ROW)))


def test_one_word_alone_on_a_device():
    word = alone_on("cuda", "driver", "gels")
    for place, driver in ((CUDA, "gels"), (CUDA, None), (CUDA, UNKNOWN), (CPU, "gelsd"), (UNKNOWN, "gelsd")):
        word(Call("f", {"self": TensorFact(FLOAT32, place, ROW), "driver": driver}))
    with pytest.raises(Refused, match=r'^"f" on cuda takes driver "gels" alone, not "gelsd"'):
        word(Call("f", {"self": TensorFact(FLOAT32, Device("cuda", 0), ROW), "driver": "gelsd"}))


def test_what_its_attributes_say():
    assert told_by(Device("cuda", 1)) == {"type": "cuda"}
    assert told_by(ACCELERATOR) == told_by(UNKNOWN) == {}

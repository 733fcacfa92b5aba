"""Autocast touches floats narrower than float64 on the region's device, and says nothing where it does not know."""

from dtensortypes.core.facts.choice import OneOf
from dtensortypes.core.facts.device import ACCELERATOR, CPU, CUDA
from dtensortypes.core.facts.dtype import FLOAT, FLOAT16, FLOAT32, FLOAT64, INT64
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.rules.autocast import doubtful, either, full, lower, on, widest
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.state import State


def cast(word, *tensors, autocast=FLOAT16, device="cuda"):
    call = Call("f", dict(enumerate(tensors)), (), State(autocast=autocast, autocast_device=device))
    return [tensor.dtype for tensor in word(call).tensors]


def tensor(dtype, device=CUDA):
    return TensorFact(dtype, device, Shape.of("n"))


def test_each_word():
    both = tensor(FLOAT32), tensor(FLOAT16)
    assert cast(lower, *both) == [FLOAT16, FLOAT16]
    assert cast(full, *both) == [FLOAT32, FLOAT32]
    assert cast(widest, *both) == [FLOAT32, FLOAT32]
    assert cast(doubtful, *both) == [UNKNOWN, UNKNOWN]
    assert cast(on("cpu", lower), *both) == [FLOAT32, FLOAT16]
    assert cast(either(on("cpu", full), on("cuda", lower)), *both) == [FLOAT16, FLOAT16]


def test_what_is_not_touched():
    assert cast(lower, tensor(FLOAT64), tensor(INT64), tensor(FLOAT32, CPU)) == [FLOAT64, INT64, FLOAT32]
    assert cast(lower, tensor(FLOAT32), autocast=None) == [FLOAT32]


def test_doubt():
    assert cast(lower, tensor(FLOAT32, UNKNOWN)) == [UNKNOWN]
    assert cast(lower, tensor(FLOAT)) == [UNKNOWN]
    assert cast(lower, tensor(OneOf(frozenset({FLOAT32, FLOAT16})))) == [FLOAT16]
    assert cast(lower, tensor(FLOAT32), autocast=UNKNOWN) == [UNKNOWN]


def test_float32_stays_whether_there_is_a_region_or_not():
    mixed = tensor(FLOAT32), tensor(FLOAT16), tensor(INT64), tensor(FLOAT32, UNKNOWN)
    assert cast(full, *mixed, autocast=UNKNOWN) == [FLOAT32, UNKNOWN, INT64, FLOAT32]


def test_a_device_chosen_at_run_time():
    chosen = tensor(FLOAT32, ACCELERATOR)
    assert cast(lower, chosen) == cast(lower, chosen, device="") == [FLOAT16]
    assert cast(lower, chosen, device="cpu") == [UNKNOWN]

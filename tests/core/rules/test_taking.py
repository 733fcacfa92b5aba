"""Which kinds of dtype an operation takes."""

import pytest

from dtensortypes.core.facts.choice import OneOf
from dtensortypes.core.facts.device import CPU, CUDA, MPS, Device
from dtensortypes.core.facts.dtype import (
    BFLOAT16,
    BOOL,
    COMPLEX32,
    COMPLEX64,
    FLOAT8S,
    FLOAT16,
    FLOAT32,
    INT64,
)
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.taking import (
    both,
    complexes,
    floats,
    inexact,
    integers,
    integral,
    multiplied,
    narrowed,
    no_bools,
    no_float8s,
    no_half_complexes,
    no_halves,
    numeric,
    ordered,
    real,
    unless_zero_dim,
    wide,
    wide_floats,
)  # fmt: skip

ROW = Shape.of("n")
DTYPES = (BOOL, INT64, FLOAT32, COMPLEX64)


def takes(word, own, shape=ROW, **arguments):
    return accepts(word, Call("f", {"self": TensorFact(own, shape=shape)} | arguments, ("self",)))


def accepts(word, call):
    try:
        word(call)
    except Refused:
        return False
    return True


@pytest.mark.parametrize(
    ("word", "taken"),
    [
        (integral, "1100"), (integers, "0100"), (floats, "0010"), (inexact, "0011"), (real, "1110"), (ordered, "0110"),
        (numeric, "0111"), (complexes, "0001"), (no_bools, "0111"),
        (wide, "0011"), (wide_floats, "0010"),
    ],
)  # fmt: skip
def test_truth_table(word, taken):
    assert "".join(str(int(takes(word, dtype))) for dtype in DTYPES) == taken
    assert takes(word, UNKNOWN)


@pytest.mark.parametrize("dtype", [FLOAT16, COMPLEX32])
def test_half_precision_is_not_wide(dtype):
    assert not takes(wide, dtype)
    assert not takes(wide_floats, dtype)


def test_what_is_asked_for_counts():
    assert takes(floats, INT64, dtype=FLOAT32)
    assert not takes(floats, FLOAT32, dtype=INT64)


def test_no_items_and_no_dims():
    assert takes(floats, INT64, Shape.of(0))
    assert takes(unless_zero_dim(floats), INT64, Shape())
    assert not takes(unless_zero_dim(floats), INT64)


def test_each_operand_by_itself():
    mixed = Call("-", {"self": TensorFact(FLOAT32), "other": TensorFact(BOOL)}, ("self", "other"))
    with pytest.raises(Refused, match="does not take bool"):
        no_bools(mixed)
    with pytest.raises(Refused):
        no_bools(Call("-", {"self": TensorFact(FLOAT32), "other": True}, ("self", "other")))


@pytest.mark.parametrize("dtype", [FLOAT16, BFLOAT16])
def test_half_precision_left_out(dtype):
    assert not takes(no_halves, dtype)
    assert all(takes(no_halves, other) for other in DTYPES)


@pytest.mark.parametrize("dtype", FLOAT8S)
def test_eight_bits_left_out(dtype):
    assert not takes(no_float8s, dtype)
    assert not takes(multiplied, dtype)
    assert takes(inexact, dtype)


def test_the_advice_is_of_the_same_kind():
    with pytest.raises(Refused, match=r'^"f" does not take complex32; cast with \.to\(torch\.complex64\)$'):
        takes_or_raises(no_half_complexes, COMPLEX32)
    with pytest.raises(Refused, match=r"cast with \.float\(\)$"):
        takes_or_raises(no_halves, FLOAT16)


def takes_or_raises(word, own):
    word(Call("f", {"self": TensorFact(own, shape=ROW)}, ("self",)))


def test_both_words_must_take_it():
    assert [takes(both(real, inexact), dtype) for dtype in DTYPES] == [False, False, True, False]


PLACES = (CPU, CUDA, Device("cuda", 1), MPS, UNKNOWN, OneOf(frozenset({CPU, CUDA})))


@pytest.mark.parametrize(
    ("word", "dtype", "taken"),
    [
        (narrowed(cuda=inexact), INT64, "100111"), (narrowed(cuda=inexact), FLOAT32, "111111"),
        (narrowed(ordered, cpu=floats), INT64, "011111"), (narrowed(ordered, cpu=floats), COMPLEX64, "000000"),
    ],
)  # fmt: skip
def test_what_one_devices_kernels_lack(word, dtype, taken):
    calls = [Call("f", {"self": TensorFact(dtype, place, ROW)}, ("self",)) for place in PLACES]
    assert "".join(str(int(accepts(word, call))) for call in calls) == taken


def test_tensors_on_several_devices_are_left_to_the_device_column():
    x, y = TensorFact(INT64, CUDA, ROW), TensorFact(INT64, CPU, ROW)
    assert accepts(narrowed(cuda=inexact), Call("f", {"self": x, "other": y}, ("self", "other")))


def test_the_device_is_told():
    with pytest.raises(Refused, match=r'^"f" does not take int64 on cuda; cast with \.float\(\)$'):
        narrowed(cuda=inexact)(Call("f", {"self": TensorFact(INT64, CUDA, ROW)}, ("self",)))

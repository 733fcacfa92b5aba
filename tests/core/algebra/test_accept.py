"""A found dtype or device is refused only where no possibility of it is declared."""

from itertools import product

import pytest

from dtensortypes.core.algebra.accept import accepts_device, accepts_dtype
from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import ACCELERATOR, CPU, CUDA, META, MPS, XPU, Device
from dtensortypes.core.facts.dtype import (
    BFLOAT16,
    COMPLEX,
    DTYPES,
    FLOAT,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT64,
    INTEGER,
    NUMBER,
    one_of_dtypes,
)
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Kind, Refused

HALVES = one_of_dtypes(frozenset({FLOAT16, BFLOAT16}))


def accepted(accepts, declared, found):
    try:
        accepts(declared, found)
    except Refused:
        return False
    return True


@pytest.mark.parametrize(("declared", "found"), list(product(DTYPES[:9], DTYPES[:9])), ids=str)
def test_one_dtype_is_itself_alone(declared, found):
    assert accepted(accepts_dtype, declared, found) == (declared == found)


@pytest.mark.parametrize(
    ("declared", "found", "fits"),
    [
        (FLOAT, FLOAT32, True),
        (FLOAT, INT64, False),
        (FLOAT32, FLOAT, True),
        (HALVES, FLOAT, True),
        (HALVES, FLOAT32, False),
        (COMPLEX, INTEGER, False),
        (UNKNOWN, FLOAT32, True),
        (FLOAT32, UNKNOWN, True),
        (FLOAT32, Var("D"), True),
        (FLOAT32, Var("D", INTEGER), False),
        (Var("D", FLOAT), FLOAT16, True),
        (Var("D", FLOAT), INT64, False),
        (Var("D"), NUMBER, True),
    ],
)
def test_open_dtypes(declared, found, fits):
    assert accepted(accepts_dtype, declared, found) == fits


@pytest.mark.parametrize(
    ("declared", "found", "fits"),
    [
        (CUDA, Device("cuda", 1), True),
        (Device("cuda", 1), CUDA, True),
        (Device("cuda", 1), Device("cuda", 0), False),
        (CPU, CUDA, False),
        (CUDA, ACCELERATOR, True),
        (MPS, ACCELERATOR, True),
        (XPU, ACCELERATOR, True),
        (CPU, ACCELERATOR, False),
        (META, ACCELERATOR, False),
        (OneOf(frozenset({CPU, CUDA})), ACCELERATOR, True),
        (ACCELERATOR, CUDA, True),
        (ACCELERATOR, CPU, False),
        (ACCELERATOR, ACCELERATOR, True),
        (OneOf(frozenset({CPU, CUDA})), META, False),
        (CUDA, Var("V"), True),
        (Var("V"), Device("cuda", 3), True),
        (UNKNOWN, CPU, True),
        (CPU, UNKNOWN, True),
    ],
)
def test_devices(declared, found, fits):
    assert accepted(accepts_device, declared, found) == fits


@pytest.mark.parametrize(
    ("accepts", "declared", "found", "words"),
    [
        (accepts_dtype, FLOAT32, FLOAT64, r"is float64, declared Float32; cast with \.float\(\)"),
        (accepts_dtype, INTEGER, FLOAT16, "is float16, declared Integer"),
        (accepts_device, CUDA, CPU, r"is on cpu, declared CUDA; move it with \.to"),
        (accepts_device, CPU, ACCELERATOR, "is on the accelerator chosen at run time, declared CPU"),
    ],
)
def test_the_words(accepts, declared, found, words):
    with pytest.raises(Refused, match=words) as refused:
        accepts(declared, found)
    assert refused.value.problem.kind is (Kind.DTYPE if accepts is accepts_dtype else Kind.DEVICE)

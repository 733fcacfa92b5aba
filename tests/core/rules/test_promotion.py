"""Promotion of operands: tensors with dims, zero-dim tensors, numbers."""

import contextlib

import pytest
import torch

from dtensortypes.core.facts.choice import OneOf
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import (
    BOOL,
    BY_NAME,
    COMPLEX64,
    COMPLEX128,
    FLOAT8S,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INEXACT,
    INT64,
    NUMBER,
    Category,
)
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Number
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.promotion import (
    agreed,
    angle_like,
    bool_to_int64,
    category_of,
    common,
    common_real,
    complex_to_real,
    double_width,
    implicit_change,
    int_to_float,
    promoted,
)  # fmt: skip
from dtensortypes.core.rules.state import State

ROW, NONE = Shape.of("n"), Shape()


def call(*operands, **state):
    arguments = {str(at): operand for at, operand in enumerate(operands)}
    return Call("+", arguments, tuple(arguments), State(**state))


def row(dtype):
    return TensorFact(dtype, shape=ROW)


def test_ranks_of_operands():
    assert promoted(call(row(FLOAT16), row(FLOAT32))) == FLOAT32
    assert promoted(call(row(FLOAT16), TensorFact(FLOAT32, shape=NONE))) == FLOAT16
    assert promoted(call(row(FLOAT16), 1.5)) == FLOAT16
    assert promoted(call(row(INT64), 1.5)) == FLOAT32
    assert promoted(call(row(INT64), 1.5, default_dtype=FLOAT64)) == FLOAT64
    assert promoted(call(row(INT64), 1.5, default_dtype=UNKNOWN)) is UNKNOWN
    assert promoted(call(row(FLOAT16), 1.5, default_dtype=UNKNOWN)) == FLOAT16
    assert promoted(call(row(INT64), UNKNOWN)) is UNKNOWN
    assert promoted(call()) is UNKNOWN


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
def test_a_wide_dtype_is_made_no_narrower_by_what_is_unknown(dtype):
    wide = torch.ones(2, dtype=getattr(torch, dtype))
    others = [torch.ones(2, dtype=getattr(torch, one.name)) for one in (BOOL, *NUMBER.members - FLOAT8S)]
    others += [1, 1.5, 1j, True, *[other[0] for other in others]]
    for word, function in (promoted, torch.add), (int_to_float, torch.true_divide), (promoted, torch.mul):
        given = set()
        for other in others:
            with contextlib.suppress(RuntimeError):  # the wide unsigned integers promote with hardly anything
                given.add(BY_NAME[str(function(wide, other).dtype).removeprefix("torch.")])
        for operands in (row(BY_NAME[dtype]), row(UNKNOWN)), (UNKNOWN, row(BY_NAME[dtype])):
            claimed = word(call(*operands))
            assert given == (claimed.members if isinstance(claimed, OneOf) else {claimed})


def test_what_is_narrow_or_has_no_dims_may_become_anything_beside_the_unknown():
    assert promoted(call(row(FLOAT16), row(UNKNOWN))) is UNKNOWN
    assert promoted(call(row(INT64), row(UNKNOWN))) is UNKNOWN
    assert promoted(call(TensorFact(FLOAT64, shape=NONE), row(UNKNOWN))) is UNKNOWN
    assert promoted(call(1.5, row(UNKNOWN))) is UNKNOWN
    assert complex_to_real(call(row(FLOAT32), row(UNKNOWN))) == OneOf(frozenset({FLOAT32, FLOAT64}))


def test_kinds():
    assert int_to_float(call(row(INT64))) == FLOAT32
    assert complex_to_real(call(row(COMPLEX64))) == FLOAT32
    assert angle_like(call(row(INT64))) == FLOAT32
    assert bool_to_int64(call(row(BOOL))) == INT64
    assert double_width(call(row(COMPLEX64))) == COMPLEX128
    assert common(call(row(FLOAT16), TensorFact(FLOAT32, shape=NONE))) == FLOAT32
    assert common_real(call(row(FLOAT16), TensorFact(COMPLEX64, shape=NONE))) == FLOAT32
    assert agreed(call(row(FLOAT16), row(FLOAT16))) == FLOAT16
    assert agreed(call(row(FLOAT16), row(FLOAT32))) is UNKNOWN


def test_an_implicit_change_is_between_tensors():
    assert "int64 and float32 gives float32" in str(implicit_change(call(row(INT64), row(FLOAT32)), FLOAT32))
    assert implicit_change(call(row(FLOAT32), TensorFact(FLOAT64, shape=NONE)), FLOAT32) is None
    assert implicit_change(call(row(INT64), 1.5), FLOAT32) is None


def test_numbers():
    kinds = [category_of(value) for value in (True, 1, 1.5, 1j, Dim.of("n"), Number(Category.BOOL), "a")]
    assert kinds == [
        Category.BOOL,
        Category.INTEGER,
        Category.FLOAT,
        Category.COMPLEX,
        Category.INTEGER,
        Category.BOOL,
        None,
    ]


def test_an_integer_divided_by_anything_is_none():
    assert int_to_float(call(row(INT64), UNKNOWN)) == INEXACT
    assert int_to_float(call(row(BOOL), row(UNKNOWN))) == INEXACT
    assert int_to_float(call(row(FLOAT16), UNKNOWN)) is UNKNOWN
    assert INEXACT.notation == "Complex | Float"

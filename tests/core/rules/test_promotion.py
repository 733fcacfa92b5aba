"""Promotion of operands: tensors with dims, zero-dim tensors, numbers."""

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import (
    BOOL,
    COMPLEX64,
    COMPLEX128,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INEXACT,
    INT64,
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
    assert int_to_float(call(row(FLOAT32), UNKNOWN)) is UNKNOWN
    assert INEXACT.notation == "Complex | Float"

"""Dtypes: one value for each torch dtype that a signature may name, and the categories users write."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final, TypeAlias

from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.unknown import Unknown


class Category(IntEnum):
    """Torch's order of kinds in type promotion (c10/core/ScalarType.h); quantised dtypes never promote."""

    BOOL = 0
    INTEGER = 1
    FLOAT = 2
    COMPLEX = 3
    QUANTISED = 4


@dataclass(frozen=True, slots=True)
class DType:
    """A torch dtype: `name` is torch's word for it, `notation` the class that signatures write."""

    name: str
    notation: str
    category: Category
    bits: int
    signed: bool = True

    @property
    def is_float(self) -> bool:
        return self.category is Category.FLOAT

    @property
    def is_complex(self) -> bool:
        return self.category is Category.COMPLEX

    @property
    def is_integer(self) -> bool:
        """Whether this is an integer dtype; bool is not one."""
        return self.category is Category.INTEGER

    def __hash__(self) -> int:
        return hash(self.name)  # as unlike as the names are, and read far more often than the rest

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return self.name.upper()


BOOL: Final = DType("bool", "Bool", Category.BOOL, 8, signed=False)
UINT8: Final = DType("uint8", "UInt8", Category.INTEGER, 8, signed=False)
UINT16: Final = DType("uint16", "UInt16", Category.INTEGER, 16, signed=False)
UINT32: Final = DType("uint32", "UInt32", Category.INTEGER, 32, signed=False)
UINT64: Final = DType("uint64", "UInt64", Category.INTEGER, 64, signed=False)
INT8: Final = DType("int8", "Int8", Category.INTEGER, 8)
INT16: Final = DType("int16", "Int16", Category.INTEGER, 16)
INT32: Final = DType("int32", "Int32", Category.INTEGER, 32)
INT64: Final = DType("int64", "Int64", Category.INTEGER, 64)
FLOAT4_E2M1FN_X2: Final = DType("float4_e2m1fn_x2", "Float4_e2m1fn_x2", Category.FLOAT, 8)
FLOAT8_E4M3FN: Final = DType("float8_e4m3fn", "Float8_e4m3fn", Category.FLOAT, 8)
FLOAT8_E4M3FNUZ: Final = DType("float8_e4m3fnuz", "Float8_e4m3fnuz", Category.FLOAT, 8)
FLOAT8_E5M2: Final = DType("float8_e5m2", "Float8_e5m2", Category.FLOAT, 8)
FLOAT8_E5M2FNUZ: Final = DType("float8_e5m2fnuz", "Float8_e5m2fnuz", Category.FLOAT, 8)
FLOAT8_E8M0FNU: Final = DType("float8_e8m0fnu", "Float8_e8m0fnu", Category.FLOAT, 8, signed=False)
FLOAT16: Final = DType("float16", "Float16", Category.FLOAT, 16)
BFLOAT16: Final = DType("bfloat16", "BFloat16", Category.FLOAT, 16)
FLOAT32: Final = DType("float32", "Float32", Category.FLOAT, 32)
FLOAT64: Final = DType("float64", "Float64", Category.FLOAT, 64)
COMPLEX32: Final = DType("complex32", "Complex32", Category.COMPLEX, 32)
COMPLEX64: Final = DType("complex64", "Complex64", Category.COMPLEX, 64)
COMPLEX128: Final = DType("complex128", "Complex128", Category.COMPLEX, 128)
QINT8: Final = DType("qint8", "QInt8", Category.QUANTISED, 8)
QINT32: Final = DType("qint32", "QInt32", Category.QUANTISED, 32)
QUINT8: Final = DType("quint8", "QUInt8", Category.QUANTISED, 8, signed=False)
QUINT4X2: Final = DType("quint4x2", "QUInt4x2", Category.QUANTISED, 8, signed=False)
QUINT2X4: Final = DType("quint2x4", "QUInt2x4", Category.QUANTISED, 8, signed=False)

DTYPES: Final = (
    BOOL, UINT8, UINT16, UINT32, UINT64, INT8, INT16, INT32, INT64,
    FLOAT4_E2M1FN_X2, FLOAT8_E4M3FN, FLOAT8_E4M3FNUZ, FLOAT8_E5M2, FLOAT8_E5M2FNUZ, FLOAT8_E8M0FNU,
    FLOAT16, BFLOAT16, FLOAT32, FLOAT64, COMPLEX32, COMPLEX64, COMPLEX128,
    QINT8, QINT32, QUINT8, QUINT4X2, QUINT2X4,
)  # fmt: skip

FLOAT8S: Final = frozenset(d for d in DTYPES if d.is_float and d.bits == 8)
"""The dtypes of eight bits and fewer: storage formats that almost no operation computes in."""

ALIASES: Final = {
    "half": FLOAT16, "float": FLOAT32, "double": FLOAT64,
    "short": INT16, "int": INT32, "long": INT64,
    "chalf": COMPLEX32, "cfloat": COMPLEX64, "cdouble": COMPLEX128,
}  # fmt: skip
"""Torch's second names of dtypes: `torch.half` is `torch.float16`."""

BY_NAME: Final = {d.name: d for d in DTYPES} | ALIASES
BY_NOTATION: Final = {d.notation: d for d in DTYPES}


def _category(name: str, *members: DType) -> OneOf[DType]:
    return OneOf(frozenset(members), name)


_floats = [d for d in DTYPES if d.is_float]
_ints = [d for d in DTYPES if d.is_integer and d.signed]
_uints = [d for d in DTYPES if d.is_integer and not d.signed]
_complexes = [d for d in DTYPES if d.is_complex]

FLOAT: Final = _category("Float", *_floats)
INT: Final = _category("Int", *_ints)
UINT: Final = _category("UInt", *_uints)
INTEGER: Final = _category("Integer", *_ints, *_uints)
COMPLEX: Final = _category("Complex", *_complexes)
REAL: Final = _category("Real", *_floats, *_ints, *_uints)
NUMBER: Final = _category("Number", *_floats, *_ints, *_uints, *_complexes)
QUANTISED: Final = _category("Quantised", *(d for d in DTYPES if d.category is Category.QUANTISED))
CATEGORIES: Final = {c.notation: c for c in (FLOAT, INT, UINT, INTEGER, COMPLEX, REAL, NUMBER, QUANTISED)}

INEXACT: Final = OneOf(FLOAT.members | COMPLEX.members, "Complex | Float")
"""What is no integer, whatever it is."""

ANY_DTYPE: Final = OneOf(frozenset(DTYPES), "Any")
"""A dtype that is there and not known: the value of a variable declared `torch.dtype`."""

DTypeFact: TypeAlias = DType | OneOf[DType] | Var[DType] | Unknown


def one_of_dtypes(members: frozenset[DType]) -> DTypeFact:
    """The narrowest fact for these members: the dtype itself, a category by its name, or a plain choice."""
    if len(members) == 1:
        return next(iter(members))
    return next((c for c in (*CATEGORIES.values(), INEXACT) if c.members == members), OneOf(members))

"""The dtypes that users write: one class for each torch dtype, and the categories they belong to.

The classes are never instantiated. Their hierarchy is what type checkers see: a `Float32` is a `Float`.
"""

from __future__ import annotations

from typing import ClassVar

from dtensortypes.core.facts import dtype as facts
from dtensortypes.core.facts.dtype import DTypeFact
from dtensortypes.core.facts.unknown import UNKNOWN


class DType:
    """Any dtype; the bound of a type variable that stands for one."""

    fact: ClassVar[DTypeFact] = UNKNOWN


class Number(DType):
    """Every integer, floating-point and complex dtype."""

    fact: ClassVar[DTypeFact] = facts.NUMBER


class Real(Number):
    """Every integer and floating-point dtype."""

    fact: ClassVar[DTypeFact] = facts.REAL


class Integer(Real):
    """Every signed and unsigned integer dtype; not `Bool`."""

    fact: ClassVar[DTypeFact] = facts.INTEGER


class Int(Integer):
    """Every signed integer dtype."""

    fact: ClassVar[DTypeFact] = facts.INT


class UInt(Integer):
    """Every unsigned integer dtype."""

    fact: ClassVar[DTypeFact] = facts.UINT


class Float(Real):
    """Every floating-point dtype, float8 and float4 included."""

    fact: ClassVar[DTypeFact] = facts.FLOAT


class Complex(Number):
    """Every complex dtype."""

    fact: ClassVar[DTypeFact] = facts.COMPLEX


class Quantised(DType):
    """Every quantised dtype."""

    fact: ClassVar[DTypeFact] = facts.QUANTISED


class Bool(DType):
    """`torch.bool`."""

    fact = facts.BOOL


class UInt8(UInt):
    """`torch.uint8`."""

    fact = facts.UINT8


class UInt16(UInt):
    """`torch.uint16`."""

    fact = facts.UINT16


class UInt32(UInt):
    """`torch.uint32`."""

    fact = facts.UINT32


class UInt64(UInt):
    """`torch.uint64`."""

    fact = facts.UINT64


class Int8(Int):
    """`torch.int8`."""

    fact = facts.INT8


class Int16(Int):
    """`torch.int16`."""

    fact = facts.INT16


class Int32(Int):
    """`torch.int32`."""

    fact = facts.INT32


class Int64(Int):
    """`torch.int64`."""

    fact = facts.INT64


class Float4_e2m1fn_x2(Float):
    """`torch.float4_e2m1fn_x2`."""

    fact = facts.FLOAT4_E2M1FN_X2


class Float8_e4m3fn(Float):
    """`torch.float8_e4m3fn`."""

    fact = facts.FLOAT8_E4M3FN


class Float8_e4m3fnuz(Float):
    """`torch.float8_e4m3fnuz`."""

    fact = facts.FLOAT8_E4M3FNUZ


class Float8_e5m2(Float):
    """`torch.float8_e5m2`."""

    fact = facts.FLOAT8_E5M2


class Float8_e5m2fnuz(Float):
    """`torch.float8_e5m2fnuz`."""

    fact = facts.FLOAT8_E5M2FNUZ


class Float8_e8m0fnu(Float):
    """`torch.float8_e8m0fnu`."""

    fact = facts.FLOAT8_E8M0FNU


class Float16(Float):
    """`torch.float16`."""

    fact = facts.FLOAT16


class BFloat16(Float):
    """`torch.bfloat16`."""

    fact = facts.BFLOAT16


class Float32(Float):
    """`torch.float32`."""

    fact = facts.FLOAT32


class Float64(Float):
    """`torch.float64`."""

    fact = facts.FLOAT64


class Complex32(Complex):
    """`torch.complex32`."""

    fact = facts.COMPLEX32


class Complex64(Complex):
    """`torch.complex64`."""

    fact = facts.COMPLEX64


class Complex128(Complex):
    """`torch.complex128`."""

    fact = facts.COMPLEX128


class QInt8(Quantised):
    """`torch.qint8`."""

    fact = facts.QINT8


class QInt32(Quantised):
    """`torch.qint32`."""

    fact = facts.QINT32


class QUInt8(Quantised):
    """`torch.quint8`."""

    fact = facts.QUINT8


class QUInt4x2(Quantised):
    """`torch.quint4x2`."""

    fact = facts.QUINT4X2


class QUInt2x4(Quantised):
    """`torch.quint2x4`."""

    fact = facts.QUINT2X4

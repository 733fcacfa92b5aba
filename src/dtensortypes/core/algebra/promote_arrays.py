"""Numpy's type promotion, which is not torch's: integers and floats meet in a float that holds both.

The rule is that of `numpy.promote_types`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dtensortypes.core.facts.dtype import (
    COMPLEX128,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT16,
    INT32,
    INT64,
    UINT32,
    UINT64,
    Category,
    DType,
    DTypeFact,
)
from dtensortypes.core.facts.unknown import UNKNOWN

RANKS: Final = (Category.BOOL, Category.INTEGER, Category.FLOAT, Category.COMPLEX)
WIDE_INTEGERS: Final = frozenset({INT32, INT64, UINT32, UINT64})
"""Those of which numpy makes float64 where only a float will do; of narrower ones it makes narrower floats."""
_SIGNED: Final = {8: INT16, 16: INT32, 32: INT64}
"""What holds all that unsigned integers of so many bits hold, and negative numbers."""


def promoted(one: DType, other: DType) -> DType | None:
    """The dtype of two arrays together; None for dtypes that numpy has not."""
    if one == other:
        return one
    if not {one.category, other.category} <= {*RANKS}:
        return None
    low, high = sorted((one, other), key=lambda dtype: (RANKS.index(dtype.category), dtype.bits))
    match low.category, high.category:
        case Category.BOOL, _:
            return high
        case Category.INTEGER, Category.INTEGER:
            return _integers(low, high)
        case Category.INTEGER, Category.COMPLEX:
            return COMPLEX128 if low in WIDE_INTEGERS else high
        case Category.FLOAT, Category.COMPLEX:
            return COMPLEX128 if low == FLOAT64 else high
    return max(_float_of(low), high, key=lambda dtype: dtype.bits)


def _integers(low: DType, high: DType) -> DType:
    unsigned, signed = (low, high) if high.signed else (high, low)
    if low.signed == high.signed or unsigned.bits < signed.bits:
        return high
    return _SIGNED.get(unsigned.bits, FLOAT64)


def _float_of(dtype: DType) -> DType:
    """The narrowest float that holds all numbers of the dtype."""
    if dtype.category is not Category.INTEGER:
        return dtype
    return FLOAT64 if dtype in WIDE_INTEGERS else FLOAT32 if dtype.bits == FLOAT16.bits else FLOAT16


def together(dtypes: Sequence[DTypeFact | None]) -> DTypeFact:
    """The dtype that all of these fit in; UNKNOWN where one of them is not known, or none of numpy's."""
    found: DTypeFact | None = dtypes[0]
    for dtype in dtypes[1:]:
        found = promoted(found, dtype) if isinstance(found, DType) and isinstance(dtype, DType) else None
    return UNKNOWN if found is None else found

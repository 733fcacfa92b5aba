"""Type promotion: the join of a small lattice of dtypes, and torch's three priorities of operands.

The lattice is that of c10/core/ScalarType.cpp, the priorities those of aten/src/ATen/native/TypeProperties.cpp.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from typing import Final, TypeAlias

from dtensortypes.core.algebra.lift import DTYPE_DOMAIN, lift
from dtensortypes.core.facts.dtype import (
    BFLOAT16,
    BOOL,
    COMPLEX32,
    COMPLEX64,
    COMPLEX128,
    DTYPES,
    FLOAT4_E2M1FN_X2,
    FLOAT8S,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    Category,
    DType,
    DTypeFact,
)  # fmt: skip
from dtensortypes.core.problems import Kind, refuse

WIDE_UINTS: Final = frozenset({UINT16, UINT32, UINT64})

_STEPS: Final = {
    BOOL: (UINT8, INT8),
    UINT8: (INT16,),
    INT8: (INT16,),
    INT16: (INT32,),
    INT32: (INT64,),
    INT64: (FLOAT16, BFLOAT16),
    FLOAT16: (FLOAT32, COMPLEX32),
    BFLOAT16: (FLOAT32,),
    FLOAT32: (FLOAT64, COMPLEX64),
    FLOAT64: (COMPLEX128,),
    COMPLEX32: (COMPLEX64,),
    COMPLEX64: (COMPLEX128,),
    # Unlike the other eight-bit floats, float4 counts as an ordinary float beside the wide unsigned integers.
    **dict.fromkeys(WIDE_UINTS, (FLOAT16, BFLOAT16, FLOAT4_E2M1FN_X2)),
}
"""From each dtype the next ones it may become; a dtype without steps promotes with itself alone."""

Operand: TypeAlias = tuple[DType, bool] | Category
"""A tensor as its dtype and whether it is zero-dim, or a Python number as its kind."""

OpenOperand: TypeAlias = tuple[DTypeFact, bool | None] | Category
"""An operand of which not all is known; None where it is not known whether it is zero-dim."""


def promote_types(first: DType, second: DType) -> DType:
    """The least dtype that both become, as `torch.promote_types` has it; refused where there is none."""
    if first == second:
        return first
    pair = {first, second}
    common = above(first) & above(second)
    join = next((dtype for dtype in common if common <= above(dtype)), None)
    if join is None or (pair & WIDE_UINTS and any(dtype.is_complex for dtype in pair)):
        raise refuse(Kind.DTYPE, f"{first} and {second} have no common dtype in torch", "cast one of them first")
    return join


def result_type(operands: Iterable[Operand], default: DType = FLOAT32) -> DType:
    """The dtype that torch computes in: tensors with dims decide first, then zero-dim tensors, then numbers.

    A lower rank matters only where its kind of dtype is higher; `default` is torch's default dtype.
    """
    return _result_type(tuple(operands), default)


@lru_cache(maxsize=1024)
def _result_type(operands: tuple[Operand, ...], default: DType) -> DType:
    ranks: tuple[list[DType], list[DType], list[DType]] = ([], [], [])
    for operand in operands:
        if isinstance(operand, Category):
            ranks[2].append(dtype_of_number(operand, default))
        else:
            dtype, zero_dim = operand
            ranks[int(zero_dim)].append(dtype)
    return reduce(_combined, [reduce(promote_types, rank) for rank in reversed(ranks) if rank])


def promoted(operands: Sequence[OpenOperand], default: DType = FLOAT32) -> DTypeFact:
    """`result_type` for operands of which not all is known; refused only where every possibility is."""
    numbers = [operand for operand in operands if isinstance(operand, Category)]
    tensors = [operand for operand in operands if not isinstance(operand, Category)]
    return lift(
        lambda dtypes, flags: result_type([*zip(dtypes, flags, strict=True), *numbers], default),
        [dtype for dtype, _ in tensors],
        [zero_dim for _, zero_dim in tensors],
        DTYPE_DOMAIN,
    )


def dtype_of_number(category: Category, default: DType = FLOAT32) -> DType:
    """The dtype that torch gives to a Python number among tensors."""
    match category:
        case Category.BOOL:
            return BOOL
        case Category.INTEGER:
            return INT64
        case Category.FLOAT:
            return default
        case _:
            return complex_of(default)


def complex_of(dtype: DType) -> DType:
    """The complex dtype whose parts have this dtype (`toComplexType` in c10/core/ScalarType.h)."""
    if dtype.is_complex:
        return dtype
    if dtype in FLOAT8S or not dtype.is_float:
        raise refuse(Kind.DTYPE, f"there is no complex dtype of {dtype}", "cast it with .float()")
    return {FLOAT16: COMPLEX32, FLOAT64: COMPLEX128}.get(dtype, COMPLEX64)


def real_of(dtype: DType) -> DType:
    """The dtype of the parts of a complex number; any other dtype is itself."""
    return {COMPLEX32: FLOAT16, COMPLEX64: FLOAT32, COMPLEX128: FLOAT64}.get(dtype, dtype)


def _combined(lower: DType, higher: DType) -> DType:
    """`combine_categories` of TypeProperties.cpp: the lower rank may lift the kind of the higher one."""
    if higher.is_complex:
        return higher
    if higher.is_float:
        return complex_of(higher) if lower.is_complex else higher
    if lower.is_complex:
        return lower
    return promote_types(higher, lower) if higher == BOOL or lower.is_float else higher


@lru_cache(maxsize=len(DTYPES))
def above(dtype: DType) -> frozenset[DType]:
    """The dtype and all that it may become."""
    return frozenset({dtype}).union(*(above(step) for step in _STEPS.get(dtype, ())))

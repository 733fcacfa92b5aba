"""Words for what an operation does to the dtype, apart from promotion."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from dtensortypes.core.algebra.align import unlike
from dtensortypes.core.algebra.promote import complex_of, real_of
from dtensortypes.core.facts.dtype import BOOL, INT32, INT64, UINT8, Category, DType, DTypeFact
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.arguments import as_shape
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.kinds import is_dtype
from dtensortypes.core.rules.promotion import int_to_float, operands, promoted
from dtensortypes.core.rules.words import DTypeWord

T = TypeVar("T")


def kept(call: Call) -> TensorFact:
    """In each column: the fact of the first tensor."""
    return call.first


def like(parameter: str) -> Callable[[Call], TensorFact]:
    """In each column: the fact of this tensor."""
    return lambda call: call.tensor(parameter)


def always(fact: T) -> Callable[[Call], T]:
    """In each column: this fact, whatever the arguments are."""
    return lambda _: fact


def must_match(call: Call) -> DTypeFact:
    """The one dtype that all operands have; kernels of matrix products do not promote."""
    found = [leaf.dtype for leaf in operands(call) if isinstance(leaf, TensorFact)]
    known = list(dict.fromkeys(dtype for dtype in found if isinstance(dtype, DType)))
    if len(known) > 1:
        sides = "both sides" if len(found) == 2 else "all tensors"
        names = " and ".join(map(str, known))
        raise refuse(Kind.DTYPE, f'"{call.name}" needs {sides} in one dtype: {names}', "cast one with .to(...)")
    return known[0] if known else UNKNOWN


def matching(*parameters: str) -> DTypeWord:
    """As must_match, of these parameters, which take no part in any promotion."""
    return lambda call: must_match(call.about(*parameters))


def matched_vectors(call: Call) -> DTypeFact:
    """As must_match, but a zero-dim tensor only multiplies."""
    return promoted(call) if any(tensor.shape.rank == 0 for tensor in call.tensors) else must_match(call)


def reciprocal_times(call: Call) -> DTypeFact:
    """`other / self` is `self.reciprocal() * other`, with the promotions of both (torch/_tensor.py)."""
    inverse = replace(call.tensor("self"), dtype=int_to_float(call.about("self")))
    return promoted(call.with_values({"self": inverse}))


def requested(otherwise: DTypeWord, parameter: str = "dtype") -> DTypeWord:
    """The dtype that is asked for by keyword, else what the other word says."""

    def word(call: Call) -> DTypeFact | TensorFact:
        asked = call[parameter]
        return otherwise(call) if asked is None else as_dtype(asked)

    return word


def as_dtype(value: Value) -> DTypeFact:
    """The value as a dtype, where it is one."""
    return value if value is not UNKNOWN and is_dtype(value) else UNKNOWN  # type: ignore[return-value]


def default_dtype(call: Call) -> DTypeFact:
    """Torch's default dtype, float32 unless the program sets it."""
    return call.state.default_dtype


def counted(call: Call) -> DTypeFact:
    """Bools and integers become int64, so that a sum does not overflow; the rest is kept."""
    dtype = call.first.dtype
    if not isinstance(dtype, DType):
        return UNKNOWN
    return INT64 if dtype.category in {Category.BOOL, Category.INTEGER} else dtype


sum_like = requested(counted)


def counted_in_all(call: Call) -> DTypeFact | TensorFact:
    """As counted where all dims are summed; a sum over some dims of a sparse tensor keeps its dtype."""
    return counted(call) if call["dim"] is None else call.first


def summed_to_size(call: Call) -> DTypeFact:
    """As counted where there is something to sum; where `size` is the shape already, the dtype is kept."""
    own, size = call.first, as_shape(call["size"])
    if (own.shape == size and size.rank) or counted(call) == own.dtype:
        return own.dtype
    return counted(call) if size.rank == 0 or unlike(own.shape, size) else UNKNOWN


def any_like(call: Call) -> DTypeFact:
    """Bool, but uint8 is kept: once it was torch's bool (aten/src/ATen/native/ReduceOps.cpp)."""
    dtype = call.first.dtype
    return dtype if dtype == UINT8 or not isinstance(dtype, DType) else BOOL


def if_inexact(word: DTypeWord) -> DTypeWord:
    """The word's dtype for floats and complex numbers; for integers torch's answer hangs on the arguments."""

    def checked(call: Call) -> DTypeFact:
        found = word(call)
        dtype = found.dtype if isinstance(found, TensorFact) else found
        return dtype if isinstance(dtype, DType) and dtype.category >= Category.FLOAT else UNKNOWN

    return checked


def parts(call: Call) -> DTypeFact:
    """The dtype of a complex number's parts; any other dtype is itself."""
    dtype = call.first.dtype
    return real_of(dtype) if isinstance(dtype, DType) else UNKNOWN


def complex_of_parts(call: Call) -> DTypeFact:
    """The complex dtype whose parts have this dtype."""
    dtype = call.first.dtype
    return complex_of(dtype) if isinstance(dtype, DType) else UNKNOWN


def complex_of_both(call: Call) -> DTypeFact:
    """The complex dtype of the two parts, which have one dtype."""
    dtype = must_match(call)
    return complex_of(dtype) if isinstance(dtype, DType) else UNKNOWN


def quotient(call: Call) -> DTypeFact:
    """What division gives: integers become floats, unless the quotient is rounded."""
    match call["rounding_mode"]:
        case None:
            return int_to_float(call)
        case str(mode):
            return _rounded(call, mode)
    true, rounded = int_to_float(call), promoted(call)
    return true if true == rounded else UNKNOWN


def _rounded(call: Call, mode: str) -> DTypeFact:
    dtype = promoted(call)
    if isinstance(dtype, DType) and dtype.is_complex:
        raise refuse(Kind.DTYPE, f'"{call.name}" with rounding_mode="{mode}" does not take {dtype}')
    return dtype


def places(call: Call) -> DTypeFact:
    """Int64, or int32 where `out_int32` asks for it."""
    narrow = call["out_int32"]
    return (INT32 if narrow else INT64) if isinstance(narrow, bool) else UNKNOWN


def compared(call: Call) -> DTypeFact:
    """Bool, of operands that must have a common dtype."""
    promoted(call)
    return BOOL


def compared_exactly(call: Call) -> DTypeFact:
    """Bool, of operands in one dtype."""
    must_match(call)
    return BOOL

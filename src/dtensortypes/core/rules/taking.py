"""Which kinds of dtype an operation takes: on all devices, or on those whose own kernels take fewer."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, TypeAlias

from dtensortypes.core.facts.device import Device
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import (
    BFLOAT16,
    COMPLEX32,
    COMPLEX64,
    COMPLEX128,
    FLOAT8S,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT64,
    UINT8,
    Category,
    DType,
    DTypeFact,
)
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Kind, Refused, refuse
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.promotion import operands, promoted

Takes: TypeAlias = Callable[[Call], None]

_ADVICE: Final = (
    (Category.FLOAT, "cast with .float()"),
    (Category.INTEGER, "cast with .long()"),
    (Category.BOOL, "cast with .bool()"),
    (Category.COMPLEX, "cast with .to(torch.complex64)"),
)


def _taking(*categories: Category, but: Collection[DType] = ()) -> Takes:
    """Takes calls whose operands are promoted to one of these kinds, but not to these dtypes of them."""

    def takes(call: Call) -> None:
        dtype = _computed_in(call)
        if isinstance(dtype, DType):
            _demand(call, dtype, categories, but)

    return takes


def _taking_only(*dtypes: DType) -> Takes:
    """Takes calls whose operands are promoted to one of these dtypes."""

    def takes(call: Call) -> None:
        dtype = _computed_in(call)
        if isinstance(dtype, DType) and dtype not in dtypes:
            advice = "cast with .float()" if dtype.category <= Category.FLOAT else ""
            raise refuse(Kind.DTYPE, f'"{call.name}" does not take {dtype}', advice)

    return takes


def _computed_in(call: Call) -> DTypeFact:
    """The dtype that is asked for, or that the operands are promoted to; UNKNOWN where nothing is computed."""
    if any(Dim.of(0) in tensor.shape.left + tensor.shape.right for tensor in call.tensors):
        return UNKNOWN  # torch starts no kernel for no items, and it is the kernel that refuses
    asked = call["dtype"]
    try:
        return asked if isinstance(asked, DType) else promoted(call)
    except Refused:
        return UNKNOWN  # the dtype column says it


def each(*categories: Category) -> Takes:
    """Takes calls whose operands each are of one of these kinds, before any promotion."""

    def takes(call: Call) -> None:
        for operand in operands(call):
            if isinstance(operand, TensorFact) and isinstance(operand.dtype, DType):
                _demand(call, operand.dtype, categories)
            elif isinstance(operand, bool) and Category.BOOL not in categories:
                raise refuse(Kind.DTYPE, f'"{call.name}" does not take a bool', "use a number")

    return takes


def floats_by_class(call: Call) -> None:
    """Takes floats, with classes as int64 or uint8 (`nll_loss_forward_out_cpu_template` in LossNLL.cpp)."""
    floats(call)
    target = call.tensor("target").dtype
    counted = isinstance(target, DType) and target.category in {Category.BOOL, Category.INTEGER}
    if counted and target not in {INT64, UINT8}:
        raise refuse(Kind.DTYPE, f'"{call.name}" takes classes as int64, not {target}', "cast the target with .long()")


def unless_zero_dim(takes: Takes) -> Takes:
    """Takes zero-dim tensors of any dtype: torch copies the one item before it looks (ReduceOpsUtils.h)."""
    return lambda call: None if call.first.shape.rank == 0 else takes(call)


def both(*words: Takes) -> Takes:
    """Takes what each of the words does."""

    def takes(call: Call) -> None:
        for word in words:
            word(call)

    return takes


def narrowed(takes: Takes | None = None, **kernels: Takes) -> Takes:
    """Takes what the word does, and where all tensors lie on a device of one of these types what its kernels do too."""

    def narrow(call: Call) -> None:
        if takes is not None:
            takes(call)
        types = {tensor.device.type if isinstance(tensor.device, Device) else "" for tensor in call.tensors}
        type_ = types.pop() if len(types) == 1 else ""
        if type_ in kernels:
            try:
                kernels[type_](call)
            except Refused as refused:
                raise refuse(Kind.DTYPE, f"{refused.problem.reason} on {type_}", refused.problem.advice) from None

    return narrow


def _demand(call: Call, dtype: DType, categories: tuple[Category, ...], but: Collection[DType] = ()) -> None:
    if dtype.category not in categories or dtype in but:
        wanted = (dtype.category,) if dtype.category in categories else categories
        advice = next((words for category, words in _ADVICE if category in wanted), "")
        raise refuse(Kind.DTYPE, f'"{call.name}" does not take {dtype}', advice)


integral: Final = _taking(Category.BOOL, Category.INTEGER)
integers: Final = _taking(Category.INTEGER)
floats: Final = _taking(Category.FLOAT)
inexact: Final = _taking(Category.FLOAT, Category.COMPLEX)
real: Final = _taking(Category.BOOL, Category.INTEGER, Category.FLOAT)
ordered: Final = _taking(Category.INTEGER, Category.FLOAT)
numeric: Final = _taking(Category.INTEGER, Category.FLOAT, Category.COMPLEX)
no_bools: Final = each(Category.INTEGER, Category.FLOAT, Category.COMPLEX)
complexes: Final = _taking(Category.COMPLEX)
wide_floats: Final = _taking_only(FLOAT32, FLOAT64)
wide: Final = _taking_only(FLOAT32, FLOAT64, COMPLEX64, COMPLEX128)
no_halves: Final = _taking(*Category, but=(FLOAT16, BFLOAT16))
no_float8s: Final = _taking(*Category, but=FLOAT8S)
no_half_complexes: Final = _taking(*Category, but=(COMPLEX32,))
inexact_on_cuda: Final = narrowed(cuda=inexact)
no_float8s_on_cuda: Final = narrowed(cuda=no_float8s)
multiplied: Final = both(inexact, no_float8s)
"""What CUDA's kernels of matrix products take (`addmm_cuda`, `baddbmm_cuda`, `dot` in aten/src/ATen/native/cuda)."""
multiplied_on_cuda: Final = narrowed(cuda=multiplied)

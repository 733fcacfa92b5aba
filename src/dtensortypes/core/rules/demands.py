"""Words for what an operation demands of its arguments, apart from what meets in its columns.

Each refuses what torch's own checks refuse (`TORCH_CHECK` in aten/src/ATen/native, `raise` in torch/nn/functional.py),
and only where the arguments are known: a literal, a dtype, the number of dims, the size of a dim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import ge, gt, le, lt, ne
from typing import Final

from dtensortypes.core.algebra.axes import counted, normal_dims, size_at
from dtensortypes.core.facts.device import Device
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import BOOL, Category, DType
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import Unknown
from dtensortypes.core.facts.value import Value
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.arguments import as_dims, as_int
from dtensortypes.core.rules.call import Call, leaves
from dtensortypes.core.rules.dtypes import must_match
from dtensortypes.core.rules.words import Demand

_KINDS: Final = {Category.INTEGER: ("integers", "long"), Category.FLOAT: ("floats", "float")}
_ZERO: Final = Dim.of(0)
_MOST_DIMS: Final = 64  # `dim_list_to_bitset` in aten/src/ATen/WrapDimUtilsMulti.h

# --- numbers and words


def at_least(limit: float, *parameters: str) -> Demand:
    """These numbers, or each of several, are no smaller."""
    return _compared(parameters, ">=", limit, ge)


def at_most(limit: float, *parameters: str) -> Demand:
    """These numbers, or each of several, are no larger."""
    return _compared(parameters, "<=", limit, le)


def above(limit: float, *parameters: str) -> Demand:
    """These numbers, or each of several, are greater."""
    return _compared(parameters, ">", limit, gt)


def below(limit: float, *parameters: str) -> Demand:
    """These numbers, or each of several, are smaller."""
    return _compared(parameters, "<", limit, lt)


def other_than(limit: float, *parameters: str) -> Demand:
    """These numbers, or each of several, are not this one."""
    return _compared(parameters, "!=", limit, ne)


def _compared(parameters: tuple[str, ...], sign: str, limit: float, fits: Callable[[float, float], bool]) -> Demand:
    def demand(call: Call) -> None:
        for name in parameters:
            for number in numbers(call[name]):
                if not fits(number, limit):
                    raise refuse(Kind.SHAPE, f'"{call.name}" takes {name.rstrip("_")} {sign} {limit}, not {number}')

    return demand


def in_order(lower: str, upper: str) -> Demand:
    """The one number is no larger than the other."""

    def demand(call: Call) -> None:
        for low, high in zip(numbers(call[lower]), numbers(call[upper]), strict=False):
            if low > high:
                raise refuse(Kind.SHAPE, f'"{call.name}" takes {lower.rstrip("_")} <= {upper}, not {low} and {high}')

    return demand


def smaller(lower: str, upper: str) -> Demand:
    """The one number is smaller than the other."""

    def demand(call: Call) -> None:
        for low, high in zip(numbers(call[lower]), numbers(call[upper]), strict=False):
            if low >= high:
                raise refuse(Kind.SHAPE, f'"{call.name}" takes {lower.rstrip("_")} < {upper}, not {low} and {high}')

    return demand


def divisible(whole: str, parts: str) -> Demand:
    """The one number is a multiple of the other."""

    def demand(call: Call) -> None:
        for number, count in zip(numbers(call[whole]), numbers(call[parts]), strict=False):
            if count and number % count:
                raise refuse(Kind.SHAPE, f'"{call.name}" takes {whole} that {parts} divides, not {number} and {count}')

    return demand


def one_of(parameter: str, *choices: str | int) -> Demand:
    """The argument is one of these words or numbers."""

    def demand(call: Call) -> None:
        asked = call[parameter]
        if isinstance(asked, str | int) and not isinstance(asked, bool) and asked not in choices:
            *others, last = (f'"{one}"' if isinstance(one, str) else str(one) for one in choices)
            found = f'"{asked}"' if isinstance(asked, str) else asked
            raise refuse(Kind.SHAPE, f'"{call.name}" takes {parameter} {", ".join(others)} or {last}, not {found}')

    return demand


def numbers(value: Value) -> Iterator[float]:
    """The numbers that are known among the value, or among its items."""
    for leaf in leaves(value):
        if isinstance(leaf, int | float) and not isinstance(leaf, bool):
            yield leaf
        elif isinstance(leaf, Dim) and leaf.constant is not None:
            yield leaf.constant


# --- how many dims, and which


def of_dims(parameter: str, *ranks: int) -> Demand:
    """The tensor has one of these numbers of dims."""

    def demand(call: Call) -> None:
        shape = shape_of(call, parameter)
        if shape and not any(may_have(shape, rank) for rank in ranks):
            *others, last = ranks
            wanted = f"{', '.join(map(str, others))} or {counted(last)}" if others else counted(last)
            raise _refuse_rank(call, parameter, wanted, shape)

    return demand


def of_dims_or_more(parameter: str, least: int) -> Demand:
    """The tensor has at least so many dims."""

    def demand(call: Call) -> None:
        shape = shape_of(call, parameter)
        if shape and shape.rank is not None and shape.rank < least:
            raise _refuse_rank(call, parameter, f"{counted(least)} or more", shape)

    return demand


def _refuse_rank(call: Call, parameter: str, wanted: str, shape: Shape) -> Exception:
    if wanted == counted(0):
        reason = f'"{call.name}" takes {parameter} as a number or a zero-dim tensor, not of shape {shape}'
        return refuse(Kind.SHAPE, reason)
    whose = "" if parameter in {"self", "input"} else f" of {parameter}"
    return refuse(Kind.SHAPE, f'"{call.name}" takes {wanted}{whose}, not shape {shape}')


def shape_of(call: Call, parameter: str) -> Shape | None:
    """The shape of the argument, if it is a tensor; a shape with no dims at all is true too."""
    value = call[parameter]
    return value.shape if isinstance(value, TensorFact) else None


def may_have(shape: Shape, rank: int) -> bool:
    """Whether the shape may have so many dims."""
    return shape.rank == rank or (shape.rank is None and shape.least_rank <= rank)


def existing(parameter: str = "dim") -> Demand:
    """The argument names dims that are there, each of them once."""

    def demand(call: Call) -> None:
        dims, rank = as_dims(call[parameter]), call.first.shape.rank
        if rank is not None and dims is not None and not isinstance(dims, Unknown):
            normal_dims((dims,) if isinstance(dims, int) else dims, rank)

    return demand


def some_items(call: Call) -> None:
    """There is something to choose from along the dim, or of all items (ReduceOpsUtils.h)."""
    shape, dims = call.first.shape, as_dims(call["dim"])
    if isinstance(dims, Unknown):
        return
    dims = (dims,) if isinstance(dims, int) else (dims or ())
    empty = [dim for dim in dims if size_at(shape, dim) == _ZERO]
    if empty or (not dims and _ZERO in shape.left + shape.right):
        where = f"dim {empty[0]} of " if empty else ""
        raise refuse(Kind.SHAPE, f'"{call.name}" chooses among items, and {where}shape {shape} has none')


def few_dims(call: Call) -> None:
    """Some dims of a tensor are reduced by a bit for each, of which there are 64."""
    shape = call.first.shape
    if as_dims(call["dim"]) not in {None, ()} and shape.least_rank > _MOST_DIMS:
        raise refuse(Kind.SHAPE, f'"{call.name}" reduces tensors of up to {_MOST_DIMS} dims, not of {shape.least_rank}')


def place_in_dim(parameter: str, least: int = 1) -> Demand:
    """The number is a count of items that the dim has: `k` of `topk`."""

    def demand(call: Call) -> None:
        count, dim, shape = as_int(call[parameter]), as_int(call["dim"]), call.first.shape
        if isinstance(count, Unknown) or isinstance(dim, Unknown):
            return
        size = Dim.of(1) if shape.rank == 0 else size_at(shape, dim)
        most = size.constant if isinstance(size, Dim) else None
        if count < least or (most is not None and count > most):
            range_ = (
                f"{least} to {most}, the size of dim {dim}" if most is not None else f"{least} to the size of dim {dim}"
            )
            raise refuse(Kind.SHAPE, f'"{call.name}" takes {parameter} from {range_}, not {count}')

    return demand


# --- other tensors


def of_kind(parameter: str, *categories: Category) -> Demand:
    """The tensor's dtype is of one of these kinds."""

    def demand(call: Call) -> None:
        dtype = dtype_of(call, parameter)
        if isinstance(dtype, DType) and dtype.category not in categories:
            kind, cast = _KINDS[max(categories)]
            raise refuse(Kind.DTYPE, f'"{call.name}" takes {kind} as {parameter}, not {dtype}', f"cast with .{cast}()")

    return demand


def mask(parameter: str, *others: DType) -> Demand:
    """The tensor is bool, or of one of the older dtypes that still will do."""

    def demand(call: Call) -> None:
        dtype = dtype_of(call, parameter)
        if isinstance(dtype, DType) and dtype not in {BOOL, *others}:
            raise refuse(Kind.DTYPE, f'"{call.name}" takes a {parameter} of bool, not {dtype}', "cast it with .bool()")

    return demand


def dtype_of(call: Call, parameter: str) -> object:
    """The dtype of the argument, if it is a tensor."""
    value = call[parameter]
    return value.dtype if isinstance(value, TensorFact) else None


def in_one_dtype(*parameters: str) -> Demand:
    """These tensors have one dtype, though they take no part in the result's."""
    return lambda call: _discard(must_match(call.about(*parameters)))


def _discard(_found: object) -> None:
    """What is found is not wanted, only what is refused."""


def no_kernel_on(device_type: str) -> Demand:
    """No tensor lies on a device of this type."""

    def demand(call: Call) -> None:
        if any(isinstance(one.device, Device) and one.device.type == device_type for one in call.tensors):
            raise refuse(Kind.DEVICE, f'"{call.name}" has no kernel on {device_type}', "move the tensor with .cpu()")

    return demand


def one_or_more(parameter: str) -> Demand:
    """The list is not empty."""

    def demand(call: Call) -> None:
        if call[parameter] == ():
            raise refuse(Kind.SHAPE, f'"{call.name}" takes at least one of {parameter}, and the list is empty')

    return demand

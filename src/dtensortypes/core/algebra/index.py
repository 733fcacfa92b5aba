"""Indexing with integers, slices, None, `...`, masks and index tensors.

Torch first takes integers and slices (torch/csrc/autograd/python_variable_indexing.cpp), then all index tensors at
once (aten/src/ATen/native/TensorAdvancedIndexing.cpp): their common dims stand where they stood side by side, else in
front.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import EllipsisType
from typing import Final, NamedTuple, TypeAlias

from dtensortypes.core.algebra.align import between, ends
from dtensortypes.core.algebra.axes import chained
from dtensortypes.core.algebra.broadcast import ONE, broadcast, proved_different
from dtensortypes.core.algebra.lift import DTYPE_DOMAIN
from dtensortypes.core.algebra.slices import sliced
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.dtype import BOOL, INT32, INT64, UINT8, Category, DTypeFact
from dtensortypes.core.facts.shape import SCALAR, UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.facts.value import Items, Number, Slice, Value
from dtensortypes.core.problems import Kind, refuse

MASKS: Final = frozenset({BOOL, UINT8})
INDEXES: Final = frozenset({INT32, INT64})


class Pick(NamedTuple):
    """One place of a dim, which is gone afterwards; the place may not be known."""

    at: int | None = None


class New:
    """A new dim of size 1."""


class Gather(NamedTuple):
    """An index tensor: its dims stand for the dim it indexes."""

    shape: Shape


class Mask(NamedTuple):
    """A mask: one dim of unknown size for all the dims it covers."""

    shape: Shape


Part: TypeAlias = Pick | Slice | New | Gather | Mask
Slot: TypeAlias = DimFact | Shape
"""What stands in the result: a dim, or, as a shape, an index tensor's dims."""


def indexed(shape: Shape, index: Value) -> Shape:
    """The shape of `tensor[index]`; a tuple is several items, and a tuple in it is a list of indexes."""
    if isinstance(index, Items) and not index.is_list:
        return UNKNOWN_SHAPE
    items = index if isinstance(index, tuple) else (index,)
    dots = [at for at, item in enumerate(items) if item is ...]
    parts = [None if isinstance(item, EllipsisType) else part_of(item) for item in items]
    if len(dots) > 1 or any(part is None for at, part in enumerate(parts) if at not in dots):
        return UNKNOWN_SHAPE
    middle = dots[0] if dots else _without_whole(parts) if shape.run else len(parts)
    lefts, rights = ([part for part in some if part] for some in (parts[:middle], parts[middle:]))
    count, count_right = sum(map(_taken, lefts)), sum(map(_taken, rights))
    if shape.rank is not None and count + count_right > shape.rank:
        raise refuse(Kind.SHAPE, f"{count + count_right} indexes are too many for shape {shape}")
    dims = ends(shape, count, count_right)
    return _assembled(
        _slots(lefts, dims[:count], shape), between(shape, count, count_right), _slots(rights, dims[count:], shape)
    )


def _without_whole(parts: Sequence[Part | None]) -> int:
    """How many parts stand before those at the end that take all: `x[0, :]` keeps the last dim, as `x[0, ..., :]`."""
    count = len(parts)
    while count and parts[count - 1] == Slice():
        count -= 1
    return count


def part_of(item: Value) -> Part | None:
    """What one item of an index does, if that is known."""
    match item:
        case None:
            return New()
        case bool() | Number(category=Category.BOOL):
            return Mask(SCALAR)
        case int():
            return Pick(item)
        case Dim():
            return Pick(item.constant)
        case Number(category=Category.INTEGER):
            return Pick()
        case Slice():
            return item
        case TensorFact() | ArrayFact():
            return _tensor_part(item)
        case Items() | tuple():
            return _list_part(item)
        case _:
            return None


def _tensor_part(tensor: TensorFact | ArrayFact) -> Part | None:
    if isinstance(tensor.dtype, Unknown) or tensor.dtype is None:
        return None
    dtypes = DTYPE_DOMAIN.possible(tensor.dtype)
    if dtypes <= MASKS:
        return Mask(tensor.shape) if tensor.shape.rank is not None else None
    if dtypes & MASKS:
        return None
    _refuse_other_dtypes(tensor)
    return Pick() if tensor.shape == SCALAR else Gather(tensor.shape)


def _refuse_other_dtypes(tensor: TensorFact | ArrayFact) -> None:
    fact: DTypeFact = UNKNOWN if tensor.dtype is None else tensor.dtype
    possible = DTYPE_DOMAIN.possible(fact)
    is_number = not tensor.shape.least_rank and any(dtype.is_integer for dtype in possible)  # torch takes it for one
    if isinstance(tensor, TensorFact) and not is_number and not possible & INDEXES:
        raise refuse(Kind.DTYPE, f"an index tensor is int64, int32, bool or uint8, not {fact.notation}", "use .long()")


def _list_part(items: Items | tuple[Value, ...]) -> Part | None:
    """A list of indexes, or of bools, is a tensor of them."""
    if isinstance(items, Items):
        return Gather(Shape((UNKNOWN,))) if isinstance(part_of(items.item), Pick) else None
    parts = [part_of(item) for item in items]
    if all(isinstance(part, Pick) for part in parts):
        return Gather(Shape.of(len(parts)))
    shapes = {part.shape for part in parts if isinstance(part, Gather | Mask)}
    if len(shapes) > 1 or len({type(part) for part in parts}) > 1:
        return None
    match parts[0]:
        case Gather(shape=shape):
            return Gather(chained(Shape.of(len(parts)), shape))
        case Mask(shape=shape):
            return Mask(chained(Shape.of(len(parts)), shape))
        case _:
            return None


def _taken(part: Part) -> int:
    """How many dims the part is about."""
    return len(part.shape.left) if isinstance(part, Mask) else int(not isinstance(part, New))


def _slots(parts: Sequence[Part], dims: Sequence[DimFact], shape: Shape) -> list[Slot]:
    """What each part makes of the dims it is about."""
    slots: list[Slot] = []
    at = 0
    for part in parts:
        slots += _slot(part, dims[at : at + _taken(part)], shape)
        at += _taken(part)
    return slots


def _slot(part: Part, dims: Sequence[DimFact], shape: Shape) -> list[Slot]:
    match part:
        case New():
            return [ONE]
        case Slice():
            return [sliced(dims[0], part)]
        case Gather():
            return [part.shape]
        case Pick(at=at):
            size = dims[0].constant if isinstance(dims[0], Dim) else None
            if at is not None and size is not None and not -size <= at < size:
                raise refuse(Kind.SHAPE, f"index {at} is out of bounds for a dim of size {size} of {shape}")
            return []
        case Mask():
            if any(map(proved_different, part.shape.left, dims)):
                raise refuse(Kind.SHAPE, f"a mask of shape {part.shape} does not fit the shape {shape} it indexes")
            return [Shape((UNKNOWN,))]


def _assembled(left: list[Slot], middle: Shape, right: list[Slot]) -> Shape:
    """The result of all slots, index tensors put where torch puts them."""
    gathered = [slot for slot in left + right if isinstance(slot, Shape)]
    if not gathered:
        return chained(_dims(left), middle, _dims(right))
    both_sides = any(isinstance(slot, Shape) for slot in left) and any(isinstance(slot, Shape) for slot in right)
    if both_sides and middle.run and not middle.least_rank:
        return UNKNOWN_SHAPE
    common = broadcast(*gathered)
    places = [at for at, slot in enumerate(left + right) if isinstance(slot, Shape)]
    side_by_side = places[-1] - places[0] == len(places) - 1 and not (both_sides and middle.least_rank)
    if not side_by_side:
        # One that may be zero-dim would be taken for an integer, and might not part the others.
        any_scalar = any(shape.rank is None and not shape.least_rank for shape in gathered)
        return UNKNOWN_SHAPE if any_scalar else chained(common, _dims(left), middle, _dims(right))
    first = places[0]
    if first < len(left):
        rest = chained(_dims(left[first:]), middle, _dims(right))
        return chained(_dims(left[:first]), common, rest)
    return chained(_dims(left), middle, _dims(right[: first - len(left)]), common, _dims(right[first - len(left) :]))


def _dims(slots: Sequence[Slot]) -> Shape:
    """The dims among the slots."""
    return Shape(tuple(slot for slot in slots if not isinstance(slot, Shape)))

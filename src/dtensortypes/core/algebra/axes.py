"""Dims found by their index, in shapes of which not all dims are known; torch's words where there is no such dim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dtensortypes.core.facts.dim import DimFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Run, Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Kind, Refused, refuse


def normal(dim: int, rank: int) -> int:
    """The index counted from the left; a zero-dim tensor has a dim 0 by courtesy (c10/core/WrapDimMinimal.h)."""
    places = max(rank, 1)
    if not -places <= dim < places:
        raise _out_of_range(dim, places)
    return dim % places


def normal_dims(dims: Sequence[int], rank: int) -> tuple[int, ...]:
    """Several indices counted from the left, each of them once."""
    found = tuple(normal(dim, rank) for dim in dims)
    twice = next((dim for dim in found if found.count(dim) > 1), None)
    if twice is not None:
        raise refuse(Kind.SHAPE, f"dim {twice} appears multiple times in the list of dims")
    return found


def located(shape: Shape, dim: int) -> int | None:
    """The index counted from its own end of the shape; None where a run hides which dim it is."""
    if shape.run is None:
        return normal(dim, len(shape.left))
    return dim if -len(shape.right) <= dim < len(shape.left) else None


def size_at(shape: Shape, dim: int) -> DimFact:
    """The size of one dim; that of a zero-dim tensor's dim 0 is not known, for there is none."""
    place = located(shape, dim)
    if place is None or (shape.run is None and not shape.left):
        return UNKNOWN
    return shape.left[place] if place >= 0 else shape.right[place]


def replaced(shape: Shape, changes: Mapping[int, Sequence[DimFact]]) -> Shape:
    """The shape with each of the named dims replaced by any number of dims, none included."""
    if shape.run is None:
        if not shape.left:
            return shape
        places = {normal(dim, len(shape.left)): tuple(new) for dim, new in changes.items()}
        return Shape(_spliced(shape.left, places))
    new_left = _spliced(shape.left, {dim: tuple(new) for dim, new in changes.items() if dim >= 0})
    from_right = {dim + len(shape.right): tuple(new) for dim, new in changes.items() if dim < 0}
    new_right = _spliced(shape.right, from_right)
    hidden = [dim for dim in changes if located(shape, dim) is None]
    if not hidden:
        return Shape(new_left, shape.run, new_right)
    # A hidden dim counted from the left may lie in the run or right of it, so only what is left of it stays known.
    left = () if any(dim < 0 for dim in hidden) else new_left
    right = () if any(dim >= 0 for dim in hidden) else new_right
    return Shape(left, Run(), right)


def inserted(shape: Shape, dim: int, new: DimFact) -> Shape:
    """The shape with one more dim, which has the index `dim` afterwards."""
    if shape.run is None:
        at = normal(dim, len(shape.left) + 1)
        return Shape((*shape.left[:at], new, *shape.left[at:]))
    if 0 <= dim <= len(shape.left):
        return Shape((*shape.left[:dim], new, *shape.left[dim:]), shape.run, shape.right)
    at = len(shape.right) + dim + 1
    if dim < 0 <= at:
        return Shape(shape.left, shape.run, (*shape.right[:at], new, *shape.right[at:]))
    return Shape(shape.left, Run()) if dim >= 0 else Shape((), Run(), shape.right)


def chained(*shapes: Shape) -> Shape:
    """The dims of all shapes, one after the other; two runs and what lies between them become one run."""
    total = Shape()
    for shape in shapes:
        if total.run is None:
            total = Shape(total.left + shape.left, shape.run, shape.right)
        elif shape.run is None:
            total = Shape(total.left, total.run, total.right + shape.left)
        else:
            total = Shape(total.left, Run(), shape.right)
    return total


def as_rank(shape: Shape, rank: int, words: str, advice: str = "") -> tuple[DimFact, ...]:
    """The dims of a shape that must have `rank` of them, where `words` say whose it is; refused if it has not."""
    if shape.rank not in {None, rank} or shape.least_rank > rank:
        raise refuse(Kind.SHAPE, f"{words} must have {counted(rank)}, and has shape {shape}", advice)
    return shape.left + (UNKNOWN,) * (rank - shape.least_rank) + shape.right


def counted(count: int) -> str:
    """A number of dims in words."""
    return f"{count} dim{'' if count == 1 else 's'}"


def without_last(shape: Shape, count: int) -> Shape | None:
    """The shape without its last dims; None where a run hides which they are."""
    if shape.run is None:
        return Shape(shape.left[: len(shape.left) - count])
    return Shape(shape.left, shape.run, shape.right[: len(shape.right) - count]) if len(shape.right) >= count else None


def anything(rank: int | None) -> Shape:
    """The shape with this many dims of unknown sizes."""
    return UNKNOWN_SHAPE if rank is None else Shape((UNKNOWN,) * rank)


def _spliced(dims: Sequence[DimFact], places: Mapping[int, tuple[DimFact, ...]]) -> tuple[DimFact, ...]:
    return tuple(new for at, dim in enumerate(dims) for new in places.get(at, (dim,)))


def _out_of_range(dim: int, places: int) -> Refused:
    return refuse(
        Kind.SHAPE, f"dimension out of range: expected to be in range of [{-places}, {places - 1}], but got {dim}"
    )

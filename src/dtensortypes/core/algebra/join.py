"""Tensors put together and taken apart along a dim: cat, stack, split, chunk, unbind."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import combinations
from typing import Final, TypeAlias

from dtensortypes.core.algebra.align import meet, unlike
from dtensortypes.core.algebra.axes import inserted, replaced, size_at
from dtensortypes.core.algebra.bounds import at_least, ceiling
from dtensortypes.core.algebra.broadcast import proved_different
from dtensortypes.core.algebra.slices import sliced
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Run, Shape
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.facts.value import Slice, Value
from dtensortypes.core.problems import Kind, refuse

Pieces: TypeAlias = tuple[Shape, ...] | Shape
"""The shapes of the pieces, or one shape that all of them have where their number is not known."""

EMPTY: Final = Shape.of(0)
_EMPTY_SIZE: Final = Dim.of(0)
_MOST_PIECES: Final = 64


def concatenated(shapes: Sequence[Shape], dim: int = 0) -> Shape:
    """The shape of `cat`: the sizes along one dim added, all others equal."""
    if any(shape.rank == 0 for shape in shapes):
        raise refuse(Kind.SHAPE, f"a zero-dim tensor cannot be concatenated: shapes {_listed(shapes)}")
    # An empty vector among tensors of any shape is skipped, see aten/src/ATen/native/TensorShape.h.
    kept = [shape for shape in shapes if shape != EMPTY]
    doubtful = [shape for shape in kept if _may_be_skipped(shape, kept)]
    certain = [shape for shape in kept if shape not in doubtful]
    if not certain:
        return UNKNOWN_SHAPE if doubtful else EMPTY
    total = summed([size_at(shape, dim) for shape in certain])
    rest = _agreed([replaced(shape, {dim: (UNKNOWN,)}) for shape in certain], shapes, f"but in dim {dim}")
    # Beside a tensor of more dims, a vector adds nothing: it is empty, or torch refuses.
    nothing_added = all(shape.rank == 1 for shape in doubtful) and any(shape.least_rank > 1 for shape in certain)
    return replaced(rest, {dim: (total if nothing_added or not doubtful else UNKNOWN,)})


def concatenated_many(item: Shape, dim: int = 0) -> Shape:
    """The shape of `cat` over a list of unknown length."""
    size_at(item, dim)
    return replaced(item, {dim: (UNKNOWN,)})


def stacked(shapes: Sequence[Shape], dim: int = 0) -> Shape:
    """The shape of `stack`: one more dim, as long as there are tensors, all of them of one shape."""
    return inserted(_agreed(shapes, shapes, "to be stacked"), dim, Dim.of(len(shapes)))


def stacked_many(item: Shape, dim: int = 0) -> Shape:
    """The shape of `stack` over a list of unknown length."""
    return inserted(item, dim, UNKNOWN)


def summed(sizes: Sequence[DimFact]) -> DimFact:
    """The sum of sizes; UNKNOWN as soon as one of them is."""
    known = [size for size in sizes if isinstance(size, Dim)]
    return sum(known, start=Dim.of(0)) if len(known) == len(sizes) else UNKNOWN


def split(shape: Shape, sizes: DimFact | Sequence[DimFact], dim: int = 0) -> Pieces:
    """The shapes of `split`: pieces of one size, the last one perhaps smaller, or pieces of these sizes."""
    whole = _whole(shape, dim)
    if isinstance(sizes, Sequence):
        if proved_different(summed(sizes), whole):
            raise refuse(Kind.SHAPE, f"pieces of {_sum(sizes)} do not make up dim {dim} of {shape}")
        return tuple(replaced(shape, {dim: (size,)}) for size in sizes)
    return _pieces(shape, dim, _equal_pieces(whole, sizes))


def chunked(shape: Shape, count: int, dim: int = 0) -> Pieces:
    """The shapes of `chunk`: as many pieces as asked for, or fewer, of one size but for the last one."""
    if count < 1:
        raise refuse(Kind.SHAPE, f"chunk makes at least 1 piece, not {count}")
    whole = _whole(shape, dim)
    if isinstance(whole, Unknown):
        return _pieces(shape, dim, None)
    if whole.constant == 0:
        return (shape,) * count
    piece = ceiling(whole, count)
    if whole.constant is not None:
        return _pieces(shape, dim, _equal_pieces(whole, piece))
    if (whole % count).constant == 0:
        return (replaced(shape, {dim: (piece,)}),) * count
    # Whatever the size, from 2 on there are two halves; three thirds there are not of a size of 4.
    halves = count == 2 and at_least(whole, Dim.of(2))
    return _pieces(shape, dim, (piece, whole // 2) if halves else None)


def shared_out(shape: Shape, count: int, dim: int = 0) -> Pieces:
    """The shapes of `tensor_split` into so many pieces, the first ones longer by 1 where they cannot be equal."""
    if count < 1:
        raise refuse(Kind.SHAPE, f"tensor_split makes at least 1 piece, not {count}")
    whole = _whole(shape, dim)
    if isinstance(whole, Unknown) or count > _MOST_PIECES:
        return _pieces(shape, dim, None)
    return _pieces(shape, dim, tuple((whole + (count - 1 - at)) // count for at in range(count)))


def cut(shape: Shape, places: Sequence[Value], dim: int = 0) -> Pieces:
    """The shapes of `tensor_split` at these places."""
    whole = _whole(shape, dim)
    bounds = map(Slice, (0, *places), (*places, None))
    return tuple(replaced(shape, {dim: (sliced(whole, one),)}) for one in bounds)


def unbound(shape: Shape, dim: int = 0) -> Pieces:
    """The shapes of `unbind`: one for each place along a dim, which is gone."""
    whole, piece = _whole(shape, dim), replaced(shape, {dim: ()})
    count = whole.constant if isinstance(whole, Dim) else None
    return piece if count is None or count > _MOST_PIECES else (piece,) * count


def _whole(shape: Shape, dim: int) -> DimFact:
    """The size of the dim to take apart."""
    if shape.rank == 0:
        raise refuse(Kind.SHAPE, "a zero-dim tensor has no dim to take apart")
    return size_at(shape, dim)


def _may_be_skipped(shape: Shape, among: Sequence[Shape]) -> bool:
    """Whether the tensor may be an empty vector while others are none."""
    if shape.rank == 1:
        # As a vector among vectors it counts in any case, by a size that may be 0.
        empty = not proved_different(shape.left[0], _EMPTY_SIZE)
        return empty and any(other.rank is None or other.rank > 1 for other in among)
    known = shape.left + shape.right
    empty = shape.least_rank < 2 and shape.run is not None and not any(proved_different(d, _EMPTY_SIZE) for d in known)
    # Two shapes with one run are of one rank; two runs without a name are not known to be one.
    return empty and len(among) > 1 and (shape.run == Run() or any(other != shape for other in among))


def _agreed(parts: Sequence[Shape], shapes: Sequence[Shape], words: str) -> Shape:
    kinds = list(dict.fromkeys(parts))  # most are alike
    if any(unlike(first, second) for first, second in combinations(kinds, 2)):
        raise refuse(Kind.SHAPE, f"shapes {_listed(shapes)} must be equal {words}")
    return reduce(meet, kinds)


def _equal_pieces(whole: DimFact, size: DimFact) -> tuple[DimFact, ...] | None:
    if isinstance(size, Dim) and size.constant is not None and size.constant < 0:
        raise refuse(Kind.SHAPE, f"a piece cannot have the size {size}")
    if size == _EMPTY_SIZE and proved_different(whole, size):
        raise refuse(Kind.SHAPE, "pieces of size 0 do not make up a dim that is not empty")
    if isinstance(whole, Unknown) or isinstance(size, Unknown):
        return None
    if not size.terms:
        return (size,) if whole == size else None
    exact, rest = (whole // size).constant, (whole % size).constant
    if exact is None or rest is None or exact > _MOST_PIECES:
        return None
    return (size,) * exact + ((Dim.of(rest),) if rest or not exact else ())


def _pieces(shape: Shape, dim: int, sizes: tuple[DimFact, ...] | None) -> Pieces:
    if sizes is None:
        return replaced(shape, {dim: (UNKNOWN,)})
    return tuple(replaced(shape, {dim: (size,)}) for size in sizes)


def _sum(sizes: Sequence[DimFact]) -> str:
    return " + ".join("_" if isinstance(size, Unknown) else size.notation for size in sizes)


def _listed(shapes: Sequence[Shape]) -> str:
    return ", ".join(str(shape) for shape in shapes)

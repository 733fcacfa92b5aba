"""Words for shapes of what is put together and taken apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dtensortypes.core.algebra import axes, join
from dtensortypes.core.algebra.reshape import unsqueezed
from dtensortypes.core.algebra.window import Window, slid
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.facts.value import Items, Value
from dtensortypes.core.rules.arguments import as_int, as_shape, as_size
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.words import ShapeWord

# --- put together


def concatenated(call: Call) -> Shape:
    """The sizes along `dim` added."""
    return _joined(call, as_int(call["dim"]), join.concatenated, join.concatenated_many)


def stacked(call: Call) -> Shape:
    """One more dim, as long as there are tensors."""
    return _joined(call, as_int(call["dim"]), join.stacked, join.stacked_many)


def concatenated_columns(call: Call) -> Shape:
    """`hstack`: vectors along their only dim, others along dim 1."""
    shapes = _shapes(call["tensors"])
    if shapes is None or not shapes or any(shape.rank is None for shape in shapes):
        return UNKNOWN_SHAPE
    grown = [_at_least(shape, 1) for shape in shapes]
    return join.concatenated(grown, 0 if grown[0].rank == 1 else 1)


def concatenated_rows(call: Call) -> Shape:
    """`vstack`: vectors as rows, others along dim 0."""
    shapes = _shapes(call["tensors"])
    if shapes is None or not shapes or any(shape.rank is None for shape in shapes):
        return UNKNOWN_SHAPE
    return join.concatenated([_at_least(shape, 2) for shape in shapes], 0)


def _joined(
    call: Call,
    dim: int | Unknown,
    some: Callable[[Sequence[Shape], int], Shape],
    many: Callable[[Shape, int], Shape],
) -> Shape:
    tensors = call["tensors"]
    if isinstance(dim, Unknown):
        return UNKNOWN_SHAPE
    if isinstance(tensors, Items):
        return many(_shape(tensors.item), dim)
    shapes = _shapes(tensors)
    return some(shapes, dim) if shapes else UNKNOWN_SHAPE


def _at_least(shape: Shape, rank: int) -> Shape:
    while shape.rank is not None and shape.rank < rank:
        shape = unsqueezed(shape, 0)
    return shape


def _shapes(value: Value) -> list[Shape] | None:
    return [_shape(item) for item in value] if isinstance(value, tuple) else None


def _shape(value: Value) -> Shape:
    return value.shape if isinstance(value, TensorFact) else UNKNOWN_SHAPE


# --- taken apart


def split_up(parameter: str) -> ShapeWord:
    """Pieces of one size, or of these sizes."""

    def word(call: Call) -> tuple[Shape, ...] | Items:
        sizes, dim = call[parameter], as_int(call["dim"])
        if isinstance(dim, Unknown) or isinstance(sizes, Unknown):
            return Items(UNKNOWN_SHAPE)
        if isinstance(sizes, tuple | Shape):
            listed = as_shape(sizes).dims
            return Items(UNKNOWN_SHAPE) if listed is None else _pieces(join.split(call.first.shape, listed, dim))
        return _pieces(join.split(call.first.shape, as_size(sizes), dim))

    return word


def chunked(call: Call) -> tuple[Shape, ...] | Items:
    """About equal pieces, as many as asked for or fewer."""
    count, dim = as_int(call["chunks"]), as_int(call["dim"])
    if isinstance(count, Unknown) or isinstance(dim, Unknown):
        return Items(UNKNOWN_SHAPE)
    return _pieces(join.chunked(call.first.shape, count, dim))


def unbound(call: Call) -> tuple[Shape, ...] | Items:
    """One piece for each place along a dim."""
    dim = as_int(call["dim"])
    return Items(UNKNOWN_SHAPE) if isinstance(dim, Unknown) else _pieces(join.unbound(call.first.shape, dim))


def _pieces(found: join.Pieces) -> tuple[Shape, ...] | Items:
    return Items(found) if isinstance(found, Shape) else found


# --- one piece


def narrowed(call: Call) -> Shape:
    """A dim cut to `length`."""
    dim = as_int(call["dim"])
    if isinstance(dim, Unknown):
        return axes.anything(call.first.shape.rank)
    return axes.replaced(call.first.shape, {dim: (as_size(call["length"]),)})


def selected(call: Call) -> Shape:
    """Without the dim of which one place is taken."""
    dim, rank = as_int(call["dim"]), call.first.shape.rank
    if isinstance(dim, Unknown):
        return axes.anything(rank and rank - 1)
    return axes.replaced(call.first.shape, {dim: ()})


def unfolded(call: Call) -> Shape:
    """Windows over a dim, each in a new last dim."""
    dim = as_int(call["dimension"])
    if isinstance(dim, Unknown) or call.first.shape.rank == 0:
        return UNKNOWN_SHAPE
    size = as_size(call["size"])
    count = slid(axes.size_at(call.first.shape, dim), Window(size, as_size(call["step"])))
    return axes.chained(axes.replaced(call.first.shape, {dim: (count,)}), Shape((size,)))


def at_most(parameter: str) -> ShapeWord:
    """`topk`: a dim cut to as many places as asked for."""

    def word(call: Call) -> Shape:
        dim = as_int(call["dim"])
        if isinstance(dim, Unknown):
            return axes.anything(call.first.shape.rank)
        return axes.replaced(call.first.shape, {dim: (as_size(call[parameter]),)})

    return word


def shortened(call: Call) -> Shape:
    """`diff`: a dim shorter by `n`."""
    dim, count = as_int(call["dim"]), as_int(call["n"])
    if isinstance(dim, Unknown):
        return axes.anything(call.first.shape.rank)
    size, added = axes.size_at(call.first.shape, dim), (call["prepend"], call["append"])
    if isinstance(size, Unknown) or isinstance(count, Unknown) or added != (None, None):
        return axes.replaced(call.first.shape, {dim: (UNKNOWN,)})
    return axes.replaced(call.first.shape, {dim: (size - count,)})

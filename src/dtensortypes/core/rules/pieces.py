"""Words for shapes of what is put together and taken apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import factorial, prod
from typing import Final

from dtensortypes.core.algebra import axes, join
from dtensortypes.core.algebra.broadcast import ONE
from dtensortypes.core.algebra.reduce import product
from dtensortypes.core.algebra.reshape import unsqueezed
from dtensortypes.core.algebra.slices import sliced
from dtensortypes.core.algebra.window import Window, slid
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.dtype import DType
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.facts.value import Items, Slice, Value
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.arguments import as_int, as_shape, as_size
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.words import ShapeWord

_LONG_CHOICE: Final = 4
"""The most items of a choice whose number is told as an expression."""

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
    grown = [at_least(shape, 1) for shape in shapes]
    return join.concatenated(grown, 0 if grown[0].rank == 1 else 1)


def concatenated_rows(call: Call) -> Shape:
    """`vstack`: vectors as rows, others along dim 0."""
    shapes = _shapes(call["tensors"])
    if shapes is None or not shapes or any(shape.rank is None for shape in shapes):
        return UNKNOWN_SHAPE
    return join.concatenated([at_least(shape, 2) for shape in shapes], 0)


def concatenated_depths(call: Call) -> Shape:
    """`dstack`: along dim 2, which vectors and matrices get first."""
    shapes = _shapes(call["tensors"])
    if shapes is None or not shapes or any(shape.rank is None for shape in shapes):
        return UNKNOWN_SHAPE
    return join.concatenated([at_least(shape, 3) for shape in shapes], 2)


def columns_stacked(call: Call) -> Shape:
    """`column_stack`: along dim 1, vectors as columns."""
    shapes = _shapes(call["tensors"])
    if shapes is None or not shapes or any(shape.rank is None for shape in shapes):
        return UNKNOWN_SHAPE
    return join.concatenated([as_columns(shape) for shape in shapes], 1)


def as_columns(shape: Shape) -> Shape:
    """The shape as `column_stack` grows it: a vector is a column."""
    return axes.chained(shape, Shape((ONE,) * (2 - len(shape.left))))


def blocks(call: Call) -> Shape:
    """`block_diag`: one matrix, with all of these along its diagonal."""
    shapes = _shapes(call["tensors"])
    if shapes is None or any(shape.rank is None for shape in shapes):
        return axes.anything(2)
    matrices = [at_least(shape, 2) for shape in shapes]
    if large := next((shape for shape in matrices if shape.rank != 2), None):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes matrices, not shape {large}')
    if not matrices:
        return Shape.of(1, 0)  # as torch has it
    return Shape(tuple(join.summed([shape.left[at] for shape in matrices]) for at in (0, 1)))


def pairings(call: Call) -> Shape:
    """`cartesian_prod`: a row for each choice of one item from every vector."""
    shapes = _shapes(call["tensors"])
    if shapes is None or not shapes:
        return UNKNOWN_SHAPE
    sizes = [axes.as_rank(shape, 1, "each tensor")[0] for shape in shapes]
    return Shape((product(sizes), Dim.of(len(sizes)))) if len(sizes) > 1 else Shape((sizes[0],))


def combined(call: Call) -> Shape:
    """`combinations`: a row for each choice of `r` items."""
    (size,), count = axes.as_rank(call.first.shape, 1, "the tensor"), as_int(call["r"])
    repeats = call["with_replacement"]
    if isinstance(count, Unknown) or not isinstance(repeats, bool):
        return axes.anything(2)
    if isinstance(size, Unknown) or not 0 <= count <= _LONG_CHOICE:
        return Shape((UNKNOWN, Dim.of(count)))
    factors = [size + at if repeats else size - at for at in range(count)]
    return Shape((prod(factors, start=ONE) // factorial(count), Dim.of(count))) if count else Shape.of(0)


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


def at_least(shape: Shape, rank: int) -> Shape:
    """The shape as torch grows it to so many dims: the third one comes last."""
    if rank == 3 and shape.rank is not None and shape.rank < 3:
        return unsqueezed(at_least(shape, 2), 2)
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


def shared_out(call: Call) -> tuple[Shape, ...] | Items:
    """`tensor_split`: into so many pieces, or at these places."""
    return _shared_out(call, call["indices_or_sections"], as_int(call["dim"]))


def split_along(dim: int, *, vectors: bool = False) -> ShapeWord:
    """`vsplit` and its kin: as tensor_split along this dim, in equal pieces; `hsplit` takes vectors too."""

    def word(call: Call) -> tuple[Shape, ...] | Items:
        shape, asked = call.first.shape, call["indices_or_sections"]
        if shape.rank is None:
            return Items(UNKNOWN_SHAPE)
        if shape.rank <= dim and not (vectors and shape.rank == 1):
            raise refuse(Kind.SHAPE, f'"{call.name}" takes {axes.counted(dim + 1)} or more, not shape {shape}')
        place = min(dim, shape.rank - 1)
        count, size = as_int(asked), axes.size_at(shape, place)
        if isinstance(count, int) and count and isinstance(size, Dim) and (size % count).constant:
            raise refuse(Kind.SHAPE, f'"{call.name}" makes equal pieces, and {size} is no multiple of {count}')
        return _shared_out(call, asked, place)

    return word


def _shared_out(call: Call, asked: Value, dim: int | Unknown) -> tuple[Shape, ...] | Items:
    count = as_int(asked)
    if isinstance(dim, Unknown):
        return Items(UNKNOWN_SHAPE)
    if isinstance(count, int):
        return _pieces(join.shared_out(call.first.shape, count, dim))
    if isinstance(asked, tuple):
        return _pieces(join.cut(call.first.shape, asked, dim))
    return Items(axes.replaced(call.first.shape, {dim: (UNKNOWN,)}))


def unbound(call: Call) -> tuple[Shape, ...] | Items:
    """One piece for each place along a dim."""
    dim = as_int(call["dim"])
    return Items(UNKNOWN_SHAPE) if isinstance(dim, Unknown) else _pieces(join.unbound(call.first.shape, dim))


def _pieces(found: join.Pieces) -> tuple[Shape, ...] | Items:
    return Items(found) if isinstance(found, Shape) else found


# --- one piece


def narrowed(call: Call) -> Shape:
    """A dim cut to `length`, from `start` on (aten/src/ATen/native/TensorShape.cpp)."""
    dim, shape, length = as_int(call["dim"]), call.first.shape, as_size(call["length"])
    if shape.rank == 0:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes 1 dim or more, not a zero-dim tensor')
    if isinstance(dim, Unknown):
        return axes.anything(shape.rank)
    if isinstance(start := call["start"], TensorFact) and not _is_place(start):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes a start that is a number, or a zero-dim tensor of integers')
    start, size = as_int(start), axes.size_at(shape, dim)
    if isinstance(start, int) and isinstance(size, Dim) and size.constant is not None:
        _refuse_outside(call, start, length, size.constant)
    return axes.replaced(shape, {dim: (length,)})


def _is_place(tensor: TensorFact) -> bool:
    return not tensor.shape.least_rank and not (isinstance(tensor.dtype, DType) and not tensor.dtype.is_integer)


def _refuse_outside(call: Call, start: int, length: DimFact, size: int) -> None:
    """The part lies in the dim; a start that is negative counts from its end."""
    if not -size <= start <= size:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes a start from {-size} to {size}, not {start}')
    count = length.constant if isinstance(length, Dim) else None
    first = start + size if start < 0 else start
    if count is not None and not 0 <= count <= size - first:
        raise refuse(Kind.SHAPE, f'"{call.name}" from {start} takes a length from 0 to {size - first}, not {count}')


def cut_along(call: Call) -> Shape:
    """`slice_copy`: a slice of one dim."""
    dim = as_int(call["dim"])
    if isinstance(dim, Unknown):
        return axes.anything(call.first.shape.rank)
    bounds = Slice(call["start"], call["end"], call["step"])
    return axes.replaced(call.first.shape, {dim: (sliced(axes.size_at(call.first.shape, dim), bounds),)})


def selected(call: Call) -> Shape:
    """Without the dim of which one place is taken."""
    dim, rank, index = as_int(call["dim"]), call.first.shape.rank, as_int(call["index"])
    if rank == 0:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes 1 dim or more, not a zero-dim tensor')
    if isinstance(dim, Unknown):
        return axes.anything(rank and rank - 1)
    size = axes.size_at(call.first.shape, dim)
    most = size.constant if isinstance(size, Dim) else None
    if isinstance(index, int) and most is not None and not -most <= index < most:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes an index from {-most} to {most - 1} in dim {dim}, not {index}')
    return axes.replaced(call.first.shape, {dim: ()})


def unfolded(call: Call) -> Shape:
    """Windows over a dim, each in a new last dim."""
    dim = as_int(call["dimension"])
    size = as_size(call["size"])
    if call.first.shape.rank == 0:
        return Shape((size,))
    if isinstance(dim, Unknown):
        return UNKNOWN_SHAPE
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

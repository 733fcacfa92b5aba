"""Words for shapes of diagonals and triangles."""

from __future__ import annotations

from collections.abc import Callable

from dtensortypes.core.algebra import diagonals as algebra
from dtensortypes.core.algebra.reduce import numel
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.arguments import as_int
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.words import ShapeWord


def diagonal(call: Call) -> Shape:
    """Two dims become one, their diagonal, which is the last."""
    return _along(call, algebra.diagonal)


def diagonal_matrices(call: Call) -> Shape:
    """`diag_embed`: the last dim becomes the diagonal of two."""
    return _along(call, algebra.spread)


def diagonal_or_matrix(call: Call) -> Shape:
    """`diag`: a matrix with this vector as its diagonal, or the diagonal of a matrix."""
    shape, offset = call.first.shape, as_int(call["diagonal"])
    if shape.rank == 1:
        return algebra.spread(shape, offset)
    if shape.rank not in {None, 2}:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes a vector or a matrix, not shape {shape}')
    return algebra.diagonal(shape, offset)


def diagonal_of_all(call: Call) -> Shape:
    """`diagflat`: a matrix with all items on its diagonal."""
    side = algebra.side(numel(call.first.shape), as_int(call["offset"]))
    return Shape((side, side))


def triangle(*, upper: bool) -> ShapeWord:
    """`tril_indices`: the rows, and the columns, of all places of a triangle."""

    def word(call: Call) -> Shape:
        rows, columns, offset = (as_int(call[name]) for name in ("row", "col", "offset"))
        if isinstance(rows, Unknown) or isinstance(columns, Unknown) or isinstance(offset, Unknown):
            return Shape((Dim.of(2), UNKNOWN))
        below = sum(min(max(row + 1 + offset - upper, 0), columns) for row in range(rows))
        return Shape.of(2, rows * columns - below if upper else below)

    return word


def _along(call: Call, rule: Callable[[Shape, int | Unknown, int, int], Shape]) -> Shape:
    offset, first, second = (as_int(call[name]) for name in ("offset", "dim1", "dim2"))
    if isinstance(first, Unknown) or isinstance(second, Unknown):
        return UNKNOWN_SHAPE
    return rule(call.first.shape, offset, first, second)

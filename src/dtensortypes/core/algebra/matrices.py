"""Batches of matrices, as linear algebra takes them: `... m n`."""

from __future__ import annotations

from dtensortypes.core.algebra.align import more_exact
from dtensortypes.core.algebra.axes import chained, size_at, without_last
from dtensortypes.core.algebra.bounds import smaller
from dtensortypes.core.algebra.broadcast import broadcast, proved_different
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.problems import Kind, Refused, refuse


def batch_of(shape: Shape) -> Shape:
    """The dims before the matrices; refused where there is no matrix."""
    if shape.rank is not None and shape.rank < 2:
        raise refuse(Kind.SHAPE, f"a matrix has at least 2 dims, and the tensor has shape {shape}")
    return without_last(shape, 2) or UNKNOWN_SHAPE


def sides_of(shape: Shape) -> tuple[DimFact, DimFact]:
    """How many rows and columns the matrices have."""
    batch_of(shape)
    return size_at(shape, -2), size_at(shape, -1)


def side_of(shape: Shape) -> DimFact:
    """The side of the matrices; refused where they are not square."""
    rows, columns = sides_of(shape)
    if proved_different(rows, columns):
        raise refuse(Kind.SHAPE, f"the matrices must be square, and shape {shape} has {rows} by {columns}")
    return more_exact(rows, columns)


def rank_of(shape: Shape) -> DimFact:
    """The smaller side of the matrices: how many singular values they have."""
    rows, columns = sides_of(shape)
    return UNKNOWN if isinstance(rows, Unknown) or isinstance(columns, Unknown) else smaller(rows, columns)


def matrices(batch: Shape, *sides: DimFact) -> Shape:
    """The shape of so many matrices, or of vectors, of these sides."""
    return chained(batch, Shape(sides))


def solved(matrix: Shape, right: Shape, *, left: bool | Unknown = True) -> Shape:
    """The shape of the solution of `A X = B`, or of `X A = B` (aten/src/ATen/native/BatchLinearAlgebra.cpp)."""
    side, batch = side_of(matrix), batch_of(matrix)
    vectors = _is_vectors(matrix, right)
    if vectors is None or isinstance(left, Unknown):
        return UNKNOWN_SHAPE
    if vectors:
        if not left:
            raise refuse(Kind.SHAPE, f"vectors are solved for from the left, not with shapes {matrix} and {right}")
        _check(matrix, right, side, size_at(right, -1))
        own = without_last(right, 1)
        return matrices(broadcast(batch, own) if own else UNKNOWN_SHAPE, more_exact(side, size_at(right, -1)))
    return divided(batch, side, right, left=left)


def divided(batch: Shape, side: DimFact, right: Shape, *, left: bool = True) -> Shape:
    """The shape of the solution for matrices `B`, of equations with so many unknowns."""
    rows, columns = sides_of(right)
    _check(matrices(batch, side, side), right, side, rows if left else columns)
    sides = (more_exact(side, rows), columns) if left else (rows, more_exact(side, columns))
    return matrices(broadcast(batch, batch_of(right)), *sides)


def fitted(matrix: Shape, right: Shape) -> Shape:
    """The shape of the solution of `A X = B` by least squares, `... m n` and `... m k` giving `... n k`."""
    rows, columns = sides_of(matrix)
    vectors = _is_vectors(matrix, right)
    if vectors is None or right.rank is None:
        return UNKNOWN_SHAPE
    if vectors:
        _check(matrix, right, rows, size_at(right, -1))
        return matrices(broadcast(batch_of(matrix), Shape(right.left[:-1])), columns)
    if right.rank != matrix.rank:
        return UNKNOWN_SHAPE  # one batch of matrices B for all A gets a dim more, in torch 2.13 at odd places
    _check(matrix, right, rows, size_at(right, -2))
    return matrices(broadcast(batch_of(matrix), batch_of(right)), columns, size_at(right, -1))


def _is_vectors(matrix: Shape, right: Shape) -> bool | None:
    """Whether `B` holds vectors: one, or as many as there are matrices."""
    if right.rank == 1:
        return True
    if right.rank is None or matrix.rank is None:
        return None
    if right.rank != matrix.rank - 1:
        return False
    pairs = list(zip(right.left, matrix.left[:-1], strict=True))
    if any(proved_different(one, other) for one, other in pairs):
        return False
    return True if all(isinstance(one, Dim) and one == other for one, other in pairs) else None


def _check(matrix: Shape, right: Shape, side: DimFact, other: DimFact) -> None:
    if proved_different(side, other):
        raise _unfit(matrix, right)


def _unfit(matrix: Shape, right: Shape) -> Refused:
    return refuse(Kind.SHAPE, f"the right-hand side of shape {right} does not suit matrices of shape {matrix}")

"""Products over dims that two tensors share: matmul and its strict kin, `linear`, `tensordot`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Final

from dtensortypes.core.algebra.align import more_exact
from dtensortypes.core.algebra.axes import as_rank, chained, normal_dims, size_at, without_last
from dtensortypes.core.algebra.broadcast import ONE, broadcast, clashing, expands, proved_different
from dtensortypes.core.algebra.reduce import product
from dtensortypes.core.facts.dim import DimFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Run, Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Kind, Refused, refuse

_ANY_RANK: Final = "use matmul, which takes vectors, matrices and batches"


def matmul(first: Shape, second: Shape) -> Shape:
    """The shape of `first @ second` (aten/src/ATen/native/LinearAlgebra.cpp, `_matmul_impl`)."""
    for shape in (first, second):
        if shape.rank == 0:
            raise refuse(Kind.SHAPE, f"matmul takes no zero-dim tensor: shapes {first} and {second}", "multiply with *")
    inner = size_at(second, 0 if second.rank == 1 else -2) if _at_least(second, 2) or second.rank == 1 else UNKNOWN
    if proved_different(size_at(first, -1), inner):
        raise _not_contracted(first, second, size_at(first, -1), inner)
    rest = without_last(first, 1)
    if second.rank == 1:
        return rest or UNKNOWN_SHAPE
    if second.rank == 2:
        return chained(rest or UNKNOWN_SHAPE, Shape((second.left[1],)))
    batch = without_last(second, 2)
    columns = Shape((size_at(second, -1),))
    if first.rank == 1:
        return chained(batch, columns) if batch else UNKNOWN_SHAPE
    own_batch = without_last(first, 2)
    if batch is None or own_batch is None:
        # A tensor of unknown rank may be a vector, which leaves no dim behind.
        return chained(Shape(run=Run()), columns) if batch else UNKNOWN_SHAPE
    return chained(broadcast(own_batch, batch), Shape((size_at(first, -2),)), columns)


def mm(first: Shape, second: Shape) -> Shape:
    """The product of two matrices."""
    rows, inner = as_rank(first, 2, "the first matrix", _ANY_RANK)
    inner2, columns = as_rank(second, 2, "the second matrix", _ANY_RANK)
    _contract(first, second, inner, inner2)
    return Shape((rows, columns))


def bmm(first: Shape, second: Shape) -> Shape:
    """The products of two batches of matrices; batches of 1 are not stretched."""
    batch, rows, inner = as_rank(first, 3, "the first batch of matrices", _ANY_RANK)
    batch2, inner2, columns = as_rank(second, 3, "the second batch of matrices", _ANY_RANK)
    _contract(first, second, inner, inner2)
    if proved_different(batch, batch2):
        raise refuse(Kind.SHAPE, _unlike(first, second, batch, batch2))
    return Shape((more_exact(batch, batch2), rows, columns))


def mv(matrix: Shape, vector: Shape) -> Shape:
    """The product of a matrix and a vector."""
    rows, inner = as_rank(matrix, 2, "the matrix", _ANY_RANK)
    (inner2,) = as_rank(vector, 1, "the vector", _ANY_RANK)
    _contract(matrix, vector, inner, inner2)
    return Shape((rows,))


def dot(first: Shape, second: Shape) -> Shape:
    """The product of two vectors."""
    (inner,) = as_rank(first, 1, "the first vector", _ANY_RANK)
    (inner2,) = as_rank(second, 1, "the second vector", _ANY_RANK)
    _contract(first, second, inner, inner2)
    return Shape()


def outer(first: Shape, second: Shape) -> Shape:
    """All products of the items of two vectors."""
    return Shape(as_rank(first, 1, "the first vector") + as_rank(second, 1, "the second vector"))


def linear(given: Shape, weight: Shape, bias: Shape | None = None) -> Shape:
    """The shape of `functional.linear`: `... in`, `out in` and `out` give `... out`."""
    if weight.least_rank > 2:
        raise refuse(Kind.SHAPE, f"the weight must have at most 2 dims, and has shape {weight}")
    if weight.rank is None:
        return UNKNOWN_SHAPE
    turned = Shape(weight.left[::-1])
    if given.rank != 0 and weight.rank and proved_different(size_at(given, -1), weight.left[-1]):
        raise refuse(Kind.SHAPE, _unlike(given, turned, size_at(given, -1), weight.left[-1]))
    result = matmul(given, turned)
    # Whatever its rank, the tensor may be computed as one matrix, and so takes a bias that suits a matrix.
    matrix = Shape((UNKNOWN, size_at(result, -1))) if weight.rank == 2 else result
    if bias is not None and not expands(bias, result) and not expands(bias, matrix):
        raise refuse(Kind.SHAPE, f"the bias of shape {bias} does not broadcast to {result}")
    return result


def chained_products(shapes: Sequence[Shape]) -> Shape:
    """The shape of `multi_dot`: matrices multiplied in a row, of which the first and the last may be a vector."""
    if len(shapes) < 2:
        raise refuse(Kind.SHAPE, "multi_dot takes at least 2 tensors")
    for shape in shapes[1:-1]:
        as_rank(shape, 2, "a tensor that is neither the first nor the last")
    for shape in (shapes[0], shapes[-1]):
        if shape.rank == 0 or shape.least_rank > 2:
            raise refuse(Kind.SHAPE, f"the first and the last tensor must have 1 or 2 dims, and one has shape {shape}")
    return reduce(matmul, shapes)


def kron(first: Shape, second: Shape) -> Shape:
    """The shape of the Kronecker product: sizes are multiplied, aligned on the right."""
    if first.rank is None or second.rank is None:
        return UNKNOWN_SHAPE
    rank = max(first.rank, second.rank)
    grown = [(ONE,) * (rank - len(shape.left)) + shape.left for shape in (first, second)]
    return Shape(tuple(map(product, zip(*grown, strict=True))))


def distances(first: Shape, second: Shape) -> Shape:
    """The shape of `cdist`: `... p m` and `... r m` give `... p r`."""
    for shape in (first, second):
        if shape.rank is not None and shape.rank < 2:
            raise refuse(Kind.SHAPE, f"cdist takes rows of vectors, and a tensor has shape {shape}")
    _contract(first, second, size_at(first, -1), size_at(second, -1))
    batches = without_last(first, 2), without_last(second, 2)
    batch = UNKNOWN_SHAPE if batches[0] is None or batches[1] is None else broadcast(batches[0], batches[1])
    return chained(batch, Shape((size_at(first, -2), size_at(second, -2))))


def tensordot(first: Shape, second: Shape, dims: int | tuple[Sequence[int], Sequence[int]]) -> Shape:
    """The shape of `torch.tensordot`: what is not contracted, of the first and then of the second tensor."""
    if first.rank is None or second.rank is None:
        return UNKNOWN_SHAPE
    if isinstance(dims, int):
        if not 0 <= dims <= min(first.rank, second.rank):
            raise refuse(Kind.SHAPE, f"tensordot over {dims} dims does not suit the shapes {first} and {second}")
        dims = (range(first.rank - dims, first.rank), range(dims))
    if len(dims[0]) != len(dims[1]):
        raise refuse(Kind.SHAPE, f"tensordot takes as many dims of both tensors, not {len(dims[0])} and {len(dims[1])}")
    ours, theirs = normal_dims(dims[0], first.rank), normal_dims(dims[1], second.rank)
    for mine, other in zip(ours, theirs, strict=True):
        pair = size_at(first, mine), size_at(second, other)
        if clashing(pair):  # a size of 1 is stretched here, by a sum over the other tensor's dim
            raise refuse(Kind.SHAPE, _unlike(first, second, *pair))
    return Shape(_kept(first, ours) + _kept(second, theirs))


def _kept(shape: Shape, contracted: Sequence[int]) -> tuple[DimFact, ...]:
    return tuple(dim for at, dim in enumerate(shape.left) if at not in contracted)


def _at_least(shape: Shape, rank: int) -> bool:
    return shape.least_rank >= rank


def _contract(first: Shape, second: Shape, inner: DimFact, inner2: DimFact) -> None:
    if proved_different(inner, inner2):
        raise _not_contracted(first, second, inner, inner2)


def _not_contracted(first: Shape, second: Shape, left: DimFact, right: DimFact) -> Refused:
    return refuse(Kind.SHAPE, _unlike(first, second, left, right), _turned(first, second))


def _unlike(first: Shape, second: Shape, left: DimFact, right: DimFact) -> str:
    return f"shapes {first} and {second} cannot be multiplied: {left.notation} against {right.notation}"


def _turned(first: Shape, second: Shape) -> str:
    """What to do where one of two matrices would fit if its dims were exchanged."""
    if first.rank is None or second.rank is None or min(first.rank, second.rank) < 2:
        return ""
    if UNKNOWN != first.left[-1] == second.left[-1]:
        return "transpose the right side with .mT"
    return "transpose the left side with .mT" if UNKNOWN != first.left[-2] == second.left[-2] else ""

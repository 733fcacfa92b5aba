"""Words for shapes of products over dims that two tensors share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeVar

from dtensortypes.core.algebra import axes
from dtensortypes.core.algebra import contract as algebra
from dtensortypes.core.algebra import einsum as equations
from dtensortypes.core.algebra.broadcast import broadcast, expands, proved_different
from dtensortypes.core.algebra.reduce import reduced
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import INT64, Category, DType, DTypeFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.facts.value import Value
from dtensortypes.core.problems import Kind, Refused, refuse
from dtensortypes.core.rules.arguments import as_bool, as_dims, as_int
from dtensortypes.core.rules.autocast import doubtful, lower
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.dtypes import must_match
from dtensortypes.core.rules.matching import unless_empty
from dtensortypes.core.rules.promotion import agreed, common
from dtensortypes.core.rules.words import ShapeWord

T = TypeVar("T")


def contracted(call: Call) -> Shape:
    """`matmul`: matrices, batches of them, or vectors."""
    return algebra.matmul(*_pair(call))


def reflected(word: Callable[[Call], T]) -> Callable[[Call], T]:
    """Of the operands in the other order: Python hands `other @ self` to `self.__rmatmul__(other)`."""
    return lambda call: word(call.about(*reversed(call.operands)))


def matrix_by_matrix(call: Call) -> Shape:
    return algebra.mm(*_pair(call))


def matrix_by_vector(call: Call) -> Shape:
    return algebra.mv(*_pair(call))


def vector_by_vector(call: Call) -> Shape:
    return algebra.dot(*_pair(call))


def batches(call: Call) -> Shape:
    """`bmm`: as many matrices in each batch."""
    return algebra.bmm(*_pair(call))


def every_pair(call: Call) -> Shape:
    """`outer`: each item of one vector with each of the other."""
    return algebra.outer(*_pair(call))


def of_blocks(call: Call) -> Shape:
    """`kron`: the second tensor, once for each item of the first."""
    return algebra.kron(*_pair(call))


def in_a_row(call: Call) -> Shape:
    """`multi_dot`: all tensors multiplied, one after the other."""
    tensors = call[call.operands[0]]
    if not isinstance(tensors, tuple) or not tensors:
        return UNKNOWN_SHAPE
    shapes = [_shape(tensor) for tensor in _sequence(tensors)]
    return shapes[0] if call.name == "chain_matmul" and len(shapes) == 1 else algebra.chained_products(shapes)


def at_right_angles(call: Call) -> Shape:
    """`cross`: vectors of 3 items; `dim` is the first dim of size 3, unless it is said."""
    first, second = _pair(call)
    shape, dim = broadcast(first, second), as_int(call["dim"])
    if first.rank is not None and second.rank is not None and first.rank != second.rank:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes tensors with as many dims, not {first} and {second}')
    for one in (first, second):
        if isinstance(dim, int) and proved_different(axes.size_at(one, dim), Dim.of(3)):
            raise refuse(Kind.SHAPE, f'"{call.name}" takes vectors of 3 items in dim {dim}, not shape {one}')
    return shape


def paired_up(call: Call) -> Shape:
    """`bilinear`: `... n` and `... m` with a weight `out n m` give `... out`."""
    first, second = call.tensor("input1").shape, call.tensor("input2").shape
    out, ours, theirs = axes.as_rank(call.tensor("weight").shape, 3, "the weight")
    for shape, size in ((first, ours), (second, theirs)):
        if proved_different(axes.size_at(shape, -1), size):
            raise refuse(Kind.SHAPE, f'"{call.name}" of a weight for {size} items takes no shape {shape}')
    rest = axes.without_last(first, 1)
    return UNKNOWN_SHAPE if rest is None else axes.chained(rest, Shape((out,)))


def every_distance(call: Call) -> Shape:
    """`cdist`: the distance of each row of one tensor from each row of the other."""
    return algebra.distances(*_pair(call))


def distances_within(call: Call) -> Shape:
    """`pdist`: the distances of all pairs of rows."""
    rows, _ = axes.as_rank(call.first.shape, 2, "the tensor")
    return Shape((UNKNOWN if isinstance(rows, Unknown) else rows * (rows - 1) // 2,))


def distances(call: Call) -> Shape:
    """`pairwise_distance`: of each row of one tensor from the same row of the other."""
    shape, keepdim = broadcast(*_pair(call)), as_bool(call["keepdim"])
    return reduced(shape, -1, keepdim=keepdim)


def added_to(product: ShapeWord) -> ShapeWord:
    """`addmm` and its kin: the first tensor, stretched, plus the product of the two others."""

    def word(call: Call) -> Shape:
        first, *others = call.operands
        shape = product(call.about(*others))
        assert isinstance(shape, Shape)
        if not expands(call.tensor(first).shape, shape):
            small = call.tensor(first).shape
            raise refuse(Kind.SHAPE, f'"{call.name}" cannot stretch {small} to the shape {shape} of the product')
        return shape

    return word


def summed_batches(call: Call) -> Shape:
    """`addbmm`: the products of a batch, summed."""
    shape = batches(call)
    return Shape(shape.left[1:]) if shape.rank == 3 else UNKNOWN_SHAPE


def affine(call: Call) -> Shape:
    """`linear`: `... in` becomes `... out`."""
    bias = call["bias"]
    shape = bias.shape if isinstance(bias, TensorFact) else None
    return algebra.linear(call.tensor("input").shape, call.tensor("weight").shape, shape)


def matched_with_bias(call: Call) -> DTypeFact:
    """`linear`: one dtype, but a zero-dim bias is only added where the input is no matrix."""
    bias, rank = call["bias"], call.tensor("input").shape.rank
    is_added = isinstance(bias, TensorFact) and bias.shape.rank in {0, None} and rank != 2
    return must_match(call.about("input", "weight")) if is_added else must_match(call)


def labelled(call: Call) -> Shape:
    """`einsum`: the shape that the equation says."""
    equation = call["equation"]
    shapes = [_shape(operand) for operand in _sequence(call["operands"])]
    return equations.einsum(equation, shapes) if isinstance(equation, str) and shapes else UNKNOWN_SHAPE


def matched_labels(call: Call) -> DTypeFact:
    """One dtype where two operands are contracted, else promoted; what is summed before becomes int64, if integers."""
    equation, operands = call["equation"], _sequence(call["operands"])
    tensors = [operand for operand in operands if isinstance(operand, TensorFact)]
    if len(tensors) != len(operands):
        return UNKNOWN  # of two dtypes that may be unlike: where a size is 1 nothing is contracted, and they promote
    if not isinstance(equation, str) or len(operands) not in {1, 2}:
        return _if_wide(agreed(call))
    try:
        sums = equations.sums(equation, [tensor.shape for tensor in tensors])
    except Refused:  # a stand-in for a shape that is not known; of a real one `labelled` tells
        return agreed(call)
    dtypes = [_SUMMED[alone](tensor.dtype) for tensor, alone in zip(tensors, sums.alone, strict=True)]
    summed = call.with_values(
        {"operands": tuple(replace(tensor, dtype=dtype) for tensor, dtype in zip(tensors, dtypes, strict=True))}
    )
    if sums.contracted is None:
        return agreed(summed)
    return unless_empty(must_match)(summed) if sums.contracted else common(summed)


def lower_contracted(call: Call) -> Call:
    """Under autocast: what `einsum` contracts it hands to `bmm`, which casts; what it only multiplies stays."""
    match contracts(call):
        case True:
            return lower(call)
        case False:
            return call
    return doubtful(call)


def contracts(call: Call) -> bool | None:
    """Whether two operands are contracted; None where that is open, or where one is summed alone."""
    equation, operands = call["equation"], _sequence(call["operands"])
    shapes = [operand.shape for operand in operands if isinstance(operand, TensorFact)]
    if not isinstance(equation, str) or len(shapes) not in {1, 2} or len(shapes) < len(operands):
        return None
    try:
        sums = equations.sums(equation, shapes)
    except Refused:
        return None
    return sums.contracted if sums.contracted or not any(alone is not False for alone in sums.alone) else None


def _summed(dtype: DTypeFact) -> DTypeFact:
    """The dtype of a sum: bools and integers are counted in int64."""
    return INT64 if isinstance(dtype, DType) and dtype.category <= Category.INTEGER else dtype


def _if_wide(dtype: DTypeFact) -> DTypeFact:
    """The dtype, if no sum changes it."""
    narrow = isinstance(dtype, DType) and dtype.category <= Category.INTEGER and dtype != INT64
    return UNKNOWN if narrow else dtype


_SUMMED: Final[dict[bool | None, Callable[[DTypeFact], DTypeFact]]] = {
    True: _summed, False: lambda dtype: dtype, None: _if_wide,
}  # fmt: skip
"""What becomes of a dtype that is summed, that is not, and of which that is not known."""


def over_dims(call: Call) -> Shape:
    """`tensordot`: over the last dims of one tensor and the first of the other, or over those named."""
    dims = call["dims"]
    first, second = _pair(call)
    if isinstance(dims, tuple) and len(dims) == 2:
        ours, theirs = (as_dims(part) for part in dims)
        if isinstance(ours, tuple) and isinstance(theirs, tuple):
            return algebra.tensordot(first, second, (ours, theirs))
        if isinstance(ours, int) and isinstance(theirs, int):
            return algebra.tensordot(first, second, ((ours,), (theirs,)))
    count = as_dims(dims)
    return algebra.tensordot(first, second, count) if isinstance(count, int) else UNKNOWN_SHAPE


def over_last_dims(call: Call) -> Shape:
    """`inner`: over the last dim of both; a zero-dim tensor multiplies."""
    first, second = _pair(call)
    if 0 in {first.rank, second.rank}:
        return broadcast(first, second)
    if first.rank is None or second.rank is None:
        return UNKNOWN_SHAPE
    return algebra.tensordot(first, second, ((-1,), (-1,)))


def _pair(call: Call) -> tuple[Shape, Shape]:
    first, second = call.operands[:2]
    return call.tensor(first).shape, call.tensor(second).shape


def _sequence(value: Value) -> tuple[Value, ...]:
    match value:
        case (tuple() as inner,):
            return inner
        case tuple():
            return value
    return ()


def _shape(value: Value) -> Shape:
    return value.shape if isinstance(value, TensorFact) else UNKNOWN_SHAPE

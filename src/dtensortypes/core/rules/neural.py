"""Words for what is said of neural networks alone: normalisation, look-ups, attention, losses."""

from __future__ import annotations

from dtensortypes.core.algebra import axes
from dtensortypes.core.algebra.broadcast import broadcast, expands
from dtensortypes.core.algebra.contract import matmul
from dtensortypes.core.algebra.reduce import reduced
from dtensortypes.core.algebra.reshape import transposed
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.dtype import BFLOAT16, FLOAT16, FLOAT32, INT32, INT64, DType, DTypeFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.arguments import as_int, as_shape, as_size
from dtensortypes.core.rules.call import Call

# --- normalisation


def normalised(call: Call) -> DTypeFact:
    """The input's dtype, which the weights have too; half precision may be weighted in float32."""
    own = call.tensor("input").dtype
    for name in ("weight", "bias"):
        weight = call[name]
        dtype = weight.dtype if isinstance(weight, TensorFact) else UNKNOWN
        if not isinstance(own, DType) or not isinstance(dtype, DType) or own == dtype:
            continue
        if not (own in {FLOAT16, BFLOAT16} and dtype == FLOAT32):
            raise refuse(Kind.DTYPE, f'"{call.name}" of {own} has a {name} of {dtype}', "cast one with .to(...)")
    return own


def kept_with_last_dims(call: Call) -> Shape:
    """The input's shape, which ends in `normalized_shape`."""
    own, last = call.first.shape, as_shape(call["normalized_shape"])
    if last.rank is None or own.rank is None:
        return own
    if last.rank > own.rank or not _fits(own.left[own.rank - last.rank :], last.left):
        raise refuse(Kind.SHAPE, f'"{call.name}" over {last} takes a tensor that ends in it, not {own}')
    return own


def kept_with_channels(call: Call) -> Shape:
    """The input's shape, whose dim 1 is as long as the statistics and the weights."""
    own = call.first.shape
    for name in ("running_mean", "weight"):
        found = call[name]
        if isinstance(found, TensorFact) and own.least_rank > 1:
            channels = axes.size_at(own, 1)
            if not _fits((channels,), found.shape.left):
                raise refuse(Kind.SHAPE, f'"{call.name}" of {found.shape} channels takes no tensor of shape {own}')
    return own


def _fits(dims: tuple[DimFact, ...], others: tuple[DimFact, ...]) -> bool:
    return expands(Shape(dims), Shape(others)) and expands(Shape(others), Shape(dims))


# --- look-ups


def looked_up(call: Call) -> Shape:
    """`embedding`: for each index a row."""
    return axes.chained(call.tensor("input").shape, Shape((axes.size_at(call.tensor("weight").shape, -1),)))


def rows_of(call: Call) -> Shape:
    """`torch.embedding`, which takes the weight first."""
    return axes.chained(call.tensor("indices").shape, Shape((axes.size_at(call.tensor("weight").shape, -1),)))


def takes_places(call: Call) -> None:
    """The indexes are int64 or int32."""
    dtype = call.first.dtype
    if isinstance(dtype, DType) and dtype not in {INT64, INT32} and Dim.of(0) not in call.first.shape.left:
        raise refuse(Kind.DTYPE, f'"{call.name}" takes indexes of int64, not {dtype}', "cast them with .long()")


def with_classes(call: Call) -> Shape:
    """`one_hot`: one more dim, of the classes."""
    count = call["num_classes"]
    return axes.chained(call.first.shape, Shape((UNKNOWN if count == -1 else as_size(count),)))


# --- attention


def attended(call: Call) -> Shape:
    """Each query's sum of the values, weighted by its keys."""
    query, key, value = (call.tensor(name).shape for name in ("query", "key", "value"))
    if call["enable_gqa"] is not False:
        rest = axes.without_last(query, 1)
        return UNKNOWN_SHAPE if rest is None else axes.chained(rest, Shape((axes.size_at(value, -1),)))
    return matmul(matmul(query, transposed(key)), value)


# --- compared and gated


def similar(call: Call) -> Shape:
    """`cosine_similarity`: without the dim that is compared."""
    dim = as_int(call["dim"])
    both = broadcast(call.tensor("x1").shape, call.tensor("x2").shape)
    return axes.anything(both.rank and both.rank - 1) if isinstance(dim, Unknown) else reduced(both, dim)


def halved(call: Call) -> Shape:
    """`glu`: a dim of half the size; the other half gates."""
    dim = as_int(call["dim"])
    if isinstance(dim, Unknown):
        return axes.anything(call.first.shape.rank)
    size = axes.size_at(call.first.shape, dim)
    if isinstance(size, Dim) and (size % 2).constant == 1:
        raise refuse(Kind.SHAPE, f'"{call.name}" halves a dim of even size, not one of {size}')
    return axes.replaced(call.first.shape, {dim: (UNKNOWN if isinstance(size, Unknown) else size // 2,)})

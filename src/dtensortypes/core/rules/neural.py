"""Words for what is said of neural networks alone: normalisation, look-ups, attention, losses."""

from __future__ import annotations

from dtensortypes.core.algebra import axes
from dtensortypes.core.algebra.align import meet, unlike
from dtensortypes.core.algebra.broadcast import ONE, broadcast, expands, not_one, proved_different
from dtensortypes.core.algebra.contract import matmul
from dtensortypes.core.algebra.reduce import reduced
from dtensortypes.core.algebra.reshape import transposed
from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.dtype import BFLOAT16, FLOAT16, FLOAT32, INT32, INT64, DType, DTypeFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Run, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.arguments import as_int, as_shape, as_size
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.matching import has_no_items
from dtensortypes.core.rules.promotion import int_to_float
from dtensortypes.core.rules.words import Demand

# --- normalisation


def normalised(call: Call, *parameters: str) -> DTypeFact:
    """The input's dtype, which the weights have too; of half precision, all of them may be float32.

    The CPU compares them in any case, CUDA where there are items (`M > 0` in layer_norm_kernel.cu).
    """
    own = call.tensor("input").dtype
    if has_no_items(call) and any(tensor.device != CPU for tensor in call.tensors):
        return own
    found = {name: call.tensor(name).dtype for name in parameters or ("weight", "bias")}
    known = {name: dtype for name, dtype in found.items() if isinstance(dtype, DType)}
    allowed = {own, FLOAT32} if own in {FLOAT16, BFLOAT16} else {own}
    for name, dtype in known.items() if isinstance(own, DType) else ():
        if dtype not in allowed or len({*known.values()}) > 1:
            also = next((f" and a {one} of {other}" for one, other in known.items() if other != dtype), "")
            raise refuse(Kind.DTYPE, f'"{call.name}" of {own} has a {name} of {dtype}{also}', "cast one with .to(...)")
    return own


def normalised_in_batches(call: Call) -> DTypeFact:
    """As normalised, with statistics in the weights' dtype; where there are no items, nothing is compared."""
    parameters = () if has_no_items(call) else ("weight", "bias", "running_mean", "running_var")
    return normalised(call, *parameters) if parameters else call.first.dtype


def normalised_in_instances(call: Call) -> DTypeFact:
    """As normalised; of the statistics torch compares `running_var` alone, and not where both are of another dtype."""
    own, mean, var = (call.tensor(name).dtype for name in ("input", "running_mean", "running_var"))
    if isinstance(own, DType) and isinstance(var, DType) and mean == own != var:
        reason = f'"{call.name}" of {own} has a running_mean of {mean} and a running_var of {var}'
        raise refuse(Kind.DTYPE, reason, "cast one with .to(...)")
    return normalised(call)


def normed_by_neighbours(call: Call) -> DTypeFact:
    """`local_response_norm`: integers become floats; what has no items is given back as it is."""
    return call.first.dtype if has_no_items(call) else int_to_float(call)


def kept_with_last_dims(call: Call) -> Shape:
    """The input's shape, which ends in `normalized_shape`."""
    own, last = call.first.shape, as_shape(call["normalized_shape"])
    if last.rank == 0:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes a normalized_shape of 1 dim or more, and it is empty')
    for name in ("weight", "bias"):
        found = call[name]
        if isinstance(found, TensorFact) and unlike(found.shape, last):
            raise refuse(Kind.SHAPE, f'"{call.name}" over {last} takes a {name} of this shape, not {found.shape}')
    if last.rank is None:
        return own
    if own.rank is None:
        count = min(last.rank, len(own.right))
        if count and not _fits(own.right[-count:], last.left[-count:]):
            raise refuse(Kind.SHAPE, f'"{call.name}" over {last} takes a tensor that ends in it, not {own}')
        return own if own.left else meet(own, Shape((), Run(), last.left))
    if last.rank > own.rank or not _fits(own.left[own.rank - last.rank :], last.left):
        raise refuse(Kind.SHAPE, f'"{call.name}" over {last} takes a tensor that ends in it, not {own}')
    return own


def kept_in_groups(call: Call) -> Shape:
    """`group_norm`: the input's shape, whose channels are divided among the groups, and weighted one by one."""
    own, groups = call.first.shape, as_int(call["num_groups"])
    channels = axes.size_at(own, 1) if own.least_rank > 1 else UNKNOWN
    if isinstance(groups, int) and groups > 0 and isinstance(channels, Dim) and (channels % groups).constant:
        reason = f'"{call.name}" divides channels among {groups} groups, and {channels} is no multiple of that'
        raise refuse(Kind.SHAPE, reason)
    for name in ("weight", "bias"):
        found = call[name]
        if isinstance(found, TensorFact) and unlike(found.shape, Shape.of(channels)):
            raise refuse(Kind.SHAPE, f'"{call.name}" of shape {own} takes a {name} for each channel, not {found.shape}')
    return own


def kept_with_slopes(call: Call) -> Shape:
    """`prelu`: the input's shape, with a slope for each channel, or one for all."""
    own, slopes = call.first.shape, call.tensor("weight").shape
    if slopes.least_rank > 1:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes a slope, or a vector of them, not shape {slopes}')
    count = axes.size_at(own, 1) if own.least_rank > 1 else (UNKNOWN if own.rank is None else ONE)
    several = slopes.rank == 1 and not_one(slopes.left[0])
    if several and (own.rank == 0 or proved_different(slopes.left[0], count)):
        reason = f'"{call.name}" of shape {own} takes a slope for each channel of dim 1, or one, not {slopes}'
        raise refuse(Kind.SHAPE, reason)
    return own


def kept_with_channels(call: Call) -> Shape:
    """The input's shape, whose dim 1 is as long as the statistics and the weights."""
    own = call.first.shape
    if own.least_rank > 1:
        _compare_channels(call, own, axes.size_at(own, 1))
    return own


def of_channels(place: int) -> Demand:
    """The input's channels, in the dim at this place from its end, are as many as the statistics and the weights."""

    def demand(call: Call) -> None:
        own = call.tensor("input").shape
        if (own.least_rank if own.rank is not None else len(own.right)) >= -place:
            _compare_channels(call, own, axes.size_at(own, place))

    return demand


def _compare_channels(call: Call, own: Shape, channels: DimFact) -> None:
    for name in ("running_mean", "running_var", "weight", "bias"):
        found = call[name]
        if not isinstance(found, TensorFact) or has_no_items(call):
            continue  # of nothing there are no channels to count
        if unlike(found.shape, Shape.of(channels)):
            raise refuse(Kind.SHAPE, f'"{call.name}" of {found.shape} channels takes no tensor of shape {own}')


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
    """The indices are int64 or int32."""
    dtype = call.first.dtype
    if isinstance(dtype, DType) and dtype not in {INT64, INT32} and Dim.of(0) not in call.first.shape.left:
        raise refuse(Kind.DTYPE, f'"{call.name}" takes indices of int64, not {dtype}', "cast them with .long()")


def takes_classes(call: Call) -> None:
    """`one_hot`: the classes are int64."""
    dtype = call.first.dtype
    if isinstance(dtype, DType) and dtype != INT64:
        raise refuse(Kind.DTYPE, f'"{call.name}" takes classes as int64, not {dtype}', "cast them with .long()")


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
    if call.first.shape.rank == 0:
        raise refuse(Kind.SHAPE, f'"{call.name}" halves a dim, and a zero-dim tensor has none')
    size = axes.size_at(call.first.shape, dim)
    if isinstance(size, Dim) and (size % 2).constant == 1:
        raise refuse(Kind.SHAPE, f'"{call.name}" halves a dim of even size, not one of {size}')
    return axes.replaced(call.first.shape, {dim: (UNKNOWN if isinstance(size, Unknown) else size // 2,)})

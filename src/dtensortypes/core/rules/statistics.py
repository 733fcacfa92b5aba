"""Words for counting and ordering items: quantiles, histograms, what is distinct."""

from __future__ import annotations

from dtensortypes.core.algebra.axes import anything, chained, replaced, size_at
from dtensortypes.core.algebra.bounds import longer
from dtensortypes.core.algebra.broadcast import ONE, not_one, proved_different
from dtensortypes.core.algebra.reduce import numel
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.dtype import FLOAT32, FLOAT64, INT64, DType, DTypeFact
from dtensortypes.core.facts.shape import SCALAR, UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.facts.value import Items, Value
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.arguments import as_bool, as_dims, as_size
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.kinds import is_number
from dtensortypes.core.rules.reductions import reduced


def at_quantiles(call: Call) -> Shape:
    """As reduced; several quantiles come first."""
    rest, asked = reduced(call), call["q"]
    if isinstance(asked, TensorFact):
        if asked.shape.least_rank > 1:
            raise refuse(Kind.SHAPE, f'"{call.name}" takes q as a number or a vector, not shape {asked.shape}')
        return UNKNOWN_SHAPE if asked.shape.rank is None else chained(asked.shape, rest)
    return rest if is_number(asked) else UNKNOWN_SHAPE


def covaried(call: Call) -> Shape:
    """`cov`: a row is a variable; a vector is one variable, and its variance a number."""
    shape = call.first.shape
    if shape.least_rank > 2:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes at most 2 dims, not shape {shape}')
    if shape.rank is None:
        return UNKNOWN_SHAPE
    if shape.rank < 2 or shape.left[0] == ONE:
        return SCALAR
    return Shape((shape.left[0],) * 2) if not_one(shape.left[0]) else UNKNOWN_SHAPE


def one_weight_each(call: Call) -> None:
    """`cov`: a weight for each observation, which are columns."""
    shape = call.first.shape
    count = ONE if shape.rank == 0 else size_at(shape, -1)
    for name in ("fweights", "aweights"):
        weights = call[name]
        if isinstance(weights, TensorFact) and proved_different(numel(weights.shape), count):
            raise refuse(
                Kind.SHAPE, f'"{call.name}" takes one of {name} for each column of {shape}, not {weights.shape}'
            )


def of_weights(call: Call) -> DTypeFact:
    """`bincount`: int64, or with weights float64, for float32 weights that."""
    weights = call["weights"]
    if weights is None:
        return INT64
    dtype = weights.dtype if isinstance(weights, TensorFact) else UNKNOWN
    return UNKNOWN if not isinstance(dtype, DType) else (FLOAT32 if dtype == FLOAT32 else FLOAT64)


def binned(call: Call) -> Shape:
    """One item for each bin; bins are told by their number or by their edges."""
    return Shape((_bins(call["bins"]),))


def bin_edges(call: Call) -> Shape:
    """One edge more than there are bins."""
    return Shape((longer(_bins(call["bins"]), 1),))


def binned_by_dim(call: Call) -> Value:
    """`histogramdd`: the histogram with a dim for each column of the input, and the edges of each dim's bins."""
    own, bins = call.first, call["bins"]
    columns = size_at(own.shape, -1)
    count = columns.constant if isinstance(columns, Dim) else None
    if isinstance(bins, tuple):
        sizes = tuple(map(_bins, bins))
    elif count is not None:
        sizes = (_bins(bins),) * count
    else:
        edges = TensorFact(own.dtype, own.device, anything(1))
        return (TensorFact(own.dtype, own.device), Items(edges))
    edges_of = (TensorFact(own.dtype, own.device, Shape((longer(size, 1),))) for size in sizes)
    return (TensorFact(own.dtype, own.device, Shape(sizes)), tuple(edges_of))


def bins_by_dim(call: Call) -> None:
    """`histogramdd`: bins for each column of the input."""
    bins, columns = call["bins"], size_at(call.first.shape, -1)
    if isinstance(bins, tuple) and proved_different(Dim.of(len(bins)), columns):
        reason = f'"{call.name}" takes bins for each column of {call.first.shape}, not for {len(bins)}'
        raise refuse(Kind.SHAPE, reason)


def _bins(bins: Value) -> DimFact:
    return longer(size_at(bins.shape, 0), -1) if isinstance(bins, TensorFact) else as_size(bins)


def distinct(call: Call) -> Value:
    """`unique`: as many items as there happen to be, and where asked for, where each came from and how often."""
    own, dim = call.first, as_dims(call["dim"])
    flags = [as_bool(call[name]) for name in ("return_inverse", "return_counts")]
    if dim is None:
        items, inverse = Shape((UNKNOWN,)), own.shape
    elif isinstance(dim, int):
        items, inverse = replaced(own.shape, {dim: (UNKNOWN,)}), Shape((size_at(own.shape, dim),))
    else:
        items, inverse = anything(own.shape.rank), UNKNOWN_SHAPE
    places = TensorFact(INT64, own.device, inverse), TensorFact(INT64, own.device, Shape((UNKNOWN,)))
    found = TensorFact(own.dtype, own.device, items)
    if any(isinstance(flag, Unknown) for flag in flags):
        return UNKNOWN
    more = tuple(place for place, flag in zip(places, flags, strict=True) if flag)
    return (found, *more) if more else found


def found_static(call: Call) -> Shape:
    """`nonzero_static`: a row for each item asked for, a column for each dim."""
    rank = call.first.shape.rank
    return Shape((as_size(call["size"]), UNKNOWN if rank is None else Dim.of(rank)))

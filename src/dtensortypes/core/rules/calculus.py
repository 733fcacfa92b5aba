"""Words for areas under sampled curves, their slopes, and their differences (aten/src/ATen/native/Integration.cpp)."""

from __future__ import annotations

from dtensortypes.core.algebra.axes import anything, normal_dims, replaced, size_at
from dtensortypes.core.algebra.bounds import larger, longer
from dtensortypes.core.algebra.broadcast import broadcast, proved_different
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.dtype import DTypeFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.facts.value import Items, Value
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.arguments import as_dims, as_int
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.promotion import agreed, common, int_to_float


def area(call: Call) -> DTypeFact:
    """Integers become floats, unless there is nothing to add: the zeros of an empty dim are as `y` is."""
    own, found, dim = call.tensor("y"), int_to_float(call), as_int(call["dim"])
    size = UNKNOWN if isinstance(dim, Unknown) else size_at(own.shape, dim)
    if size == Dim.of(0):
        return own.dtype
    return found if isinstance(size, Dim) or found == own.dtype else UNKNOWN


def under_curve(call: Call) -> Shape:
    """`trapezoid`: without the dim along which is summed."""
    dim, shape = as_int(call["dim"]), _curve(call)
    return UNKNOWN_SHAPE if isinstance(dim, Unknown) else replaced(shape, {dim: ()})


def under_curve_so_far(call: Call) -> Shape:
    """`cumulative_trapezoid`: a dim shorter by 1."""
    dim, shape = as_int(call["dim"]), _curve(call)
    if isinstance(dim, Unknown):
        return anything(shape.rank)
    size = size_at(shape, dim)
    return replaced(shape, {dim: (size if size == Dim.of(0) else longer(size, -1),)})


def _curve(call: Call) -> Shape:
    """The shape of the samples; `x` is as long as their dim, or a curve of its own."""
    shape, dim, places = call.tensor("y").shape, as_int(call["dim"]), call["x"]
    if shape.rank == 0:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes no zero-dim tensor')
    if not isinstance(places, TensorFact) or places.shape == shape:
        return shape if places is None or isinstance(places, TensorFact) else UNKNOWN_SHAPE
    if places.shape.rank != 1 or isinstance(dim, Unknown):
        return UNKNOWN_SHAPE if isinstance(dim, Unknown) else _stretched(shape, places.shape, dim)
    if proved_different(places.shape.left[0], size_at(shape, dim)):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes an x for each y of dim {dim}: {places.shape} and {shape}')
    return shape


def _stretched(shape: Shape, places: Shape, dim: int) -> Shape:
    """What a curve and its places are stretched to, where both have as many dims and places."""
    if shape.rank is None or places.rank != shape.rank or size_at(shape, dim) != size_at(places, dim):
        return UNKNOWN_SHAPE
    return broadcast(shape, places)


def slopes(call: Call) -> tuple[Shape, ...] | Items:
    """`gradient`: the slopes along each dim."""
    shape, dims = call.first.shape, as_dims(call["dim"])
    if isinstance(dims, int):
        dims = (dims,)
    if isinstance(dims, tuple):
        if shape.rank is not None:
            dims = normal_dims(dims, shape.rank)
        return (shape,) * len(dims)
    return Items(shape) if isinstance(dims, Unknown) or shape.rank is None else (shape,) * shape.rank


def spaced(call: Call) -> None:
    """`gradient`: one spacing for all dims, or one for each."""
    spacing, dims = call["spacing"], as_dims(call["dim"])
    count = call.first.shape.rank if dims is None else (1 if isinstance(dims, int) else _count(dims))
    if isinstance(spacing, tuple) and count is not None and len(spacing) != count:
        raise refuse(Kind.SHAPE, f'"{call.name}" over {count} dims takes as many spacings, not {len(spacing)}')


def _count(dims: tuple[int, ...] | Unknown) -> int | None:
    return None if isinstance(dims, Unknown) else len(dims)


def wide_enough(call: Call) -> None:
    """`gradient`: each dim has a place more than the order of the estimate at its edges."""
    shape, dims, order = call.first.shape, as_dims(call["dim"]), as_int(call["edge_order"])
    if isinstance(order, Unknown) or isinstance(dims, Unknown):
        return
    named = (dims,) if isinstance(dims, int) else dims
    sizes = shape.left + shape.right if named is None else tuple(size_at(shape, dim) for dim in named)
    known = (size.constant for size in sizes if isinstance(size, Dim))
    if any(size is not None and size <= order for size in known):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes at least {order + 1} places in each dim, not shape {shape}')


def differing(call: Call) -> DTypeFact:
    """`diff`: what all parts are promoted to; none are joined where the difference is not taken even once."""
    count = as_int(call["n"])
    if count == 0:
        return call.first.dtype
    return agreed(call) if isinstance(count, Unknown) else common(call)


def shortened(call: Call) -> Shape:
    """`diff`: a dim, with what is put before and after it, shorter by `n`."""
    dim, count, shape = as_int(call["dim"]), as_int(call["n"]), call.first.shape
    if shape.rank == 0:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes 1 dim or more, not shape {shape}')
    if isinstance(dim, Unknown):
        return anything(shape.rank)
    if count == 0:
        return shape
    size = size_at(shape, dim)
    for name in ("prepend", "append"):
        size = longer(size, _size_added(call[name], dim))
    if isinstance(size, Unknown) or isinstance(count, Unknown):
        return replaced(shape, {dim: (UNKNOWN,)})
    return replaced(shape, {dim: (larger(size - count, Dim.of(0)),)})


def _size_added(part: Value, dim: int) -> DimFact:
    """How much longer a part that is joined makes the dim; a zero-dim part is one item."""
    match part:
        case None:
            return Dim.of(0)
        case TensorFact(shape=shape) if shape.rank is not None:
            return size_at(shape, dim) if shape.rank else Dim.of(1)
    return UNKNOWN

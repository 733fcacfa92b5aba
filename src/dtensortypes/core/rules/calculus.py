"""Words for areas under sampled curves, and for their slopes (aten/src/ATen/native/Integration.cpp)."""

from __future__ import annotations

from dtensortypes.core.algebra.axes import anything, normal, replaced, size_at
from dtensortypes.core.algebra.bounds import longer
from dtensortypes.core.algebra.broadcast import proved_different
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import DTypeFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.facts.value import Items
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.arguments import as_dims, as_int
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.promotion import int_to_float


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
        return UNKNOWN_SHAPE
    if proved_different(places.shape.left[0], size_at(shape, dim)):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes an x for each y of dim {dim}: {places.shape} and {shape}')
    return shape


def slopes(call: Call) -> tuple[Shape, ...] | Items:
    """`gradient`: the slopes along each dim."""
    shape, dims = call.first.shape, as_dims(call["dim"])
    if isinstance(dims, int):
        dims = (dims,)
    if isinstance(dims, tuple):
        if shape.rank is not None:
            dims = tuple(normal(dim, shape.rank) for dim in dims)
        return (shape,) * len(dims)
    return Items(shape) if isinstance(dims, Unknown) or shape.rank is None else (shape,) * shape.rank

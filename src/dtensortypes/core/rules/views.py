"""Words for shapes of views: the same items in other dims, in another order, stretched or repeated."""

from __future__ import annotations

from math import gcd

from dtensortypes.core.algebra import axes
from dtensortypes.core.algebra import reshape as algebra
from dtensortypes.core.algebra.broadcast import ONE, expands
from dtensortypes.core.algebra.reduce import numel
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.dtype import DType
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.arguments import as_dims, as_int, as_shape, as_size
from dtensortypes.core.rules.call import Call

# --- the same items in other dims


def viewed(call: Call) -> Shape:
    """The sizes asked for, -1 worked out."""
    sizes = as_shape(call["shape"])
    if sizes.dims is not None:
        return algebra.viewed(call.first.shape, sizes.dims)
    is_open = any(isinstance(dim, Dim) and dim.constant == -1 for dim in (*sizes.left, *sizes.right))
    return UNKNOWN_SHAPE if is_open else sizes


def viewed_as_size(call: Call) -> Shape:
    """As viewed, where the sizes are called `size`."""
    return viewed(call.with_values({"shape": call["size"]}))


def viewed_as(call: Call) -> Shape:
    """The sizes of the other tensor."""
    sizes = call.tensor("other").shape
    return sizes if sizes.dims is None else algebra.viewed(call.first.shape, sizes.dims)


def reinterpreted(call: Call) -> Shape:
    """`view(dtype)`: the last dim grows or shrinks with the width of the items."""
    own, asked, shape = call.first.dtype, call["dtype"], call.first.shape
    if isinstance(own, DType) and isinstance(asked, DType):
        if own.bits == asked.bits:
            return shape
        shared = gcd(own.bits, asked.bits)
        last = axes.size_at(shape, -1)
        size = UNKNOWN if isinstance(last, Unknown) else last * (own.bits // shared) // (asked.bits // shared)
        return axes.replaced(shape, {-1: (size,)})
    return axes.replaced(shape, {-1: (UNKNOWN,)})


def flattened(call: Call) -> Shape:
    """The dims from `start_dim` to `end_dim` made one; all of a zero-dim tensor are one dim of size 1."""
    start, end = as_int(call["start_dim"]), as_int(call["end_dim"])
    if isinstance(start, Unknown) or isinstance(end, Unknown):
        return UNKNOWN_SHAPE
    return algebra.flattened(call.first.shape, start, end)


def raveled(call: Call) -> Shape:
    """All items in one dim."""
    return Shape((numel(call.first.shape),))


def unflattened(call: Call) -> Shape:
    """One dim split into several."""
    dim, sizes = as_int(call["dim"]), as_shape(call["sizes"]).dims
    if isinstance(dim, Unknown) or sizes is None:
        return UNKNOWN_SHAPE
    return algebra.unflattened(call.first.shape, dim, sizes)


def squeezed(call: Call) -> Shape:
    """Without the dims of size 1."""
    dims = as_dims(call["dim"])
    return UNKNOWN_SHAPE if isinstance(dims, Unknown) else algebra.squeezed(call.first.shape, dims)


def unsqueezed(call: Call) -> Shape:
    """With one more dim of size 1."""
    dim = as_int(call["dim"])
    return UNKNOWN_SHAPE if isinstance(dim, Unknown) else algebra.unsqueezed(call.first.shape, dim)


# --- dims in another order


def permuted(call: Call) -> Shape:
    """The dims in the order given."""
    dims = as_dims(call["dims"])
    if isinstance(dims, tuple):
        return algebra.permuted(call.first.shape, dims)
    return axes.anything(call.first.shape.rank)


def transposed(call: Call) -> Shape:
    """Two dims exchanged."""
    return _transposed(call, "dim0", "dim1")


def swapped(call: Call) -> Shape:
    """Two dims exchanged, by their numpy names."""
    return _transposed(call, "axis0", "axis1")


def _transposed(call: Call, *parameters: str) -> Shape:
    first, second = (as_int(call[name]) for name in parameters)
    if isinstance(first, Unknown) or isinstance(second, Unknown):
        return axes.anything(call.first.shape.rank)
    return algebra.transposed(call.first.shape, first, second)


def matrices_transposed(call: Call) -> Shape:
    """The last two dims exchanged."""
    return algebra.matrix_transposed(call.first.shape)


def reversed_dims(call: Call) -> Shape:
    """All dims in reversed order."""
    return algebra.reversed_dims(call.first.shape)


def matrix_transposed(call: Call) -> Shape:
    """A matrix transposed; a vector as it is."""
    return algebra.reversed_dims(call.first.shape, most=2)


def moved_dims(call: Call) -> Shape:
    """Some dims at new places."""
    source, destination = as_dims(call["source"]), as_dims(call["destination"])
    if isinstance(source, int | tuple) and isinstance(destination, int | tuple):
        return algebra.moved(call.first.shape, source, destination)
    return axes.anything(call.first.shape.rank)


def turned(call: Call) -> Shape:
    """`rot90`: a quarter turn exchanges the two dims of its plane."""
    turns, dims = as_int(call["k"]), as_dims(call["dims"])
    if isinstance(dims, tuple):
        _refuse_no_plane(call, dims)
    if isinstance(turns, Unknown) or not isinstance(dims, tuple):
        return axes.anything(call.first.shape.rank)
    return algebra.transposed(call.first.shape, *dims) if turns % 2 else call.first.shape


def _refuse_no_plane(call: Call, dims: tuple[int, ...]) -> None:
    if len(dims) != 2:
        raise refuse(Kind.SHAPE, f'"{call.name}" turns a plane of 2 dims, not of {len(dims)}')
    rank = call.first.shape.rank
    if dims[0] == dims[1] or (rank is not None and len(set(axes.normal_dims(dims, rank))) < 2):
        raise refuse(Kind.SHAPE, f'"{call.name}" turns a plane of two different dims, not dim {dims[0]} twice')


def rolled(call: Call) -> Shape:
    """The same shape; a shift for each dim, or one for all items in a row (TensorTransformations.cpp)."""
    shape, shifts, dims = call.first.shape, as_dims(call["shifts"]), as_dims(call["dims"])
    if shifts == ():
        raise refuse(Kind.SHAPE, f'"{call.name}" takes a shift for each dim, and there is none')
    if isinstance(shifts, Unknown) or isinstance(dims, Unknown):
        return shape
    by = (shifts,) if isinstance(shifts, int) else (shifts or ())
    along = (dims,) if isinstance(dims, int) else (dims or ())
    if len(by) != len(along) and (along or len(by) != 1):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes a shift for each dim: {len(by)} and {len(along)}')
    if shape.rank is not None and Dim.of(0) not in shape.left:
        for dim in along:
            if shape.rank == 0:
                raise refuse(Kind.SHAPE, f'"{call.name}" along a dim takes 1 dim or more, not a zero-dim tensor')
            axes.normal(dim, shape.rank)
    return shape


# --- stretched and repeated


def expanded(call: Call) -> Shape:
    """Dims of size 1 stretched to the sizes asked for."""
    sizes = as_shape(call["size"]).dims
    return UNKNOWN_SHAPE if sizes is None else algebra.expanded(call.first.shape, sizes)


def expanded_as(call: Call) -> Shape:
    """Dims of size 1 stretched to the other tensor's sizes."""
    sizes = call.tensor("other").shape
    return sizes if sizes.dims is None else algebra.expanded(call.first.shape, sizes.dims)


def summed_to(call: Call) -> Shape:
    """`sum_to_size`: the sizes asked for, which the shape is what they are stretched to."""
    sizes, shape = as_shape(call["size"]), call.first.shape
    if not expands(sizes, shape):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes sizes that stretch to {shape}, and {sizes} does not')
    return sizes


def repeated(call: Call) -> Shape:
    """Each dim so many times."""
    times = as_shape(call["repeats"]).dims
    return UNKNOWN_SHAPE if times is None else algebra.repeated(call.first.shape, times)


def tiled(call: Call) -> Shape:
    """As repeated, where the first dims may be left out."""
    times, shape = as_shape(call["dims"]).dims, call.first.shape
    if times is None or shape.rank is None:
        return UNKNOWN_SHAPE
    return algebra.repeated(shape, (ONE,) * (shape.rank - len(times)) + times)


def interleaved(call: Call) -> Shape:
    """Each item of a dim, or of all items, so many times in a row."""
    times = as_size(call["repeats"])
    dim = as_dims(call["dim"])
    whole = numel(call.first.shape) if dim is None else UNKNOWN
    if isinstance(dim, int):
        whole = axes.size_at(call.first.shape, dim)
    size: DimFact = UNKNOWN if isinstance(whole, Unknown) or isinstance(times, Unknown) else whole * times
    if call["output_size"] is not None:
        size = as_size(call["output_size"])
    if dim is None:
        return Shape((size,))
    return axes.replaced(call.first.shape, {dim: (size,)}) if isinstance(dim, int) else UNKNOWN_SHAPE


# --- complex numbers as pairs


def paired(call: Call) -> Shape:
    """One more dim, of the two parts of a complex number."""
    return axes.chained(call.first.shape, Shape((Dim.of(2),)))


def unpaired(call: Call) -> Shape:
    """Without the last dim, which holds the two parts."""
    return axes.replaced(call.first.shape, {-1: ()})

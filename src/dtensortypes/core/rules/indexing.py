"""Words for tensors picked by index: shapes, and which dtypes an index may have."""

from __future__ import annotations

from itertools import dropwhile
from typing import Final

from dtensortypes.core.algebra import axes
from dtensortypes.core.algebra.broadcast import ONE, broadcast, expands, not_one
from dtensortypes.core.algebra.index import indexed as algebra_indexed
from dtensortypes.core.algebra.reduce import numel
from dtensortypes.core.facts.device import CPU, Device, DeviceFact
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.dtype import BOOL, INT32, INT64, Category, DType
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.facts.value import Items, Value
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.arguments import as_dims, as_int, as_shape
from dtensortypes.core.rules.call import Call, leaves
from dtensortypes.core.rules.devices import colocated
from dtensortypes.core.rules.dtypes import must_match
from dtensortypes.core.rules.promotion import category_of


def indexed(call: Call) -> Shape:
    """`tensor[index]`."""
    return algebra_indexed(call.first.shape, call["index"])


def index_device(call: Call) -> DeviceFact:
    """Self's device; an index tensor lies there too, or on the CPU."""
    own = call.first.device
    for leaf in leaves(call["index"]):
        if not isinstance(leaf, TensorFact) or _is_read(leaf):
            continue
        if own == CPU and isinstance(leaf.device, Device) and leaf.device != CPU:
            reason = f'"{call.name}" of a tensor on {own} takes an index on {own}, not on {leaf.device}'
            raise refuse(Kind.DEVICE, reason, "move the index with .cpu()")
    return own


def _is_read(index: TensorFact) -> bool:
    """Whether it is, or may be, one number: torch reads that, wherever it lies (`TensorIndexing.h`)."""
    return not index.shape.left and not index.shape.right


def assigned(call: Call) -> Value:
    """`tensor[index] = value`: nothing comes back, and the value must stretch to the place.

    Torch moves the indexes to the tensor's device here, as it does not where values are read, but not the values.
    """
    place, value = algebra_indexed(call.first.shape, call["index"]), call["value"]
    if isinstance(value, TensorFact) and not expands(_without_ones(value.shape), place):
        raise refuse(Kind.SHAPE, f"a value of shape {value.shape} does not stretch to the place of shape {place}")
    if isinstance(value, TensorFact) and _is_put(call["index"], value.shape):
        must_match(call.about("self", "value"))  # what is put to places one by one is not cast (`index_put_`)
    if isinstance(value, TensorFact) and value.shape.rank and _is_laid(call["index"], value):
        colocated(Call(call.name, {"self": call["self"], "value": value}))
    return None


def _is_laid(index: Value, value: TensorFact) -> bool:
    """Whether a value with dims has to lie where it is put; torch reads one alone on the CPU for a mask."""
    if _has_list(index) or _is_put(index, value.shape):
        return True
    return isinstance(value.device, Device) and value.device != CPU and any(map(_is_mask, leaves(index)))


def _is_put(index: Value, value: Shape) -> bool:
    """Whether values are put to places one by one; one alone fills those of a mask, and is cast (`masked_fill_`)."""
    if _has_list(index):
        return True
    is_several = any(isinstance(dim, Dim) and dim.constant not in {None, 1} for dim in (*value.left, *value.right))
    return is_several and any(map(_is_mask, leaves(index)))


def _is_mask(index: Value) -> bool:
    is_tensor = isinstance(index, TensorFact) and index.dtype == BOOL
    return is_tensor and isinstance(index, TensorFact) and index.shape.rank is not None and index.shape.rank > 0


def _has_list(index: Value) -> bool:
    """Whether the index is, or has among its parts, a list or tensor of places, and not one place alone."""
    return any(map(_is_list, index if isinstance(index, tuple) else (index,)))


def _is_list(index: Value) -> bool:
    if isinstance(index, Items):
        return index.is_list and category_of(index.item) is Category.INTEGER
    if not isinstance(index, TensorFact) or index.dtype not in {INT32, INT64}:
        return False
    return index.shape.rank is not None and index.shape.rank > 0


def _without_ones(shape: Shape) -> Shape:
    """Dims of size 1 on the left do not count in an assignment (`slicePrefix1sSize` in aten), nor those that may be."""
    left = _after_ones(shape.left)
    return Shape(left, shape.run, shape.right if left or not shape.run else _after_ones(shape.right))


def _after_ones(dims: tuple[DimFact, ...]) -> tuple[DimFact, ...]:
    return tuple(dropwhile(lambda dim: not not_one(dim), dims))


def picked(call: Call) -> Shape:
    """`index_select`: a dim becomes as long as the index."""
    dim, index = as_int(call["dim"]), call["index"]
    if isinstance(dim, Unknown):
        return axes.anything(call.first.shape.rank)
    size = numel(index.shape) if isinstance(index, TensorFact) else UNKNOWN
    return axes.replaced(call.first.shape, {dim: (size,)})


def gathered(call: Call) -> Shape:
    """`gather`: the shape of the index."""
    return call.tensor("index").shape


def taken_along(call: Call) -> Shape:
    """`take_along_dim`: as gather, self and index stretched to each other; of all items where no dim is said."""
    own, index, dim = call.first.shape, call.tensor("indices").shape, as_dims(call["dim"])
    if dim is None:
        return Shape((numel(index),))
    if not isinstance(dim, int) or own.rank is None or index.rank is None:
        return axes.anything(own.rank if own.rank == index.rank else None)
    if own.rank != index.rank:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes an index of as many dims as {own}, not {index}')
    return axes.replaced(
        broadcast(axes.replaced(own, {dim: (ONE,)}), axes.replaced(index, {dim: (ONE,)})),
        {dim: (axes.size_at(index, dim),)},
    )


def place_by_dim(call: Call) -> tuple[Shape, ...] | Items:
    """`unravel_index`: the places of flat indexes, along each dim of a shape."""
    sizes, own = as_shape(call["shape"]), call.first.shape
    return Items(own) if sizes.rank is None else (own,) * sizes.rank


def takes_index(call: Call) -> None:
    """The index is int64 (or int32)."""
    index = call["index"]
    if isinstance(index, TensorFact) and isinstance(index.dtype, DType) and index.dtype not in {INT64, INT32}:
        if Dim.of(0) in index.shape.left:
            return
        raise refuse(Kind.DTYPE, f'"{call.name}" takes an index of int64, not {index.dtype}', "cast it with .long()")


FOUND_ITEMS: Final = Shape((UNKNOWN,))
"""As many items as there happen to be."""


def found_by_dim(call: Call) -> tuple[Shape, ...] | Items:
    """`where(condition)`: the places found, one vector for each dim."""
    rank = call.first.shape.rank
    return Items(Shape((UNKNOWN,))) if rank is None else (Shape((UNKNOWN,)),) * max(rank, 1)


def found_places(call: Call) -> Shape | tuple[Shape, ...] | Items:
    """`nonzero`: a row for each item found, a column for each dim."""
    rank = call.first.shape.rank
    if call["as_tuple"] is True:
        return found_by_dim(call)
    if call["as_tuple"] is not False and call["as_tuple"] is not None:
        return UNKNOWN_SHAPE
    return Shape((UNKNOWN, UNKNOWN if rank is None else Dim.of(rank)))


def not_complex_where_own_is_not(call: Call) -> None:
    """`index_fill`: a complex tensor finds room in complex numbers alone, though its number be real."""
    own, value = call.first.dtype, call.tensor("value").dtype
    if isinstance(own, DType) and isinstance(value, DType) and value.is_complex and not own.is_complex:
        raise refuse(Kind.DTYPE, f'"{call.name}" of {own} takes a real value, not {value}')


def real_where_own_is(call: Call) -> None:
    """`masked_fill`: a complex number finds room in complex numbers, and bools."""
    own, value = call.first.dtype, call["value"]
    if isinstance(value, complex) and value.imag and isinstance(own, DType) and (own.is_integer or own.is_float):
        raise refuse(Kind.DTYPE, f'"{call.name}" of {own} takes a real number, not {value}')

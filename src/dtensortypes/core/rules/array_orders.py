"""Words for what lays the items of a numpy array in another order."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from dtensortypes.core.algebra.axes import anything
from dtensortypes.core.algebra.named_axes import check_rearranged, check_repeated
from dtensortypes.core.algebra.reshape import moved, permuted, reversed_dims, transposed
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import ArrayFact, ArrayItem
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.arguments import as_dims, as_int
from dtensortypes.core.rules.arranging import TENSOR, of_shape
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.words import ValueWord


def array_permuted(array: str = "self") -> ValueWord:
    """`transpose`: the axes in the order given, else in reversed order."""

    def order(call: Call, shape: Shape) -> Shape:
        given = call["axes"]
        axes = None if given in {None, (), (None,)} else as_dims(given)
        if axes is None:
            return reversed_dims(shape)
        return permuted(shape, axes) if isinstance(axes, tuple) else anything(shape.rank)

    return _ordered(array, order)


def array_swapped(array: str = "self") -> ValueWord:
    """`swapaxes`: two axes exchanged."""

    def order(call: Call, shape: Shape) -> Shape:
        first, second = (as_int(call[name]) for name in ("axis1", "axis2"))
        if isinstance(first, int) and isinstance(second, int):
            return transposed(shape, first, second)
        return anything(shape.rank)

    return _ordered(array, order)


def array_moved(array: str) -> ValueWord:
    """`moveaxis`: some axes at new places, the others in their order."""

    def order(call: Call, shape: Shape) -> Shape:
        source, destination = (as_dims(call[name]) for name in ("source", "destination"))
        if isinstance(source, int | tuple) and isinstance(destination, int | tuple):
            return moved(shape, source, destination)
        return anything(shape.rank)

    return _ordered(array, order)


def array_turned(array: str) -> ValueWord:
    """`flip` and `roll`: as many items as there were, along each axis."""
    return _ordered(array, lambda _call, shape: shape)


def array_sorted(array: str) -> ValueWord:
    """`sort`: as many items as there were, of all axes in a row where none is named."""
    return _ordered(array, lambda call, shape: anything(1) if call["axis"] is None else shape)


def array_distinct(call: Call) -> Value:
    """`unique`: some of the items in a row, or some of the rows; with more of them it gives a tuple."""
    own = call["ar"]
    asked = {call[name] for name in ("return_index", "return_inverse", "return_counts")}
    if not isinstance(own, ArrayFact) or isinstance(own, ArrayItem) or asked != {False}:
        return UNKNOWN
    return ArrayFact(own.dtype, anything(1) if call["axis"] is None else anything(own.shape.rank))


def array_repeated(array: str) -> ValueWord:
    """`repeat`, `tile` and `take_along_axis`: how many items there are then is not followed."""
    return _ordered(array, lambda _call, _shape: UNKNOWN_SHAPE)


def _ordered(array: str, order: Callable[[Call, Shape], Shape]) -> ValueWord:
    def word(call: Call) -> Value:
        own = call[array]
        if not isinstance(own, ArrayFact) or isinstance(own, ArrayItem):
            return UNKNOWN
        try:
            return ArrayFact(own.dtype, order(call, own.shape))
        except Refused:
            return UNKNOWN

    return word


# `einops.rearrange` and `repeat` of an array, by the pattern
array_rearranged = _ordered(TENSOR, partial(of_shape, check_rearranged))
array_repeated_by_pattern = _ordered(TENSOR, partial(of_shape, check_repeated))

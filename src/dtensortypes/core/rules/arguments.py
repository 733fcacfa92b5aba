"""Arguments read as what a shape rule wants: dims to reduce, sizes, an int; UNKNOWN where they are not that."""

from __future__ import annotations

from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.facts.value import Number, Value


def as_int(value: Value) -> int | Unknown:
    """The value as a known int."""
    match value:
        case bool():
            return UNKNOWN
        case int():
            return value
        case Dim() if value.constant is not None:
            return value.constant
    return UNKNOWN


def as_bool(value: Value) -> bool | Unknown:
    return value if isinstance(value, bool) else UNKNOWN


def as_dims(value: Value) -> int | tuple[int, ...] | Unknown | None:
    """The value as the index of a dim, or of several; None says all of them, or none of them in particular."""
    match value:
        case None:
            return None
        case tuple():
            indices = tuple(map(as_int, value))
            known = tuple(index for index in indices if not isinstance(index, Unknown))
            return known if len(known) == len(indices) else UNKNOWN
        case Shape():
            return UNKNOWN if value.dims is None else as_dims(value.dims)
    return as_int(value)


def as_size(value: Value) -> DimFact:
    """The value as a size; a number of unknown value is a size of unknown length."""
    match value:
        case Dim():
            return value
        case int() if not isinstance(value, bool):
            return Dim.of(value)
    return UNKNOWN


def as_shape(value: Value) -> Shape:
    """The value as sizes: a `torch.Size`, a sequence of ints, or one int."""
    match value:
        case Shape():
            return value
        case tuple():
            return Shape(tuple(map(as_size, value)))
        case int() | Dim() | Number():
            return Shape((as_size(value),))
    return UNKNOWN_SHAPE


def as_sizes(value: Value, count: int) -> tuple[DimFact, ...]:
    """The value as one size for each of `count` dims; a single size is for all of them, as in a convolution."""
    if isinstance(value, int | Dim):
        return (as_size(value),) * count
    dims = as_shape(value).dims
    if dims is None:
        return (UNKNOWN,) * count
    return dims if len(dims) == count else (dims * count if len(dims) == 1 else (UNKNOWN,) * count)

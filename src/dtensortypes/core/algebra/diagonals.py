"""Diagonals taken out of two dims, and spread over two dims (aten/src/ATen/native/TensorShape.cpp)."""

from __future__ import annotations

from dtensortypes.core.algebra.axes import inserted, normal_dims
from dtensortypes.core.algebra.bounds import larger, longer, smaller
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.problems import Kind, refuse

_NOTHING = Dim.of(0)


def diagonal(shape: Shape, offset: int | Unknown = 0, first: int = 0, second: int = 1) -> Shape:
    """The shape without two dims, whose diagonal is the last one."""
    if shape.rank is None:
        return UNKNOWN_SHAPE
    places = _pair(first, second, shape.rank)
    if shape.rank < 2:
        raise refuse(Kind.SHAPE, f"a diagonal takes 2 dims and more, and the tensor has shape {shape}")
    rest = tuple(dim for at, dim in enumerate(shape.left) if at not in places)
    return Shape((*rest, _length(shape.left[places[0]], shape.left[places[1]], offset)))


def spread(shape: Shape, offset: int | Unknown = 0, first: int = -2, second: int = -1) -> Shape:
    """The shape with the last dim as a diagonal of two dims, which have these indices afterwards."""
    if shape.rank is None:
        return UNKNOWN_SHAPE
    if shape.rank == 0:
        raise refuse(Kind.SHAPE, "a zero-dim tensor has no dim to make a diagonal of")
    places = sorted(_pair(first, second, shape.rank + 1))
    size = side(shape.left[-1], offset)
    return inserted(inserted(Shape(shape.left[:-1]), places[0], size), places[1], size)


def side(length: DimFact, offset: int | Unknown = 0) -> DimFact:
    """The side of the least square that has a diagonal of this length."""
    return UNKNOWN if isinstance(offset, Unknown) else longer(length, abs(offset))


def _length(rows: DimFact, columns: DimFact, offset: int | Unknown) -> DimFact:
    if isinstance(rows, Unknown) or isinstance(columns, Unknown) or isinstance(offset, Unknown):
        return UNKNOWN
    return larger(smaller(rows + min(offset, 0), columns - max(offset, 0)), _NOTHING)


def _pair(first: int, second: int, rank: int) -> tuple[int, ...]:
    return normal_dims((first, second), rank)

"""Dims summed away, and how many items a shape holds."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from dtensortypes.core.algebra.axes import normal_dims, replaced
from dtensortypes.core.algebra.broadcast import ONE
from dtensortypes.core.facts.dim import Dim, DimFact, differ
from dtensortypes.core.facts.shape import SCALAR, UNKNOWN_SHAPE, Run, Shape
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown


def reduced(shape: Shape, dims: int | Sequence[int] | Unknown | None, *, keepdim: bool | Unknown = False) -> Shape:
    """The shape after a reduction over these dims; None and an empty list are all dims, as in `sum`."""
    if isinstance(dims, Unknown) or isinstance(keepdim, Unknown):
        return (
            Shape((UNKNOWN,) * len(shape.left), shape.run and Run(), (UNKNOWN,) * len(shape.right))
            if (keepdim is True)
            else UNKNOWN_SHAPE
        )
    if isinstance(dims, int):
        dims = (dims,)
    if not dims:
        return Shape((ONE,) * len(shape.left), shape.run and Run(), (ONE,) * len(shape.right)) if keepdim else SCALAR
    if shape.rank is not None:
        dims = normal_dims(dims, shape.rank)
    return replaced(shape, dict.fromkeys(dims, (ONE,) if keepdim else ()))


def numel(shape: Shape) -> DimFact:
    """The number of items, as a product of dims."""
    return product((*shape.left, *([UNKNOWN] if shape.run else []), *shape.right))


def is_not_one(shape: Shape) -> bool:
    """Whether the shape certainly holds no item, or several."""
    items = numel(shape)
    return isinstance(items, Dim) and differ(items, ONE)


def product(dims: Sequence[DimFact]) -> DimFact:
    """The product of sizes; UNKNOWN as soon as one of them is, unless another one is 0."""
    if Dim.of(0) in dims:
        return Dim.of(0)
    known = [dim for dim in dims if isinstance(dim, Dim)]
    return prod(known, start=ONE) if len(known) == len(dims) else UNKNOWN

"""Names of dims that belong to another signature: equal only to themselves, and proved different from nothing."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from dtensortypes.core.facts.dim import FOREIGN, Dim, DimFact
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.value import Items, Value


def seen_from(value: Value, own: Container[str]) -> Value:
    """The value as a function sees it whose signature has the `own` names: all others are marked as foreign."""
    match value:
        case TensorFact(shape=shape) | ArrayFact(shape=shape):
            return replace(value, shape=_shape(shape, own))
        case Shape():
            return _shape(value, own)
        case Dim():
            return _dim(value, own)
        case Items(item=item):
            return replace(value, item=seen_from(item, own))
        case tuple():
            return tuple(seen_from(item, own) for item in value)
    return value


def _shape(shape: Shape, own: Container[str]) -> Shape:
    left, right = (tuple(_dim(dim, own) for dim in dims) for dims in (shape.left, shape.right))
    return Shape(left, shape.run, right)


def _dim(dim: DimFact, own: Container[str]) -> DimFact:
    if not isinstance(dim, Dim):
        return dim
    foreign = {name for name in dim.names if name not in own and name[0] not in {"{", FOREIGN}}
    return dim.substitute({name: Dim.of(FOREIGN + name) for name in foreign}) if foreign else dim

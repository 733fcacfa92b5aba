"""Names of dims that belong to another signature: equal only to themselves, and proved different from nothing."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from operator import is_

from dtensortypes.core.facts.dim import FOREIGN, Dim, DimFact
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.value import Items, Value


def seen_from(value: Value, own: Container[str]) -> Value:
    """The value as a function sees it whose signature has the `own` names: all others are marked as foreign."""
    match value:
        case TensorFact(shape=shape) | ArrayFact(shape=shape):
            seen = _shape(shape, own)
            return value if seen is shape else replace(value, shape=seen)
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
    left, right = ([_dim(dim, own) for dim in dims] for dims in (shape.left, shape.right))
    is_same = all(map(is_, [*left, *right], [*shape.left, *shape.right]))  # as most are: none of its names is foreign
    return shape if is_same else Shape(tuple(left), shape.run, tuple(right))


def _dim(dim: DimFact, own: Container[str]) -> DimFact:
    if not isinstance(dim, Dim):
        return dim
    foreign = {name for name in dim.names if name not in own and name[0] not in {"{", FOREIGN}}
    return dim.substitute({name: Dim.of(FOREIGN + name) for name in foreign}) if foreign else dim

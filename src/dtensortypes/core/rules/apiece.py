"""Words for operations on several tensors that give each of them back, in its own dtype, in another shape."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dtensortypes.core.algebra import axes
from dtensortypes.core.algebra.broadcast import ONE, broadcast
from dtensortypes.core.facts.dim import DimFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.call import Call, each_of
from dtensortypes.core.rules.devices import strictly_colocated
from dtensortypes.core.rules.dtypes import must_match
from dtensortypes.core.rules.pieces import at_least
from dtensortypes.core.rules.words import ShapeWord, ValueWord


def of_rank(rank: int) -> ShapeWord:
    """`atleast_…d`: with so many dims."""
    return lambda call: _grown(call.first.shape, rank)


def each_of_rank(rank: int) -> ValueWord:
    """`atleast_…d` of several tensors."""

    def word(call: Call) -> Value:
        return _each(call["tensors"], lambda tensor: replace(tensor, shape=_grown(tensor.shape, rank)))

    return word


def _grown(shape: Shape, rank: int) -> Shape:
    if shape.rank is None:
        return shape if shape.least_rank >= rank else UNKNOWN_SHAPE
    return at_least(shape, rank)


def stretched_together(call: Call) -> Value:
    """`broadcast_tensors`: each in the shape that all are stretched to."""
    shape = broadcast(*(tensor.shape for tensor in call.tensors))
    if not _are_tensors(call["tensors"]):
        shape = UNKNOWN_SHAPE
    return _each(call["tensors"], lambda tensor: replace(tensor, shape=shape))


def _are_tensors(values: Value) -> bool:
    """Whether it is known of each of the values that it is a tensor, and how many they are."""
    return isinstance(values, tuple) and all(isinstance(value, TensorFact) for value in values)


def grid(call: Call) -> Value:
    """`meshgrid`: for each vector the grid of all of them; a zero-dim tensor is a vector of one item."""
    must_match(call)
    strictly_colocated(call)
    tensors = call["tensors"]
    if not _are_tensors(tensors):
        return _each(tensors, lambda tensor: replace(tensor, shape=UNKNOWN_SHAPE))
    sizes = [_length(call, tensor) for tensor in call.tensors]
    match call["indexing"]:
        case "xy":
            sizes[:2] = sizes[1::-1] if len(sizes) > 1 else sizes[:2]
        case None | "ij":
            pass
        case _:
            return _each(tensors, lambda tensor: replace(tensor, shape=axes.anything(len(sizes))))
    return _each(tensors, lambda tensor: replace(tensor, shape=Shape(tuple(sizes))))


def _length(call: Call, tensor: TensorFact) -> DimFact:
    if tensor.shape.least_rank > 1:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes vectors, not shape {tensor.shape}')
    return ONE if tensor.shape.rank == 0 else (tensor.shape.left[0] if tensor.shape.rank == 1 else UNKNOWN)


def _each(tensors: Value, change: Callable[[TensorFact], TensorFact]) -> Value:
    return each_of(tensors, lambda leaf: change(leaf) if isinstance(leaf, TensorFact) else UNKNOWN)

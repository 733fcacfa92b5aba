"""Results of open rank: where a loop changes the rank, less is said of the sizes, so that it comes to an end."""

from __future__ import annotations

from dataclasses import replace

from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value


def has_run(value: Value) -> bool:
    """Whether the value is a tensor of a rank that is not known."""
    return isinstance(value, TensorFact) and value.shape.run is not None


def one_of(owners: list[Value], own: Value) -> Value:
    """The receiver as one of those that it may be, which are of one shape where a loop goes on to change it.

    Nor does the type of an array alone tell its sizes.
    """
    shapes = {other.shape for other in owners if isinstance(other, TensorFact | ArrayFact)}
    return replace(own, shape=shapes.pop()) if isinstance(own, TensorFact | ArrayFact) and len(shapes) == 1 else own


def of_any_sizes(result: Value) -> Value:
    """What comes of a tensor whose rank a loop changes."""
    if not isinstance(result, TensorFact) or result.shape.run is None:
        return result
    left, right = ((UNKNOWN,) * len(dims) for dims in (result.shape.left, result.shape.right))
    return replace(result, shape=replace(result.shape, left=left, right=right))

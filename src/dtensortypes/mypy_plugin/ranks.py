"""Results of open rank: to mypy the shape `2 ...` is but another `2`, and vanishes beside it where branches meet.

So where tensors of several ranks lead to one, less is said of its shape.
"""

from __future__ import annotations

from dataclasses import replace

from dtensortypes.core.facts.shape import UNKNOWN_SHAPE
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value


def has_run(value: Value) -> bool:
    """Whether the value is a tensor of a rank that is not known."""
    return isinstance(value, TensorFact) and value.shape.run is not None


def is_open(result: Value) -> bool:
    """Whether some sizes of the tensor are known, but not how many there are."""
    return isinstance(result, TensorFact) and has_run(result) and result.shape != UNKNOWN_SHAPE


def of_any_sizes(result: Value) -> Value:
    """What comes of a tensor whose rank a loop changes."""
    if not isinstance(result, TensorFact):
        return result
    left, right = ((UNKNOWN,) * len(dims) for dims in (result.shape.left, result.shape.right))
    return replace(result, shape=replace(result.shape, left=left, right=right))


def of_any_shape(result: Value) -> Value:
    """What comes of tensors of several ranks, as a loop makes them."""
    return replace(result, shape=UNKNOWN_SHAPE) if isinstance(result, TensorFact) else result

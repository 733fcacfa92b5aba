"""What is known of a call that may be one of several operations: what they agree on."""

from __future__ import annotations

from collections.abc import Sequence

from dtensortypes.core.facts.shape import UNKNOWN_SHAPE
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value
from dtensortypes.core.rules.columns import Outcome


def joined(outcomes: Sequence[Outcome]) -> Outcome:
    """The outcome that is true of whichever operation is meant; a problem is one only if all have it."""
    first, *rest = outcomes
    for other in rest:
        problems = tuple(problem for problem in first.problems if problem in other.problems)
        first = Outcome(_agreed(first.result, other.result), problems, first.must_use and other.must_use)
    return first


def _agreed(one: Value, other: Value) -> Value:
    match one, other:
        case TensorFact(), TensorFact():
            return TensorFact(
                one.dtype if one.dtype == other.dtype else UNKNOWN,
                one.device if one.device == other.device else UNKNOWN,
                one.shape if one.shape == other.shape else UNKNOWN_SHAPE,
            )
        case tuple(), tuple() if len(one) == len(other):
            return tuple(map(_agreed, one, other))
    return one if one == other else UNKNOWN

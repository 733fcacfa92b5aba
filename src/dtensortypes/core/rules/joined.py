"""What is known of a call that may be one of several operations: what they agree on."""

from __future__ import annotations

from collections.abc import Sequence

from dtensortypes.core.algebra.either import either
from dtensortypes.core.rules.columns import Outcome


def joined(outcomes: Sequence[Outcome]) -> Outcome:
    """The outcome that is true of whichever operation is meant; a problem is one only if all have it."""
    first, *rest = outcomes
    for other in rest:
        problems = tuple(problem for problem in first.problems if problem in other.problems)
        doubts = tuple(doubt for doubt in first.doubts if doubt in other.doubts)
        first = Outcome(either(first.result, other.result), problems, first.must_use and other.must_use, doubts)
    return first

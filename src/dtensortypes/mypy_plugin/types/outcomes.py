"""What is asked of the outcomes of a call: whether torch refuses it, and whether mypy itself says as much."""

from __future__ import annotations

from collections.abc import Container, Sequence

from dtensortypes.core.algebra.either import either
from dtensortypes.core.facts.dtype import Category
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.value import Number, Value
from dtensortypes.core.ops import Outcome
from dtensortypes.core.problems import REFUSALS, Kind


def is_left_to_mypy(values: Sequence[Value], *, is_ours: bool) -> bool:
    """Whether they are numbers of which mypy says the same, as in a file that knows nothing of us, or no less.

    In the union of both it takes a truth value for one of the integers.
    """
    numbers = [value for value in values if isinstance(value, Number | bool)]
    kinds = {value.category if isinstance(value, Number) else Category.BOOL for value in numbers}
    return len(numbers) == len(values) and (not is_ours or {Category.BOOL, Category.INTEGER} <= kinds)


def of_one_shape(values: Sequence[Value]) -> Sequence[Value]:
    """The results, where they are `torch.Size`s as one: mypy takes two of other numbers for the same."""
    return [either(*values)] if values and all(isinstance(value, Shape) for value in values) else values


def is_refused(outcome: Outcome, kinds: Container[Kind] = REFUSALS) -> bool:
    return any(problem.kind in kinds for problem in outcome.problems)

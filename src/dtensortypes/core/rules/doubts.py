"""Words for what torch does with a warning, and hardly anyone means."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dtensortypes.core.algebra.broadcast import ONE, broadcast
from dtensortypes.core.facts.dim import DimFact
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Kind, Problem, refuse
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.columns import Findings
from dtensortypes.core.rules.words import Demand

TOGETHER: Final = ", before its items are taken together"


def doubted(doubts: Iterable[Demand], call: Call) -> tuple[Problem, ...]:
    """What is doubted in the call."""
    findings = Findings()
    for doubt in doubts:
        findings.of(doubt, call, None)
    return tuple(findings.problems)


def one_by_one(one: str, other: str) -> Demand:
    """Items are compared one by one; doubted where both tensors are stretched, and each item meets many.

    `(n, 1)` and `(n,)` become `(n, n)`. Where only one is stretched, a value for all rows may be meant, and where both
    have as many dims, `(b, n, 1)` and `(b, 1, n)`, all pairs.
    """

    def doubt(call: Call) -> None:
        left, right = call.tensor(one).shape, call.tensor(other).shape
        if left.rank != right.rank and is_stretched(left, right) and is_stretched(right, left):
            reason = f'"{call.name}" stretches {one} {left} and {other} {right} to {broadcast(left, right)}'
            raise refuse(Kind.SHAPE, reason, f"bring them to one shape, as with .view_as({one})")

    return doubt


def of_pairs(name: str, one: Shape, other: Shape) -> Problem | None:
    """What is doubted of an operation all of whose items are taken together then: the mean is one of all pairs.

    Of `(n, 1)` and `(n,)` alone: what stretches otherwise may be meant.
    """
    longer, shorter = (one, other) if len(one.left) > len(other.left) else (other, one)
    if one.run or other.run or not shorter.left or shorter.left[-1] == ONE or longer.left[-1:] != (ONE,):
        return None
    sizes = zip(longer.left[:-1], shorter.left, strict=False)
    if len(longer.left) != len(shorter.left) + 1 or any(UNKNOWN not in pair and len({*pair}) > 1 for pair in sizes):
        return None
    reason = f'"{name}" stretches {one} and {other} to {broadcast(one, other)}{TOGETHER}'
    return Problem(Kind.SHAPE, reason, "bring them to one shape, as with .squeeze(-1)")


def is_stretched(shape: Shape, other: Shape) -> bool:
    """Whether a dim of size 1, or one that is not there, meets one of the other that is not written as 1."""
    if shape.rank is None or other.rank is None:
        return False
    dims, others = shape.left[::-1], other.left[::-1]
    absent: tuple[DimFact, ...] = (ONE,) * max(0, len(others) - len(dims))
    return any(dim == ONE != against for dim, against in zip((*dims, *absent), others, strict=False))

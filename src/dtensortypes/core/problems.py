"""What can be wrong with a tensor, and the words for it: both checkers print these sentences."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum


class Kind(StrEnum):
    """The kinds of problem; the value is mypy's error code for it."""

    DTYPE = "tensor-dtype"
    DEVICE = "tensor-device"
    SHAPE = "tensor-shape"
    DISCARDED = "tensor-discarded"
    PROMOTION = "tensor-promotion"
    UNKNOWN = "tensor-unknown"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: the reason in one line, and what to do about it, if that is known."""

    kind: Kind
    reason: str
    advice: str = ""

    def __str__(self) -> str:
        return f"{self.reason}; {self.advice}" if self.advice else self.reason

    def about(self, subject: str) -> Problem:
        """The same problem, said of `subject`: `argument "x" of "forward"`."""
        return replace(self, reason=f"{subject} {self.reason}")


class Refused(Exception):  # noqa: N818 - not an error of the program: the checked program's call is refused
    """Raised by a rule where torch would refuse the call; carries the problem as a value."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def refuse(kind: Kind, reason: str, advice: str = "") -> Refused:
    """The exception to raise for a problem said in these words."""
    return Refused(Problem(kind, reason, advice))

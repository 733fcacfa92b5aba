"""The error of a call whose tensors are not what its signature says, and the warning that may take its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dtensortypes.core.problems import Problem


@dataclass(frozen=True, slots=True)
class Report:
    """What is told of a wrong call: the reason first, then the whole call, then what to do.

    Under `trace()` it ends with `since`: the line where the tensor got the dtype, or the device, that is wrong.
    """

    problem: Problem | None
    table: str = ""
    since: str = ""

    def __str__(self) -> str:
        reason, advice = (self.problem.reason, self.problem.advice) if self.problem else ("", "")
        return "\n\n".join(part for part in (reason, self.table, advice, self.since) if part)


class TensorTypeError(TypeError):
    """A tensor is not what the signature says.

    What it tells is found when somebody asks, by a function that holds no tensor. Other processes make one of a text,
    which then is its table, and its problem is None.
    """

    def __init__(self, told: Report | Callable[[], Report] | str = "") -> None:
        super().__init__()
        self._told = Report(None, told) if isinstance(told, str) else told

    @property
    def report(self) -> Report:
        """All that it tells."""
        if not isinstance(self._told, Report):
            self._told = self._told()
        return self._told

    @property
    def problem(self) -> Problem | None:
        """The reason, and what to do about it."""
        return self.report.problem

    @property
    def table(self) -> str:
        """The line of the call, and its arguments: declared, actual, and what the names of their dims are."""
        return self.report.table

    @property
    def since(self) -> str:
        """Where the tensor got its dtype or its device, where that is wrong and was traced."""
        return self.report.since

    @property
    def args(self) -> tuple[Any, ...]:
        """The text, as of every error; another one may be put in its place."""
        return (str(self),)

    @args.setter
    def args(self, args: tuple[Any, ...]) -> None:
        self._told = Report(None, " ".join(map(str, args)))

    def __str__(self) -> str:
        return str(self.report)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        """It is copied and pickled with what it tells, and with its notes."""
        rest = {name: value for name, value in vars(self).items() if name != "_told"}
        return type(self), (self.report,), rest or None


class TensorTypeWarning(UserWarning):
    """What the error would have said, where the mode is "warn"."""


# where users find them, and what a traceback calls them
TensorTypeError.__module__ = TensorTypeWarning.__module__ = "dtensortypes"

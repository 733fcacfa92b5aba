"""A check as nested steps: a test that must hold, a statement, or a loop in which all must hold for each item."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias


@dataclass(frozen=True, slots=True)
class Must:
    """An expression that must be true."""

    expression: str


@dataclass(frozen=True, slots=True)
class Do:
    """A statement, of one line."""

    line: str


@dataclass(frozen=True, slots=True)
class Each:
    """A `for` line, and the steps that must succeed each time."""

    head: str
    body: tuple[Step, ...]


Step: TypeAlias = Must | Do | Each


def lines(steps: Sequence[Step], success: Sequence[str]) -> list[str]:
    """The steps as source: `success` is reached where all of them hold, the line after them where one does not."""
    if not steps:
        return list(success)
    match steps[0]:
        case Do(line=line):
            return [line, *lines(steps[1:], success)]
        case Each(head=head, body=body):
            rest = lines(steps[1:], success)
            return [head, *indented([*lines(body, ["continue"]), "break"]), "else:", *indented(rest)]
        case Must():
            count = next((i for i, step in enumerate(steps) if not isinstance(step, Must)), len(steps))
            tests = " and ".join(step.expression for step in steps[:count] if isinstance(step, Must))
            return [f"if {tests}:", *indented(lines(steps[count:], success))]


def guarded(block: Sequence[str], otherwise: str = "pass") -> list[str]:
    """The lines, left where a read fails: a nested tensor does not tell its sizes, and ragged ones do not compute."""
    return ["try:", *indented(block), "except Exception:", f"    {otherwise}"]


def too_deep(block: Sequence[str]) -> bool:
    """Whether Python may refuse to read the lines: it reads no text of a hundred levels of indentation."""
    return any((len(line) - len(line.lstrip())) // 4 > _DEEPEST for line in block)


_DEEPEST: Final = 80


def raises(fault: str) -> str:
    """The statement that raises what the variable holds, in a `try` or an `except`.

    A plain `raise` of an error that was made outside of its graph takes Dynamo down in torch 2.11; the call is what no
    Dynamo follows, so it leaves the whole function to Python, and what has not been raised has no traceback to lose.
    """
    return f"raise {fault}.with_traceback(None)"


def indented(block: Sequence[str]) -> list[str]:
    return [f"    {line}" for line in block]

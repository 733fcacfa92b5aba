"""Notes beside an error, each at the line that it is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo
from mypy.nodes import Context, Expression

from dtensortypes.core.problems import Kind, Origin
from dtensortypes.mypy_plugin.ground.codes import CODES
from dtensortypes.mypy_plugin.messages.provenance import GIVEN, origins
from dtensortypes.mypy_plugin.text.expressions import lines

REVEALED: Final = "Revealed type is "


def add_notes(
    checker: TypeChecker, kind: Kind, context: Context, operands: Sequence[Expression], known: Sequence[Origin] = ()
) -> None:
    """Say where each operand got its dtype or device, beside what is known already; each at its own line.

    What ignores the error ignores the notes.
    """
    for origin in known:
        _say(checker, kind, context, origin.text, Context(origin.line, origin.column))
    for note in origins(checker, kind, list(operands), context.line):
        _say(checker, kind, context, note.text, note.place)


def _say(checker: TypeChecker, kind: Kind, context: Context, text: str, place: Context) -> None:
    checker.errors.report(
        *(place.line, place.column, text, CODES[kind]),
        severity="note",
        origin_span=lines(context),
        end_line=place.end_line,
        end_column=place.end_column,
    )


def origin_of(note: ErrorInfo) -> Origin:
    """What a note says that has been held back with its error."""
    if note.message.startswith(GIVEN):
        return Origin(note.line, note.column, parameter=note.message.removeprefix(GIVEN))
    return Origin(note.line, note.column, note.message)


class Overruled:
    """The errors that are dropped or said otherwise, with which the notes go in which mypy explains them."""

    def __init__(self) -> None:
        self.errors: set[ErrorInfo] = set()
        self.last: ErrorInfo | None = None
        """The last error, if it is one of these: most notes say which one they belong to, others follow it."""

    def judged(self, info: ErrorInfo, *, is_overruled: bool) -> None:
        """Take notice of what has been decided."""
        if info.severity == "error":
            self.last = info if is_overruled else None
        if self.last is not None:
            self.errors.add(self.last)

    def is_about(self, note: ErrorInfo) -> bool:
        """Whether the note explains one of these."""
        if note.parent_error is not None:
            return note.parent_error in self.errors
        is_own = note.code in CODES.values() or note.message.startswith(REVEALED)
        last = None if is_own else self.last
        return last is not None and (note.line, note.column) == (last.line, last.column)

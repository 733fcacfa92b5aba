"""Notes beside an error, each at the line that it is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo
from mypy.nodes import Context, Expression

from dtensortypes.core.problems import Kind
from dtensortypes.mypy_plugin.ground.codes import CODES
from dtensortypes.mypy_plugin.messages.provenance import origins
from dtensortypes.mypy_plugin.text.expressions import lines

_REVEALED: Final = "Revealed type is "


def add_notes(checker: TypeChecker, kind: Kind, context: Context, operands: Sequence[Expression]) -> None:
    """Say at its own line where each operand got its dtype or device; what ignores the error ignores the notes."""
    for note in origins(checker, kind, list(operands), context.line):
        place = note.place
        checker.errors.report(
            *(place.line, place.column, note.text, CODES[kind]),
            severity="note",
            origin_span=lines(context),
            end_line=place.end_line,
            end_column=place.end_column,
        )


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
        is_own = note.code in CODES.values() or note.message.startswith(_REVEALED)
        last = None if is_own else self.last
        return last is not None and (note.line, note.column) == (last.line, last.column)

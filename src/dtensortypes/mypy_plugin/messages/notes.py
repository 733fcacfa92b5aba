"""Notes beside an error, each at the line that it is about."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.checker import TypeChecker
from mypy.nodes import Context, Expression

from dtensortypes.core.problems import Kind
from dtensortypes.mypy_plugin.ground.codes import CODES
from dtensortypes.mypy_plugin.messages.provenance import origins
from dtensortypes.mypy_plugin.text.expressions import lines


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

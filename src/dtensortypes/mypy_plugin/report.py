"""Problems into mypy's messages."""

from __future__ import annotations

from collections.abc import Iterable

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Context

from dtensortypes.core.problems import Problem
from dtensortypes.mypy_plugin.codes import CODES
from dtensortypes.mypy_plugin.watcher import watch


def report(checker: TypeChecker, problem: Problem, context: Context, notes: Iterable[str] = ()) -> None:
    """Say the problem at `context` under its own code; the notes stand beside it, as mypy sorts messages by line."""
    installed = checker.errors._watchers
    own = watch(checker.errors, checker.modules)
    saved = installed[:]
    if not isinstance(context, CallExpr):
        # Mypy tries an operator's two methods under a filter of its own, and says "unsupported operand" of its catch.
        installed[:] = [watcher for watcher in saved if getattr(watcher._filter, "__self__", None) is own]
    try:
        if checker.fail(str(problem), context, code=CODES[problem.kind]) is not None:
            for note in notes:
                checker.note(note, context, code=CODES[problem.kind])
    finally:
        installed[:] = saved

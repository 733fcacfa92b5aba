"""Problems into mypy's messages."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Context, Expression

from dtensortypes.core.facts.dim import FOREIGN
from dtensortypes.core.problems import Problem
from dtensortypes.mypy_plugin.ground.codes import CODES
from dtensortypes.mypy_plugin.messages.notes import add_notes
from dtensortypes.mypy_plugin.messages.watcher import watch
from dtensortypes.mypy_plugin.text.later_rounds import may_differ
from dtensortypes.mypy_plugin.types.retype import is_never


def report(checker: TypeChecker, problem: Problem, context: Context, operands: Sequence[Expression] = ()) -> None:
    """Say the problem at `context` under its own code, and where the operands got what it is about."""
    own = watch(checker.errors, checker.modules)
    own.reports += 1
    if context.line < 0:
        return  # of a class that mypy makes up: `isinstance(x, np.ndarray)` of a tensor would be both
    if is_never(checker):
        return  # a branch of an expression: mypy looks into it though it is not run
    if may_differ(checker, context, operands):
        return  # mypy comes here again
    own.saw(checker)
    # Mypy tries an operator's two methods under a filter of its own, and says "unsupported operand" of its catch.
    with nullcontext() if isinstance(context, CallExpr) else own.heard():
        if checker.fail(str(problem).replace(FOREIGN, ""), context, code=CODES[problem.kind]) is not None:
            add_notes(checker, problem.kind, context, operands)

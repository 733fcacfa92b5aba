"""Problems into mypy's messages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from itertools import chain
from typing import Final

from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo
from mypy.nodes import CallExpr, Context, Expression, Statement, TempNode

from dtensortypes.core.facts.dim import FOREIGN
from dtensortypes.core.problems import ARGUMENT, REFUSALS, Kind, Problem
from dtensortypes.mypy_plugin.ground.codes import CODES
from dtensortypes.mypy_plugin.messages.compared_sizes import is_doubted
from dtensortypes.mypy_plugin.messages.expected import is_expected
from dtensortypes.mypy_plugin.messages.notes import add_notes
from dtensortypes.mypy_plugin.messages.ruled_out import is_ruled_out
from dtensortypes.mypy_plugin.messages.watcher import watch, watchers
from dtensortypes.mypy_plugin.text.expressions import lines
from dtensortypes.mypy_plugin.text.later_rounds import may_differ
from dtensortypes.mypy_plugin.text.scope import current_function, statements
from dtensortypes.mypy_plugin.types.retype import is_never
from dtensortypes.mypy_plugin.types.types_of import anything

_FOREIGN: Final = rf'{FOREIGN}(?!")'
"""What stands before the name of a dim, and not the operator."""


def report(checker: TypeChecker, problem: Problem, context: Context, operands: Sequence[Expression] = ()) -> None:
    """Say the problem at `context` under its own code, and where the operands got what it is about."""
    own = watch(checker.errors, checker.modules)
    if silenced in own.answers:
        return
    own.reports += 1
    if context.line < 0:
        return  # of a class that mypy makes up: `isinstance(x, np.ndarray)` of a tensor would be both
    if is_never(checker):
        return  # a branch of an expression: mypy looks into it though it is not run
    is_declared = str(problem).startswith(ARGUMENT)
    if problem.kind in REFUSALS and is_expected(checker, context, is_declared=is_declared):
        return
    if is_ruled_out(checker, context):
        return
    if may_differ(checker, context, operands):
        return  # mypy comes here again
    if is_doubted(problem, current_function(checker), checker.tree):
        return
    own.saw(checker)
    # Mypy tries an operator's two methods under a filter of its own, and says "unsupported operand" of its catch.
    with nullcontext() if isinstance(context, CallExpr | TempNode) else own.heard():
        if checker.fail(re.sub(_FOREIGN, "", str(problem)), context, code=CODES[problem.kind]) is not None:
            add_notes(checker, problem.kind, context, operands, [one for one in problem.origins if one.text])


@contextmanager
def silenced(checker: TypeChecker) -> Iterator[None]:
    """Say nothing of an expression that is looked at once more, of mypy's messages or of ours."""
    answers = watch(checker.errors, checker.modules).answers
    is_outermost = silenced not in answers
    answers[silenced] = True
    try:
        with checker.msg.filter_errors():
            yield
    finally:
        if is_outermost:
            answers.pop(silenced, None)


def said_of_arguments(checker: TypeChecker) -> Iterator[ErrorInfo]:
    """What has been said of arguments that are not what is declared: a trial does not say it again."""
    said = checker.errors.error_info_map.get(checker.errors.file, [])
    return (info for info in said if info.message.startswith(ARGUMENT))


def withheld(checker: TypeChecker) -> Iterator[ErrorInfo]:
    """What has been said while mypy tries something out, and is said in the end if mypy goes on with it."""
    for watcher in watchers(checker.errors) or ():
        yield from watcher._filtered or ()


def is_said(checker: TypeChecker, kind: Kind, context: Context) -> bool:
    """Whether something of the kind stands there already: mypy asks of each member of a union by itself."""
    said = chain(checker.errors.error_info_map.get(checker.errors.file, []), withheld(checker))
    where = context.line, context.column
    return any(info.code is CODES[kind] and (info.line, info.column) == where for info in said)


def line_in(body: list[Statement], line: int) -> Context | None:
    """The line in the body, as a place; None where no statement of it stands there."""
    statement = next((s for s in reversed(statements(body)) if line in lines(s)), None)
    if statement is None:
        return None
    place = TempNode(anything())
    place.set_line(line, statement.column if statement.line == line else 0)
    return place

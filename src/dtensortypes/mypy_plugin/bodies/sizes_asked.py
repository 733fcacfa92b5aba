"""A size that is asked of a shape which has not so many: `x.shape[2]` of a matrix."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Context, Expression, IndexExpr, IntExpr, Statement, TryStmt, UnaryExpr

from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.value import Value
from dtensortypes.core.problems import Problem, not_there
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.messages.report import report
from dtensortypes.mypy_plugin.messages.watcher import watch
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import current_body, statements


def say_not_there(checker: TypeChecker, whole: Context, shapes: list[Value]) -> None:
    """Report a size that is asked of what has not so many dims, whatever it is there.

    What a program has asked of an item of a list or dict (`if d["x"].ndim:`) nobody remembers: of one nothing is said.
    """
    at = _asked(current_body(checker)).get(id(whole))
    is_of_item = isinstance(whole, Expression) and any(isinstance(part, IndexExpr) for part in expressions(whole))
    if at is None or is_of_item:
        return
    wrong = [_missing(shape, at) for shape in shapes]
    if wrong and wrong[0] is not None and None not in wrong:
        watch(checker.errors, checker.modules).foretold.missing.add((checker.errors.file, whole.line, whole.column))
        report(checker, wrong[0], whole, [whole] if isinstance(whole, Expression) else [])


def _missing(shape: Value, at: int) -> Problem | None:
    rank = shape.rank if isinstance(shape, Shape) else None
    if rank is None or -rank <= at < rank:
        return None
    return not_there(f"shape {shape} has {rank} dims", at)


@once_per_tree
def _asked(body: list[Statement]) -> dict[int, int]:
    """Of what the body asks for which size, but for those that a handler may do without."""
    every = statements(body)
    tried = {
        one for outer in every if isinstance(outer, TryStmt) and outer.handlers for one in statements(outer.body.body)
    }
    asked = (part for one in every if one not in tried for part in expressions(one) if isinstance(part, IndexExpr))
    found = {id(one.base): _number(one.index) for one in asked}
    return {whole: at for whole, at in found.items() if at is not None}


def _number(index: Expression) -> int | None:
    match index:
        case IntExpr(value=at):
            return at
        case UnaryExpr(op="-", expr=IntExpr(value=at)):
            return -at
    return None

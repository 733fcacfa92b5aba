"""Assignments of several at once: in `a, b = b, a` mypy gives a its new type before it looks at the a on the right."""

from __future__ import annotations

from mypy.nodes import (
    AssignmentStmt,
    Expression,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    SliceExpr,
    Statement,
    TupleExpr,
)

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import bodies, statements


@once_per_tree
def hold_apart(tree: MypyFile) -> None:
    """Have mypy look at the whole right side first where a later part of it reads what an earlier one gives a value."""
    for body in bodies(tree.defs):
        _hold_apart(body)


def _hold_apart(body: list[Statement]) -> None:
    for statement in statements(body):
        if not isinstance(statement, AssignmentStmt) or not isinstance(statement.rvalue, TupleExpr):
            continue
        if any(_crosses(lvalue, statement.rvalue) for lvalue in statement.lvalues):
            # Of a slice mypy takes the type, item by item; what is written in place it assigns part after part.
            whole = IndexExpr(statement.rvalue, SliceExpr(None, None, None))
            whole.set_line(statement.rvalue)
            whole.index.set_line(statement.rvalue)
            statement.rvalue = whole


def is_held_apart(statement: Statement) -> bool:
    """Whether the right side of the assignment is looked at first, as mypy would not do it."""
    if not isinstance(statement, AssignmentStmt):
        return False
    whole = statement.rvalue
    if isinstance(whole, TupleExpr):
        return any(_crosses(lvalue, whole) for lvalue in statement.lvalues)
    match whole:
        case IndexExpr(base=TupleExpr(), index=SliceExpr(begin_index=None, end_index=None, stride=None)):
            return True
    return False


def put_together(body: list[Statement]) -> None:
    """Have mypy look at the assignments of the body as it does by itself."""
    for statement in statements(body):
        match statement:
            case AssignmentStmt(rvalue=IndexExpr(base=base)) if is_held_apart(statement):
                statement.rvalue = base


def _crosses(target: Expression, values: TupleExpr) -> bool:
    if not isinstance(target, TupleExpr) or len(target.items) != len(values.items):
        return False
    given: set[str] = set()
    for single, value in zip(target.items, values.items, strict=True):
        if given & _read(value):
            return True
        given |= _read(single)
    return False


def _read(expression: Expression) -> set[str]:
    """The variables and attributes that the expression speaks of, as they are written: none has been looked up yet."""
    return {_written(part) for part in expressions(expression) if isinstance(part, NameExpr | MemberExpr)}


def _written(part: Expression) -> str:
    match part:
        case NameExpr(name=name):
            return name
        case MemberExpr(expr=owner, name=name):
            return f"{_written(owner)}.{name}"
    return ""

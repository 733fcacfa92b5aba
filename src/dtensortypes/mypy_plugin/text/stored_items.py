"""Items of a body's own lists that are given other values: in a copy `xs[1] = x` is `xs = (*xs[:1], x, *xs[2:])`."""

from __future__ import annotations

from typing import NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    IndexExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    SliceExpr,
    Statement,
    TupleExpr,
)

from dtensortypes.mypy_plugin.text.expressions import gathered, integer
from dtensortypes.mypy_plugin.text.rewritten import assignment, at, duplicate, number, sliced, starred


class Stored(NamedTuple):
    """The item of a list, the variable and the index that say which."""

    base: NameExpr
    key: Expression
    item: IndexExpr


def stored(statement: Statement) -> Stored | None:
    """The item of a list that the statement alone gives another value: `xs[i] = x`, `xs[i] += x`."""
    match statement:
        case AssignmentStmt(lvalues=[place]) | OperatorAssignmentStmt(lvalue=place):
            match place:
                case IndexExpr(base=NameExpr() as base, index=key) if not isinstance(key, SliceExpr | TupleExpr):
                    return Stored(base, key, place)
    return None


def is_open_store(statement: Statement, lists: frozenset[str]) -> bool:
    """Whether it is not known in which place of one of the lists it stores something."""
    found = stored(statement)
    if found is None or found.base.name not in lists:
        return False
    return integer(found.key) is None or any(map(_takes_out, gathered(statement)))


def _takes_out(part: Expression) -> bool:
    return isinstance(part, MemberExpr) and part.name == list.pop.__name__


def with_store(statement: Statement, lists: frozenset[str]) -> Statement | None:
    """The store of an item as the assignment of a tuple with another item."""
    found = stored(statement)
    key = None if found is None or found.base.name not in lists else integer(found.key)
    if found is None or key is None or not isinstance(statement, AssignmentStmt | OperatorAssignmentStmt):
        return None
    value = statement.rvalue
    if isinstance(statement, OperatorAssignmentStmt):
        value = at(statement, OpExpr(statement.op, duplicate(found.item), value))
    before = starred(sliced(found.base, None, number(key, found.base)))
    after = [] if key == -1 else [starred(sliced(found.base, number(key + 1, found.base), None))]
    return assignment(found.base, at(statement, TupleExpr([before, value, *after])), statement)


def is_put_in_between(statement: Statement) -> bool:
    """Whether it is `xs.insert(1, xs.pop(0))`, which counts without the item that it takes out, or like it."""
    match statement:
        case ExpressionStmt(expr=CallExpr(callee=MemberExpr(name=list.insert.__name__ | list.extend.__name__))):
            return True
    return False

"""Statements with what is known in the places of what computes it."""

from __future__ import annotations

from mypy.nodes import (
    AssignmentStmt,
    Expression,
    ForStmt,
    FuncDef,
    IndexExpr,
    MatchStmt,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    ReturnStmt,
    Statement,
    TryStmt,
    WithStmt,
)

from dtensortypes.mypy_plugin.bodies.foreseen import Foreseen
from dtensortypes.mypy_plugin.bodies.known_types import OPAQUE
from dtensortypes.mypy_plugin.bodies.placed import put_in_answer
from dtensortypes.mypy_plugin.text.rewritten import assignment, at, duplicate, replace_in, written


def put_into(known: Foreseen, statement: Statement) -> None:
    """Put what is known into what the statement computes; what it gives a value stays."""
    match statement:
        case AssignmentStmt(lvalues=places):
            put_in_answer(known.checker, statement, known.maybe)
            statement.rvalue = known.put_into(statement.rvalue)
            for place in places:
                if isinstance(place, IndexExpr):
                    place.index = known.put_into(place.index)
        case OperatorAssignmentStmt(lvalue=place, rvalue=value):
            statement.rvalue = known.put_into(value)
            if isinstance(place, IndexExpr):
                place.index = known.put_into(place.index)
        case WithStmt(expr=several):
            statement.expr = [known.put_into(one) for one in several]
        case ForStmt(expr=whole):
            statement.expr = known.put_into(whole)
        case ReturnStmt(expr=NameExpr()) | TryStmt() | MatchStmt() | FuncDef():
            pass
        case _:
            replace_in(statement, known.for_part)


def updated(known: Foreseen, statement: OperatorAssignmentStmt, place: NameExpr) -> Statement:
    """`x += y`, after which it is known what it gives; of numbers, what that is in its place."""
    whole = at(statement, OpExpr(statement.op, duplicate(place), duplicate(statement.rvalue)))
    put_into(known, statement)
    value = known.maybe(whole)
    literal = None if isinstance(value, Expression) else written(known.checker, value, statement)
    known.learn(place.name, OPAQUE if literal is None else value)
    return statement if literal is None else assignment(place, literal, statement)

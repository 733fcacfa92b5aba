"""Conditions about sizes that variables hold: after `b, n = x.shape`, `if b == 1` is a question about x.

It is asked whether they are 1 alone: of no other size does it matter by which word it goes.
"""

from __future__ import annotations

from typing import NamedTuple

from mypy.nodes import AssignmentStmt, ComparisonExpr, Expression, IntExpr, NameExpr, OpExpr, Statement, UnaryExpr

from dtensortypes.mypy_plugin.bodies.conditions import questions
from dtensortypes.mypy_plugin.text.expressions import lines
from dtensortypes.mypy_plugin.text.rewritten import at, item
from dtensortypes.mypy_plugin.text.scope import assigned, statements, targets
from dtensortypes.mypy_plugin.text.unpacked import paths


class Spelled(NamedTuple):
    """A condition in which what the variables were given stands in their places."""

    condition: Expression
    asked: list[Expression]
    """What was asked of tensors for it, above."""


def spelled(body: list[Statement], around: list[Statement], condition: Expression) -> Spelled | None:
    """The condition of one of the statements around, if a variable in it holds the size of what stays there."""
    match condition:
        case ComparisonExpr(operators=["==" | "!="], operands=[NameExpr() as name, IntExpr(value=1) as one]):
            held = _held(body, around, name)
            return held and held._replace(
                condition=at(condition, ComparisonExpr(condition.operators, [held.condition, one]))
            )
        case UnaryExpr(op="not", expr=inner):
            found = spelled(body, around, inner)
            return found and found._replace(condition=at(condition, UnaryExpr("not", found.condition)))
        case OpExpr(op="and" | "or" as op, left=left, right=right):
            sides = [spelled(body, around, side) for side in (left, right)]
            first, last = (each.condition if each else side for each, side in zip(sides, (left, right), strict=True))
            asked = [part for each in sides if each for part in each.asked]
            return Spelled(at(condition, OpExpr(op, first, last)), asked) if asked else None
    return None


def _held(body: list[Statement], around: list[Statement], name: NameExpr) -> Spelled | None:
    """What the variable was given by a statement around, the size of something that is not given anew in between."""
    given = assigned(body, name.node)
    statement = given[0][0] if len(given) == 1 else None
    if not isinstance(statement, AssignmentStmt) or not any(one is statement for one in around):
        return None
    behind = around[next(i for i, one in enumerate(around) if one is statement) :]
    here = next((i for i, one in enumerate(behind) if i and name.line in lines(one)), 0)
    path = next((p for to in statement.lvalues for p in paths(to, lambda part: _is(part, name))), None)
    asked = list(questions(statement.rvalue))
    owners = [place for _, place in asked if isinstance(place, NameExpr)]
    if not here or path is None or len(path) > 1 or not owners or len({one.node for one in owners}) != 1:
        return None
    if len(owners) < len(asked) or any(
        _is(to, owners[0]) for one in statements(behind[:here]) for to, _ in targets(one)
    ):
        return None
    size = item(statement.rvalue, path[0], name) if path else statement.rvalue
    return Spelled(size, [part for part, _ in asked])


def _is(part: Expression, name: NameExpr) -> bool:
    return isinstance(part, NameExpr) and part.node is name.node

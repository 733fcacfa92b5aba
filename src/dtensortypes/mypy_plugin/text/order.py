"""Which statements of a body may have been run when one of its expressions is worked out."""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    ConditionalExpr,
    DictionaryComprehension,
    Expression,
    ExpressionStmt,
    ForStmt,
    GeneratorExpr,
    IndexExpr,
    LambdaExpr,
    ListComprehension,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    SetComprehension,
    Statement,
    WhileStmt,
)

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self, lines
from dtensortypes.mypy_plugin.text.scope import blocks, statements, targets

_SIMPLE: Final = (AssignmentStmt, ExpressionStmt, OperatorAssignmentStmt)
_IN_PART: Final = (LambdaExpr, GeneratorExpr, DictionaryComprehension, ConditionalExpr)


def is_later(body: list[Statement], part: Statement | Expression, place: Expression) -> bool:
    """Whether the part of the body, another statement than the place's, is run after the place alone, never before."""
    here = _places(body).get(id(place))
    there = _places(body).get(id(part))
    if here is None or there is None or there <= here:
        return False
    return not any(here in loop and there in loop for loop in loops(body))


def left_undone(body: list[Statement], stopping: set[int]) -> set[int]:
    """The lines of the statements that stand on one of these lines, or come after such a one and need what it gives.

    What stands on them raises, and whoever handles that is in another block.
    """
    found: set[int] = set()
    _leave_undone(body, stopping, found, set(), is_past=False)
    return found


def _leave_undone(body: list[Statement], stopping: set[int], found: set[int], lost: set[str], *, is_past: bool) -> None:
    for statement in body:
        raises = not is_past and _is_run_whole(statement) and not stopping.isdisjoint(lines(statement))
        is_past = is_past or raises
        if raises or (is_past and not lost.isdisjoint(filter(None, map(_place, expressions(statement))))):
            found.update(lines(statement))
            lost.update(filter(None, (_place(target) for target, _ in targets(statement))))
        for block in blocks(statement):
            _leave_undone(block.body, stopping, found, lost, is_past=is_past)


def _place(expression: Expression) -> str | None:
    """What a variable, an attribute of `self` or something in them is written as."""
    match expression:
        case NameExpr(name=name):
            return name
        case MemberExpr(expr=owner, name=name) if is_self(owner):
            return f"self.{name}"
        case IndexExpr(base=base):
            return _place(base)
    return None


def _is_run_whole(statement: Statement) -> bool:
    """Whether all of the statement is worked out where it is run: nothing of it is left for later, or undone."""
    parts = expressions(statement) if isinstance(statement, _SIMPLE) else []
    chosen = any(isinstance(one, OpExpr) and one.op in {"and", "or"} for one in parts)
    return isinstance(statement, _SIMPLE) and not chosen and not any(isinstance(one, _IN_PART) for one in parts)


@once_per_tree
def _places(body: list[Statement]) -> dict[int, int]:
    """In which of the body's statements each part of it is worked out; of what is left for later that is not known."""
    found: dict[int, int] = {}
    for i, statement in enumerate(statements(body)):
        every = expressions(statement)
        at_once = {id(one.generator) for one in every if isinstance(one, ListComprehension | SetComprehension)}
        lazy = [one for one in every if isinstance(one, LambdaExpr | GeneratorExpr) and id(one) not in at_once]
        later = {id(part) for one in lazy for part in expressions(one)}
        found |= {id(part): i for part in (statement, *every) if id(part) not in later}
    return found


@once_per_tree
def loops(body: list[Statement]) -> list[range]:
    """Which of the body's statements each of its loops is, with those in it."""
    every = enumerate(statements(body))
    found = [(i, one) for i, one in every if isinstance(one, ForStmt | WhileStmt)]
    return [range(i, i + len(statements([one]))) for i, one in found]

"""Variables that an `if` or `match` gives a value in each of its branches: what is wrong in one of them is wrong.

Of a variable that only some branches change, others may know why: what made them change it may repair it later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    Block,
    BreakStmt,
    CallExpr,
    ConditionalExpr,
    ContinueStmt,
    Expression,
    ForStmt,
    FuncDef,
    IfStmt,
    MatchStmt,
    MemberExpr,
    NameExpr,
    Node,
    RaiseStmt,
    ReturnStmt,
    Statement,
    TryStmt,
    WhileStmt,
)
from mypy.patterns import AsPattern
from mypy.types import Type, UnionType, get_proper_type

from dtensortypes.core.problems import REFUSALS, Kind, Problem
from dtensortypes.mypy_plugin.text.expressions import expressions, lines
from dtensortypes.mypy_plugin.text.scope import blocks, statements, targets
from dtensortypes.mypy_plugin.types.compare import Verdict

LEAVING: Final = (ReturnStmt, RaiseStmt, BreakStmt, ContinueStmt)
"""The statements after which nothing of their block is run."""


def members(body: list[Statement], value: Expression, found: Type) -> list[Type]:
    """What the variable may be, one for each of the branches that give it; nothing where that is not the case."""
    proper = get_proper_type(found)
    if isinstance(proper, UnionType) and isinstance(value, ConditionalExpr):
        return list(proper.items) if _is_asked_once(body, value) else []
    if isinstance(proper, UnionType) and isinstance(value, CallExpr):
        return list(proper.items) if _is_left_to_function(body, value) else []
    if not isinstance(proper, UnionType) or not isinstance(value, NameExpr) or value.node is None:
        return []
    before = list(_before(body, value.line))
    while before:
        statement = before.pop()
        if _is_given_in([statement], value.node):
            choice = statement.rvalue if isinstance(statement, AssignmentStmt) else None
            is_choice = isinstance(choice, ConditionalExpr) and _is_asked_once(body, choice)
            is_choice = is_choice or (isinstance(choice, CallExpr) and _is_left_to_function(body, choice, value.name))
            gives = _gives(statement, value.node) and (_is_left(statement) or not _is_given_in(before, value.node))
            is_choice = is_choice or (gives and _is_asked_here_alone(body, statement))
            return list(proper.items) if is_choice else []
    return []


def _is_left_to_function(body: list[Statement], call: CallExpr, name: str = "") -> bool:
    """Whether a function has chosen what it returns, and nobody here asks about what it has chosen by, or chosen.

    How often a loop goes round the call may say, and then there is nothing to choose.
    """
    function = call.callee.node if isinstance(call.callee, NameExpr) else None
    if not isinstance(function, FuncDef) or not function.body.body or _goes_round(function):
        return False
    own = frozenset().union(*map(names_in, call.args), {name})
    return not any(own & names_in(condition) for condition in all_conditions(body))


def _goes_round(function: FuncDef) -> bool:
    """Whether the function has a loop over what it is given, or as long as that says."""
    parameters = {argument.variable.name for argument in function.arguments}
    every = list(statements(function.body.body))
    rounds = [one.expr for one in every if isinstance(one, ForStmt | WhileStmt)]
    return any(parameters & names_in(whole) for whole in rounds)


def _is_asked_once(body: list[Statement], choice: ConditionalExpr) -> bool:
    """Whether nothing else in the body depends on what decides here: it may know which of the values it has."""
    own = names_in(choice.cond)
    return sum(bool(own & names_in(condition)) for condition in all_conditions(body)) <= 1


def _is_asked_here_alone(body: list[Statement], statement: Statement) -> bool:
    """Whether nothing outside of the statement depends on what decides in it."""
    within = all_conditions([statement])
    asked = frozenset().union(*map(names_in, within)) - {"self"}
    return sum(bool(asked & names_in(condition)) for condition in all_conditions(body)) <= len(within)


def all_conditions(body: list[Statement]) -> list[Expression]:
    conditions = [c for s in statements(body) for c in _conditions(s)]
    return conditions + [e.cond for s in statements(body) for e in expressions(s) if isinstance(e, ConditionalExpr)]


def _conditions(statement: Statement) -> list[Expression]:
    match statement:
        case IfStmt(expr=conditions):
            return conditions
        case WhileStmt(expr=condition):
            return [condition]
        case MatchStmt(subject=subject, guards=guards):
            return [subject, *(guard for guard in guards if guard is not None)]
    return []


def names_in(condition: Expression) -> frozenset[str]:
    return frozenset(e.name for e in expressions(condition) if isinstance(e, NameExpr | MemberExpr))


def first_wrong(verdicts: Iterator[Verdict]) -> Problem | None:
    """The first dtype or shape that is wrong; on which device a branch works, a flag may have decided for all."""
    found = (problem for verdict in verdicts for _, problem in verdict.problems)
    return next((problem for problem in found if problem.kind in {Kind.DTYPE, Kind.SHAPE}), None)


def wrong_each_way(found: Type, judged: Callable[[Type], Verdict]) -> Problem | None:
    """The first problem of what is wrong whichever of its ways it has gone; None where one of them may be right."""
    proper = get_proper_type(found)
    ways = [judged(one) for one in proper.items] if isinstance(proper, UnionType) else []
    wrong = [next((problem for _, problem in way.problems if problem.kind in REFUSALS), None) for way in ways]
    return wrong[0] if wrong and None not in wrong else None


def _before(body: list[Statement], line: int) -> Iterator[Statement]:
    """The statements that stand before the line, in the block that it is in."""
    before = [statement for statement in body if (statement.end_line or statement.line) < line]
    around = (statement for statement in body if line in lines(statement))
    for statement in around:
        for block in blocks(statement):
            if any(line in lines(inner) for inner in block.body):
                return (yield from _before(block.body, line))
    yield from before


def _is_given_in(body: list[Statement], variable: Node) -> bool:
    return any(is_given(statement, variable) for statement in statements(body))


def _is_left(statement: Statement) -> bool:
    """Whether one of its branches is run whatever the case; of a `match` that is so where its last takes all."""
    if not isinstance(statement, MatchStmt):
        return True
    last = statement.patterns[-1]
    return isinstance(last, AsPattern) and last.pattern is None and statement.guards[-1] is None


def is_given(statement: Statement, variable: Node) -> bool:
    return any(isinstance(target, NameExpr) and target.node is variable for target, _ in targets(statement))


def _gives(statement: Statement, variable: Node) -> bool:
    """Whether it is an `if`, `match` or `try` that gives the variable a value in each branch that it goes on from."""
    going_on = [body for body in _alternatives(statement) if not isinstance(body[-1], LEAVING)]
    return bool(going_on) and all(
        any(is_given(inner, variable) if not blocks(inner) else _gives(inner, variable) for inner in body)
        for body in going_on
    )


def _alternatives(statement: Statement) -> list[list[Statement]]:
    """The statements of which one block is run to its end, whatever happens; nothing, where there may be none."""
    match statement:
        case IfStmt(else_body=Block()):
            return [block.body for block in blocks(statement)]
        case TryStmt(body=body, handlers=handlers, else_body=last) if handlers:
            return [body.body + (last.body if last is not None else []), *(handler.body for handler in handlers)]
        case MatchStmt(bodies=bodies):
            return [block.body for block in bodies]
    return []

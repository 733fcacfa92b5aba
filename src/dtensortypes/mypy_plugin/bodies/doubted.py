"""Rounds of a loop that may leave something out: `for x in xs: if is_small(x): head(x)` gives the head some of them.

Of two unlike tensors a condition may choose one, and nobody knows which.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    AssertStmt,
    CallExpr,
    ConditionalExpr,
    Expression,
    ForStmt,
    FuncDef,
    IfStmt,
    ListExpr,
    MatchStmt,
    OpExpr,
    RaiseStmt,
    RefExpr,
    ReturnStmt,
    Statement,
    TupleExpr,
    WhileStmt,
)

from dtensortypes.mypy_plugin.bodies import comprehensions
from dtensortypes.mypy_plugin.bodies.second_look import GOING_THROUGH, Counts, names_in, through
from dtensortypes.mypy_plugin.text.expressions import gathered, lines, spot_of
from dtensortypes.mypy_plugin.text.rewritten import inside
from dtensortypes.mypy_plugin.text.scope import blocks, targets

_BRANCHING = (IfStmt, WhileStmt, MatchStmt)


def doubted(function: FuncDef, copied: FuncDef, counts: Counts) -> frozenset[int]:
    """The lines that a round may leave out, as the copy still asks there what differs from round to round.

    What a module is, the question tells of itself: `if isinstance(layer, nn.Linear)`.
    """
    loops = list(_loops(function.body.body, counts))
    asking = {spot_of(one) for loop in loops for one in _asking(*loop)}
    found: set[int] = set()
    for statement in inside(copied.body.body) if asking else ():
        if spot_of(statement) in asking and isinstance(statement, _BRANCHING):
            found.update(line for block in blocks(statement) for one in inside(block.body) for line in lines(one))
        for part in gathered(statement):
            if isinstance(part, ConditionalExpr | OpExpr) and spot_of(part) in asking:
                found.update(lines(part))
    for differing, inner in loops:
        left = [one.line for one in inner if isinstance(one, Statement) and _may_leave(one, differing)]
        found.update(line for one in inner if left and one.line > min(left) for line in lines(one))
    return frozenset(found)


def _may_leave(statement: Statement, differing: frozenset[str]) -> bool:
    """Whether a round may end there, by what differs."""
    is_left = isinstance(statement, _BRANCHING) and any(
        isinstance(one, ReturnStmt | RaiseStmt) for block in blocks(statement) for one in inside(block.body)
    )
    return bool(differing & _called(*_asked(statement))) and (is_left or isinstance(statement, AssertStmt))


def _loops(body: list[Statement], counts: Counts) -> Iterator[tuple[frozenset[str], list[Statement | Expression]]]:
    """What differs from round to round in each loop through tensors, and what stands in it."""
    for loop in (one for one in inside(body) if isinstance(one, ForStmt)):
        if _is_through_tensors(loop.expr, counts):
            inner = list(inside(loop.body.body))
            given = [target for one in inner for target, _ in targets(one)]
            yield _called(loop.index, *given), [*inner]
    for one in comprehensions.found_in(body):
        if any(_is_through_tensors(whole, counts) for whole in one.sequences):
            yield _called(*one.indices), [*comprehensions.made_by(one)]


def _is_through_tensors(whole: Expression, counts: Counts) -> bool:
    match whole:
        case CallExpr(callee=RefExpr(fullname=name), args=args) if name in GOING_THROUGH:
            return any(_is_through_tensors(one, counts) for one in args)
    return isinstance(whole, TupleExpr | ListExpr) or any(spot_of(one) in counts for one in through(whole))


def _called(*places: Expression) -> frozenset[str]:
    return frozenset(one.name for place in places for one in names_in(place))


def _asking(differing: frozenset[str], inner: list[Statement | Expression]) -> Iterator[Statement | Expression]:
    """The statements and expressions that ask for what differs."""
    for one in inner:
        if isinstance(one, Statement) and differing & _called(*_asked(one)):
            yield one
        for part in gathered(one):
            match part:
                case ConditionalExpr(cond=condition) | OpExpr(op="and" | "or", left=condition):
                    if differing & _called(condition):
                        yield part


def _asked(statement: Statement) -> list[Expression]:
    match statement:
        case IfStmt(expr=conditions):
            return conditions
        case WhileStmt(expr=condition) | AssertStmt(expr=condition) | MatchStmt(subject=condition):
            return [condition]
    return []

"""The rounds of a loop: what its variables are in each, and which other variables each has for itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from mypy.nodes import (
    AssignmentStmt,
    Block,
    BreakStmt,
    Expression,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    Statement,
    Var,
    WhileStmt,
)

from dtensortypes.mypy_plugin.bodies import comprehensions
from dtensortypes.mypy_plugin.bodies.foreseen import Foreseen
from dtensortypes.mypy_plugin.bodies.own_keys import is_item_of
from dtensortypes.mypy_plugin.text.computed import Unknown
from dtensortypes.mypy_plugin.text.expressions import gathered
from dtensortypes.mypy_plugin.text.own_lists import filled
from dtensortypes.mypy_plugin.text.places import place_of, places_given
from dtensortypes.mypy_plugin.text.rewritten import assignment, at, duplicate, inside, written
from dtensortypes.mypy_plugin.text.scope import targets

Loop = ForStmt | WhileStmt
Round = list[tuple[NameExpr, Any]]

_MOST: Final = 64
"""How many rounds of a loop are counted that a condition ends."""


def rounds_of(known: Foreseen, loop: Loop) -> Iterator[Round] | None:
    """What the variables of the loop are in each round; None where that is not known, or changes on the way.

    Whether a `while` has another round is asked of what is known after the one before: raises Unknown then.
    """
    body = list(inside(loop.body.body))
    if loop.else_body is not None or any(isinstance(one, FuncDef) for one in body):
        return None
    if isinstance(loop, ForStmt):
        found = None if loop.is_async else _bound(known, loop, body)
        return None if found is None else iter(found)
    try:
        known.truth(loop.expr)
    except Unknown:
        return None
    return _while_it_holds(known, loop)


def _while_it_holds(known: Foreseen, loop: WhileStmt) -> Iterator[Round]:
    for _ in range(_MOST):
        if not known.truth(loop.expr):
            return
        yield []
    raise Unknown


def _bound(known: Foreseen, loop: ForStmt, body: list[Statement]) -> list[Round] | None:
    try:
        found = known.rounds(loop.index, loop.expr)
    except Unknown:
        return None
    changed = {name for one in body for name in filled(one)} | set(places_given([loop]))
    for name, value in (pair for bound in found for pair in bound):
        literal = written(known.checker, value, loop.index)
        if literal is None or not isinstance(name.node, Var):
            return None
        if changed & set(map(place_of, gathered(literal))) and not is_item_of(loop.expr, literal):
            return None
        name.node.is_index_var = False  # it is assigned to
    return found


def begin_round(known: Foreseen, bound: Round) -> list[Statement]:
    """The statements that give the loop's variables what they are in the round, which is known from there on."""
    begun: list[Statement] = []
    for name, value in bound:
        literal = written(known.checker, value, name)
        begun += [] if literal is None else [assignment(name, literal, name)]
        known.learn(name.name, value)
    return begun


def body_again(loop: Loop, begun: list[Statement], own: Iterable[Var], *, is_first: bool) -> list[Statement]:
    """What the loop does in a round, after what begins it, about variables of which these are the round's own."""
    copied = duplicate(at(loop, Block([*begun, *loop.body.body])), own).body
    places = [] if is_first else [place for one in inside(copied) for place, _ in targets(one)]
    for place in places:
        if isinstance(place, MemberExpr):  # the attribute has got its type in the first round
            place.is_inferred_def, place.def_var = False, None
    return copied


def first_written_out(function: FuncDef, copied: FuncDef) -> int:
    """The line of the first loop or comprehension of the function that is written out in the copy; 0 without one."""
    begun = comprehensions.places(function.body.body)
    left = {(one.line, one.column) for one in comprehensions.found_in(copied.body.body)} if begun else frozenset()
    gone = (line for line, _ in begun - left)
    return min((*gone, *(one.line for one in inside(copied.body.body) if isinstance(one, Block))), default=0)


def own_variables(loop: Loop, shared: frozenset[str]) -> list[Var]:
    """The variables that each round has for itself: given a value once in the text, before they are read.

    `shared` are those that it has not. What is read later is what the last round has given it: of a `while` it is not
    known beforehand which round that is.
    """
    body = list(inside(loop.body.body))
    if isinstance(loop, WhileStmt) or any(isinstance(statement, BreakStmt) for statement in body):
        return []  # a round that is not the last one is gone on from
    found = {} if any(map(_reads_later, body)) else {one.name: one.node for one in _counted(loop.index, shared)}
    seen: set[str] = set()
    for statement in body:
        given = [target for target, _ in targets(statement) if isinstance(target, NameExpr)]
        for one in given:
            is_first = one.name not in seen | shared and not _reads(statement, one.name)
            if is_first and isinstance(one.node, Var):
                found[one.name] = one.node
        seen.update(one.name for one in gathered(statement) if isinstance(one, NameExpr))
    return [one for one in found.values() if isinstance(one, Var)]


def _counted(index: Expression, shared: frozenset[str]) -> list[NameExpr]:
    """The variables that the loop counts through."""
    return [one for one in gathered(index) if isinstance(one, NameExpr) and one.name not in shared]


def _reads_later(statement: Statement) -> bool:
    """Whether something in the statement is run later: it reads what variables are by then."""
    return any(isinstance(one, LambdaExpr | GeneratorExpr) for one in gathered(statement))


def _reads(statement: Statement, name: str) -> bool:
    if not isinstance(statement, AssignmentStmt):
        return True
    return any(isinstance(one, NameExpr) and one.name == name for one in gathered(statement.rvalue))

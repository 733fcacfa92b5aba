"""A copy of a body for one call, with what can be foreseen written out: loops round by round, branches that are taken.

Of what is left mypy knows in the usual way what each statement gives. A loop of unknown, or too many, rounds stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from mypy.nodes import (
    AssignmentStmt,
    Block,
    BreakStmt,
    CallExpr,
    ContinueStmt,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    IfStmt,
    MatchStmt,
    NameExpr,
    OperatorAssignmentStmt,
    PassStmt,
    RaiseStmt,
    RefExpr,
    ReturnStmt,
    Statement,
    TryStmt,
    TupleExpr,
    TypeInfo,
    WhileStmt,
    WithStmt,
)

from dtensortypes.mypy_plugin.bodies.foreseen import Foreseen
from dtensortypes.mypy_plugin.bodies.known_sizes import taken_apart
from dtensortypes.mypy_plugin.bodies.known_types import OPAQUE, is_plain
from dtensortypes.mypy_plugin.bodies.own_keys import keys_alone, learn_keys, stored_to
from dtensortypes.mypy_plugin.bodies.placed import in_all
from dtensortypes.mypy_plugin.bodies.rounds import Loop, Round, begin_round, body_again, own_variables, rounds_of
from dtensortypes.mypy_plugin.bodies.statements import put_into, updated
from dtensortypes.mypy_plugin.changes import changing
from dtensortypes.mypy_plugin.changes.attribute_lists import as_variables
from dtensortypes.mypy_plugin.changes.filled_containers import as_lists
from dtensortypes.mypy_plugin.changes.held_lists import as_containers
from dtensortypes.mypy_plugin.changes.reshaping import touched_in
from dtensortypes.mypy_plugin.text.begun_again import apart
from dtensortypes.mypy_plugin.text.computed import ITERATORS, Unknown
from dtensortypes.mypy_plugin.text.expressions import calls_in
from dtensortypes.mypy_plugin.text.own_lists import as_assignments, begin_apart, filled, own_lists
from dtensortypes.mypy_plugin.text.places import given_elsewhere, may_set_attributes, place_of, places_given
from dtensortypes.mypy_plugin.text.put_inside import body_for, setting_method
from dtensortypes.mypy_plugin.text.rewritten import at, inside, written
from dtensortypes.mypy_plugin.text.scope import targets
from dtensortypes.mypy_plugin.text.set_by_name import as_assignment
from dtensortypes.mypy_plugin.text.stored_items import is_open_store

_MOST: Final = 600
"""How many statements may come of a body; a call, which is looked into, counts as three more."""
_MOST_TIMES: Final = 8
"""How often a body is begun anew, as one of its loops or lists turns out not to be known."""
_CALL: Final = "call"

Left = type[Statement] | None
"""How a block is left other than by its end."""


class _Again(Exception):  # noqa: N818 - no error: an answer
    """The loop on this line, the call on it, or the list of this name, is to be left as it is."""

    def __init__(self, left: object) -> None:
        self.left = left


def unrolled(known: Foreseen, copy: Callable[[], FuncDef], owner: TypeInfo | None) -> tuple[FuncDef, frozenset[str]]:
    """A copy of the function, with what is known at its beginning put in, and the names of lists that are tuples in it.

    `owner` is the class of the object whose method it is.
    """
    refused: frozenset[object] = frozenset()
    for _ in range(_MOST_TIMES):
        copied = copy()
        begin_apart(copied.body)
        as_containers(copied, known.checker.tree, known.checker.modules)
        as_variables(copied)
        as_lists(copied, refused)
        apart(copied)  # at last: what a body's lists are is asked of the body as it is then
        lists = frozenset(name for name in own_lists(copied.body.body) if name not in refused)
        begun = replace(known, given=dict(known.given))
        running = _Unrolling(begun, copied, owner, lists, refused)
        try:
            copied.body.body, _ = running.block(copied.body.body)
        except _Again as again:
            refused |= {again.left}
        else:
            return copied, lists
    return copy(), frozenset()


class _Unrolling:
    """Goes through a body as the program would."""

    def __init__(
        self,
        known: Foreseen,
        function: FuncDef,
        owner: TypeInfo | None,
        lists: frozenset[str],
        refused: frozenset[object],
    ) -> None:
        self.known, self.owner, self.lists, self.refused = known, owner, lists, refused
        self.called: list[FuncDef] = []
        """The methods that are put in at the place."""
        self.loops: list[Loop] = []
        """The loops around the place that are written out."""
        self.times = Counter(places_given(function.body.body))
        self.elsewhere = given_elsewhere(known.checker.tree.defs, function)
        self.body, tree = function.body.body[:], known.checker.tree
        self.changed = changing.changed_in(function.body.body) | changing.changed(tree) | touched_in(tree, self.body)
        self.count = 0

    def block(self, body: Iterable[Statement]) -> tuple[list[Statement], Left]:
        found: list[Statement] = []
        for statement in body:
            new, left = self.statement(statement)
            found += new
            self.count += sum(1 + 3 * calls_in(one) for one in new)
            if self.count > _MOST:
                raise _Again(self.loops[0].line if self.loops else statement.line)
            if left is not None:
                return found, left
        return found, None

    def statement(self, statement: Statement) -> tuple[list[Statement], Left]:
        match statement:
            case IfStmt():
                return self.chosen(statement)
            case ForStmt() | WhileStmt():
                return self.loop(statement)
            case TryStmt() | MatchStmt():
                return self.left_as_it_is(statement), None
            case WithStmt():
                put_into(self.known, statement)
                self.forget(places_given([statement]))
                return self.inner(statement, statement.body)
            case BreakStmt() | ContinueStmt():
                return [], type(statement)
            case ReturnStmt() | RaiseStmt():
                put_into(self.known, statement)
                return as_assignments(statement, self.lists)[:1], type(statement)
            case OperatorAssignmentStmt(lvalue=NameExpr(name=name) as place) if name not in self.lists:
                return [updated(self.known, statement, place)], None
        called = self.method_in(statement)
        put_into(self.known, statement)
        statement = as_assignment(statement, self.owner)
        if is_open_store(statement, self.lists):
            raise _Again(next(iter(filled(statement))))
        new = as_assignments(statement, self.lists)
        for one in new:
            self.learn(one)
        return [*called, *new], None

    def inner(self, statement: Statement, block: Block) -> tuple[list[Statement], Left]:
        found, left = self.block(block.body)
        block.body = found or [at(statement, PassStmt())]
        return [statement], left

    def method_in(self, statement: Statement) -> list[Statement]:
        """The statements of a method that the statement calls, and that sets attributes; it has their result then."""
        found = setting_method(statement, self.owner) if self.owner is not None else None
        if found is None or found[1] in self.called or (statement.line, _CALL) in self.refused:
            return []
        put_into(self.known, statement)
        body = body_for(*found)
        if body is None:
            return []
        self.lists |= own_lists(body) - self.refused
        self.times.update(places_given(body))
        self.called.append(found[1])
        loops, self.loops = self.loops, []
        new, left = self.block(body)
        self.loops = loops
        self.called.pop()
        last = new.pop() if left is ReturnStmt else None
        value = last.expr if isinstance(last, ReturnStmt) else None
        if isinstance(value, NameExpr) and value.name in self.lists:
            raise _Again((statement.line, _CALL))
        value = value or written(self.known.checker, None, statement)
        if value is None or left not in {None, ReturnStmt} or any(isinstance(one, ReturnStmt) for one in inside(new)):
            raise _Again((statement.line, _CALL))
        if isinstance(statement, AssignmentStmt):
            statement.rvalue = value
        elif isinstance(statement, ExpressionStmt):
            statement.expr = value
        return new

    def learn(self, statement: Statement) -> None:
        """Take what the statement gives to variables and attributes, and forget what it may change."""
        if may_set_attributes(statement):
            self.forget(self.elsewhere)
        sizes = taken_apart(statement, self.known.given)
        for target, value in list(targets(statement)):
            place = place_of(target)
            if place:
                self.known.learn(place, OPAQUE if value is None else self.lasting(place, value))
        self.known.given |= sizes
        learn_keys(self.known, statement)

    def lasting(self, place: str, value: Expression) -> Any:
        """What a variable or attribute is given, if it stays that until it is given something else."""
        found = self.known.maybe(value)
        is_iterator = isinstance(value, CallExpr) and isinstance(value.callee, RefExpr)
        if is_iterator and value.callee.fullname in ITERATORS:  # type: ignore[attr-defined]
            return OPAQUE
        is_list = isinstance(found, tuple | dict) and not isinstance(value, TupleExpr) and place not in self.lists
        is_filled = changing.may_be_filled(self.body, self.changed, place, is_plain=is_plain(found))
        return keys_alone(found, place, self.body) if is_list and is_filled else found

    def forget(self, places: Iterable[str]) -> None:
        for place in places:
            self.known.learn(place, OPAQUE)

    def chosen(self, statement: IfStmt) -> tuple[list[Statement], Left]:
        """The block that is run where that is known; all that may be run otherwise."""
        cases = zip(statement.expr, statement.body, strict=True)
        try:
            taken = next((block for condition, block in cases if self.known.truth(condition)), statement.else_body)
        except Unknown:
            return self.undecided(statement)
        return self.block(taken.body if taken else [])

    def undecided(self, statement: IfStmt) -> tuple[list[Statement], Left]:
        """All that may be run; what they agree in is known after it."""
        last = statement.else_body
        statement.expr = [self.known.put_into(condition) for condition in statement.expr]
        before, after = self.known.given, []
        lefts: list[Left] = []
        for block in [*statement.body, *([last] if last else [])]:
            self.known.given = dict(before)
            _, left = self.inner(statement, block)
            if left in (BreakStmt, ContinueStmt):
                raise _Again(self.loops[-1].line)
            lefts.append(left)
            after += [self.known.given] if left is None else []
        after += [] if last else [before]
        keys = {key for given in after for key in given}
        self.known.given = {key: in_all([given.get(key, OPAQUE) for given in after]) for key in keys}
        return [statement], None if after else lefts[0]

    def left_as_it_is(self, statement: Statement) -> list[Statement]:
        """Go on after a statement that may be run in part, or many times: what it changes is not known."""
        every = list(inside([statement]))
        for name in self.lists & {name for one in every for name in filled(one)}:
            raise _Again(name)
        last = statement.else_body if isinstance(statement, ForStmt | WhileStmt) else None
        of_outer = every if not isinstance(statement, ForStmt | WhileStmt) else inside(last.body if last else [])
        if self.loops and any(isinstance(one, BreakStmt | ContinueStmt) for one in of_outer):
            raise _Again(self.loops[-1].line)
        self.forget([*places_given([statement]), *stored_to([statement])])
        if any(map(may_set_attributes, every)):
            self.forget(self.elsewhere)
        for one in every:
            put_into(self.known, one)
        return [statement]

    def loop(self, loop: Loop) -> tuple[list[Statement], Left]:
        if isinstance(loop, ForStmt):  # a condition is asked again before each round
            put_into(self.known, loop)
        rounds = None if loop.line in self.refused else rounds_of(self.known, loop)
        if rounds is None:
            return self.left_as_it_is(loop), None
        self.loops.append(loop)
        try:
            found, left = self.written_out(loop, list(rounds) if isinstance(loop, ForStmt) else rounds)
        except Unknown:
            raise _Again(loop.line) from None
        self.loops.pop()
        found.append(at(loop, Block([])))  # which says that it was a loop
        return found, left if left in (ReturnStmt, RaiseStmt) else None

    def written_out(self, loop: Loop, rounds: Iterable[Round]) -> tuple[list[Statement], Left]:
        """Its rounds one after the other, and how the last of them is left."""
        found: list[Statement] = []
        left: Left = None
        shared = self.lists | {name for name, times in self.times.items() if times > 1}
        own = own_variables(loop, shared)
        last = len(rounds) - 1 if isinstance(rounds, list) else 0
        for number, bound in enumerate(rounds):
            begun = begin_round(self.known, bound)
            body = body_again(loop, begun, () if number == last else own, is_first=number == 0)
            found += body[: len(begun)]
            new, left = self.block(body[len(begun) :])
            found += new
            if left not in (None, ContinueStmt):
                break
        return found, left

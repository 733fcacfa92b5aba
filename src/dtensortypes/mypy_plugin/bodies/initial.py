"""What the body of a constructor, checked for one call, has given to the object, and to the constructor of its base."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Expression,
    FuncDef,
    MemberExpr,
    NameExpr,
    ReturnStmt,
    SuperExpr,
)
from mypy.types import Type, get_proper_type

from dtensortypes.mypy_plugin.bodies.given import as_literal, valued
from dtensortypes.mypy_plugin.bodies.spread import one_by_one
from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.changes.settled import is_changed_later, without_state
from dtensortypes.mypy_plugin.changes.stores import Store, stores
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects.filled_at_last import at_last
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.registering import registering
from dtensortypes.mypy_plugin.text.scope import statements, targets
from dtensortypes.mypy_plugin.types.facts_of import holds_modules, is_a

Given = tuple[tuple[str | None, Type], ...]
"""Arguments, with their names if they have one."""


@dataclass(frozen=True, slots=True)
class Initial:
    """What an object begins with: the types of its attributes, where one statement certainly is the last to give them.

    Those of a module are also the tensors that it registers.
    """

    attributes: tuple[tuple[str, Type], ...] = ()
    passed_on: Given | None = None
    """What `super().__init__(…)` is given; None where it is not called once, or not with known arguments."""
    given: list[Store] | None = None
    """What the method gives to the attributes of its object."""


NOTHING: Final = Initial()


def initial(checker: TypeChecker, function: FuncDef, types: Mapping[Expression, Type]) -> Initial:
    """What the function has begun with where it is a constructor, and has been checked: it has just found the types."""
    if function.name not in {"__init__", names.POST_INIT}:
        return Initial(_put(checker, function, types), given=stores(function, types)) if function.info else NOTHING
    every = statements(function.body.body)
    given = [(target, value, statement) for statement in every for target, value in targets(statement)]
    reached: dict[str, list[tuple[Expression | None, bool]]] = {}
    places = {target.name: target for target, _, _ in given if isinstance(target, MemberExpr)}
    for target, value, statement in given:
        if isinstance(target, MemberExpr) and (value is None or value in types):
            reached.setdefault(target.name, []).append((value, statement in function.body.body))
    leaves = any(isinstance(statement, ReturnStmt) for statement in every)
    last = [
        (name, values[-1][0])
        for name, values in reached.items()
        if len(values) == 1 or (values[-1][1] and not leaves)  # no branch decides whether it is run
    ]
    filled = {place.name for one in every for place in filled_by(one) if isinstance(place, MemberExpr)}
    made = [(name, _begun(checker, function, places[name], value)) for name, value in last if value is not None]
    made = [(name, type_) for name, type_ in made if name not in filled or not holds_modules(type_)]
    made += [(name, type_) for name, type_ in at_last(checker, function, types) if name in dict(last)]
    made += [(name, valued(checker, value)) for name, value in registering(function) if value in types]
    return Initial(tuple(made), _passed_on(checker, function, types), stores(function, types))


def _put(checker: TypeChecker, function: FuncDef, types: Mapping[Expression, Type]) -> tuple[tuple[str, Type], ...]:
    """The modules that a method certainly gives the attributes of the module that it is called on."""
    if not function.info.has_base(names.MODULE):
        return ()
    body = function.body.body
    last: dict[str, tuple[MemberExpr, Expression | None]] = {}
    for statement in statements(body):
        for target, value in targets(statement):
            if isinstance(target, MemberExpr) and is_self(target.expr):
                last[target.name] = target, value if statement in body else None
    leaves = any(isinstance(one, ReturnStmt) and one is not body[-1] for one in statements(body))
    made = [(name, *each) for name, each in last.items()] if not leaves else []
    return tuple(
        (name, _begun(checker, function, place, value))
        for name, place, value in made
        if value is not None and value in types and is_a(get_proper_type(types[value]), names.MODULE)
    )


def _begun(checker: TypeChecker, function: FuncDef, place: MemberExpr, value: Expression) -> Type:
    """What the attribute begins with; of a module without its state, if the constructor may go on to cast or move it.

    What it does to a module's own parts mypy follows.
    """
    type_, body = as_literal(valued(checker, value)), function.body.body
    is_changed = isinstance(value, NameExpr | MemberExpr) and is_changed_later(body, value)
    is_plain = not function.info.has_base(names.MODULE)
    return without_state(type_) if is_changed or (is_plain and is_changed_later(body, place)) else type_


def _passed_on(checker: TypeChecker, function: FuncDef, types: Mapping[Expression, Type]) -> Given | None:
    every = (e for statement in statements(function.body.body) for e in expressions(statement))
    calls = [e for e in every if isinstance(e, CallExpr) and isinstance(e.callee, SuperExpr) and e in types]
    given = one_by_one(calls[0], partial(valued, checker)) if len(calls) == 1 else None
    return None if given is None else tuple(zip(given.words, given.types, strict=True))

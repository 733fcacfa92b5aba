"""What the body of a constructor, checked for one call, has given to the object, and to the constructor of its base."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from operator import is_
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    DictExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    IndexExpr,
    MemberExpr,
    NameExpr,
    ReturnStmt,
    Statement,
    SuperExpr,
)
from mypy.typeops import make_simplified_union
from mypy.types import AnyType, Instance, ProperType, TupleType, Type, UninhabitedType, get_proper_type

from dtensortypes.mypy_plugin.bodies.displays import displayed
from dtensortypes.mypy_plugin.bodies.given import as_literal, valued
from dtensortypes.mypy_plugin.bodies.spread import one_by_one
from dtensortypes.mypy_plugin.changes.cast_after import asked
from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.changes.passed import Passed
from dtensortypes.mypy_plugin.changes.refilled import CONTAINERS
from dtensortypes.mypy_plugin.changes.settled import is_changed_later, without_state
from dtensortypes.mypy_plugin.changes.stores import Store, put_in, stores
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects.filled_at_last import at_last, with_parts
from dtensortypes.mypy_plugin.text.expressions import as_display, expressions, is_self
from dtensortypes.mypy_plugin.text.registering import registering
from dtensortypes.mypy_plugin.text.scope import assigned, statements, targets
from dtensortypes.mypy_plugin.text.set_by_name import sets_by_name
from dtensortypes.mypy_plugin.text.unpacked import paths
from dtensortypes.mypy_plugin.types.compare import says_something
from dtensortypes.mypy_plugin.types.facts_of import holds_modules, is_a
from dtensortypes.mypy_plugin.types.types_of import anything

_MADE_AND_PUT: Final = 2
_FILLED: Final = frozenset({"builtins.list", "builtins.dict"})
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
    calls: tuple[Passed, ...] | None = None
    """What the function gives to methods that put it into attributes of theirs; None where it was not read."""


NOTHING: Final = Initial()


def initial(checker: TypeChecker, function: FuncDef, types: Mapping[Expression, Type]) -> Initial:
    """What the function has begun with where it is a constructor, and has been checked: it has just found the types."""
    if function.name not in {"__init__", names.POST_INIT}:
        return (
            Initial(_put(checker, function, types), given=stores(function, _shown(checker, function, types)))
            if function.info
            else NOTHING
        )
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
    whole = [
        (name, _with_what_is_put_in(function, places[name], type_, types)) for name, type_ in made if name in filled
    ]
    made = [(name, type_) for name, type_ in made if name not in filled or not _is_open(type_)]
    made += [(name, type_) for name, type_ in whole if type_ is not None]
    made += [(name, type_) for name, type_ in at_last(checker, function, types) if name in dict(last)]
    made += _with_parts(function, dict(last), types)
    made += _unpacked(checker, function, [places[name] for name, value in last if value is None], types)
    made += [(name, valued(checker, value)) for name, value in registering(function) if value in types]
    if sets_by_name(function):  # one of the names may be any
        made = [(name, type_) for name, type_ in made if function.info.get(name) is not None]
    return Initial(
        tuple(made), _passed_on(checker, function, types), stores(function, _shown(checker, function, types))
    )


def _unpacked(
    checker: TypeChecker, function: FuncDef, last: list[MemberExpr], types: Mapping[Expression, Type]
) -> Iterator[tuple[str, Type]]:
    """What a tuple is unpacked into: `self.train, self.test = loaders(config)`."""
    body = function.body.body
    every = [one for one in statements(body) if isinstance(one, AssignmentStmt)] if last else []
    for statement in (one for one in every if one.rvalue in types):
        into = [
            (place, path) for place in last for one in statement.lvalues for path in paths(one, partial(is_, place))
        ]
        whole = valued(checker, statement.rvalue) if into else None
        for place, path in into:
            item = whole
            for step in path:
                parts = get_proper_type(item)
                item = parts.items[step] if isinstance(parts, TupleType) and step < len(parts.items) else None
            if item is not None:
                yield place.name, as_literal(without_state(item) if is_changed_later(body, place) else item)


def _shown(checker: TypeChecker, function: FuncDef, types: Mapping[Expression, Type]) -> Mapping[Expression, Type]:
    """The types, those of dicts that are put into others with what is in them."""
    body = function.body.body
    every = ((value, _written(body, value)) for one in statements(body) for value in put_in(one) if value in types)
    dicts = [(one, written) for one, written in every if written is not None]
    return {**types, **{one: displayed(checker, written, types[one]) for one, written in dicts}} if dicts else types


def _written(body: list[Statement], value: Expression) -> Expression | None:
    """The dict as it is written out, there or in a variable of which nothing else is said; None of anything else."""
    if isinstance(value, NameExpr):
        named = [one for s in statements(body) for one in expressions(s) if isinstance(one, NameExpr)]
        given = [found for _, found in assigned(body, value.node)]
        is_put_there = len(given) == 1 and [one.node for one in named].count(value.node) == _MADE_AND_PUT
        return _written(body, given[0]) if is_put_there and given[0] is not None else None
    written = as_display(value)
    return written if isinstance(written, DictExpr) else None


def _with_parts(
    function: FuncDef, last: Mapping[str, Expression | None], types: Mapping[Expression, Type]
) -> list[tuple[str, Type]]:
    """The modules into which the constructor has put parts; without their states where it knows them otherwise, too."""
    body, found = function.body.body, []
    for name, type_ in with_parts(function, types):
        value = last.get(name)
        is_changed = isinstance(value, NameExpr | MemberExpr) and is_changed_later(body, value)
        found += [(name, without_state(type_) if is_changed else type_)] if value is not None else []
    return found


def _with_what_is_put_in(
    function: FuncDef, place: MemberExpr, begun: Type, types: Mapping[Expression, Type]
) -> Type | None:
    """The type of a list or dict that begins empty, and that the constructor only fills one by one; None of others."""
    proper = get_proper_type(begun)
    if not isinstance(proper, Instance) or proper.type.fullname not in _FILLED or not _is_empty(proper):
        return None
    every = statements(function.body.body)
    if any(isinstance(one, AssignmentStmt) and place in one.lvalues and len(one.lvalues) > 1 for one in every):
        return None  # `self.d = d = {}`: it may be filled by its other name
    named = [part for one in every for part in expressions(one) if isinstance(part, MemberExpr)]
    asked = [one.expr for one in every if isinstance(one, ExpressionStmt)]
    named = [one for one in named if one.name == place.name and one not in asked]
    held = [types.get(value) for one in every for value in _put_in(one, place.name)]
    known = [one for one in held if one is not None and says_something(one)]
    if len(named) != len(held) + 1 or len(known) < len(held):
        return None
    return proper.copy_modified(args=[*(anything() for _ in proper.args[1:]), make_simplified_union(known)])


def _is_empty(container: Instance) -> bool:
    return all(isinstance(get_proper_type(one), UninhabitedType | AnyType) for one in container.args)


def _put_in(statement: Statement, name: str) -> Iterator[Expression]:
    """What the statement puts into the attribute's list or dict: `self.d[k] = x`, `self.xs.append(x)`."""
    match statement:
        case AssignmentStmt(lvalues=[IndexExpr(base=MemberExpr(expr=owner, name=put))], rvalue=value):
            if put == name and is_self(owner):
                yield value
        case ExpressionStmt(
            expr=CallExpr(callee=MemberExpr(expr=MemberExpr(expr=owner, name=put), name=how), args=[x])
        ):
            if put == name and is_self(owner) and how == list.append.__name__:
                yield x


def _is_open(type_: Type) -> bool:
    """Whether it is a container, in which there is more in the end than it begins with."""
    return holds_modules(type_) or any(is_a(get_proper_type(type_), name) for name in CONTAINERS)


def _put(checker: TypeChecker, function: FuncDef, types: Mapping[Expression, Type]) -> tuple[tuple[str, Type], ...]:
    """The modules and tensors that a method certainly gives the attributes of the object that it is called on."""
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
        if value is not None and value in types and _is_kept(get_proper_type(types[value]))
    )


def _is_kept(type_: ProperType) -> bool:
    return is_a(type_, names.MODULE) or (is_a(type_, names.TENSOR) and says_something(type_))


def _begun(checker: TypeChecker, function: FuncDef, place: MemberExpr, value: Expression) -> Type:
    """What the attribute begins with; of a module without its state, if the constructor may go on to cast or move it.

    What it does to a module's own parts mypy follows.
    """
    type_, body = as_literal(valued(checker, value)), function.body.body
    is_changed = isinstance(value, NameExpr | MemberExpr) and is_changed_later(body, value)
    is_plain = not function.info.has_base(names.MODULE)
    if is_plain and is_changed_later(body, place) and not is_changed:
        last = asked(function).get(place)
        return without_state(type_) if last is None else as_literal(valued(checker, last))
    return without_state(type_) if is_changed else type_


def _passed_on(checker: TypeChecker, function: FuncDef, types: Mapping[Expression, Type]) -> Given | None:
    every = (e for statement in statements(function.body.body) for e in expressions(statement))
    calls = [e for e in every if isinstance(e, CallExpr) and isinstance(e.callee, SuperExpr) and e in types]
    given = one_by_one(calls[0], partial(valued, checker)) if len(calls) == 1 else None
    return None if given is None else tuple(zip(given.words, given.types, strict=True))

"""The copy of a function that is checked for one call, its loops and branches written out where they are known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    Expression,
    FuncDef,
    IndexExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    SliceExpr,
    StarExpr,
    TempNode,
    TupleExpr,
    TypeInfo,
    Var,
)
from mypy.types import CallableType, Instance, Type, get_proper_type

from dtensortypes.mypy_plugin.bodies import entries
from dtensortypes.mypy_plugin.bodies.displays import as_read, holds_tensors, listed
from dtensortypes.mypy_plugin.bodies.foreseen import Foreseen
from dtensortypes.mypy_plugin.bodies.known_sizes import with_sizes
from dtensortypes.mypy_plugin.bodies.known_types import OPAQUE, is_plain, value_of
from dtensortypes.mypy_plugin.bodies.own_keys import keys_alone
from dtensortypes.mypy_plugin.bodies.placed import plain
from dtensortypes.mypy_plugin.bodies.predicates import ask_for_none
from dtensortypes.mypy_plugin.bodies.rounds import first_written_out
from dtensortypes.mypy_plugin.bodies.second_look import Counts, put_aside
from dtensortypes.mypy_plugin.bodies.unrolled import unrolled
from dtensortypes.mypy_plugin.bodies.worked_out import worked_out
from dtensortypes.mypy_plugin.changes import cast_after, changing, class_tables, lists_in_dicts, parts
from dtensortypes.mypy_plugin.changes.filled_by_key import as_displays
from dtensortypes.mypy_plugin.changes.foreseeable import is_open
from dtensortypes.mypy_plugin.changes.noted import is_given_below, is_given_outside, times_given
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import trees
from dtensortypes.mypy_plugin.objects.filled_at_last import ask_at_the_end
from dtensortypes.mypy_plugin.text import unpacked_layers, yields
from dtensortypes.mypy_plugin.text.by_name import is_set_by_name
from dtensortypes.mypy_plugin.text.class_fields import default_of
from dtensortypes.mypy_plugin.text.computed import Unknown, refuse
from dtensortypes.mypy_plugin.text.copies import copy_of
from dtensortypes.mypy_plugin.text.expressions import is_self
from dtensortypes.mypy_plugin.text.open_lists import Declared, declare_again, undeclare
from dtensortypes.mypy_plugin.text.own_lists import taken_from
from dtensortypes.mypy_plugin.text.rewritten import assignment, at, inside, named
from dtensortypes.mypy_plugin.text.scope import targets as targets_of
from dtensortypes.mypy_plugin.types.facts_of import holds_modules, is_a


class Written(NamedTuple):
    """What of a body is written out in a copy: whether a loop or comprehension is, and which lists are tuples."""

    has_rounds: bool = False
    lists: frozenset[str] = frozenset()


def written_in(function: FuncDef, copied: FuncDef, lists: frozenset[str]) -> Written:
    """What of the function is written out in this copy, of which these lists are tuples."""
    return Written(first_written_out(function, copied) > 0, lists)


def copy_for(
    checker: TypeChecker,
    function: FuncDef,
    signature: CallableType,
    around: Iterable[FuncDef] = (),
    counts: Counts | None = None,
) -> tuple[FuncDef, frozenset[str]]:
    """The function again, for a call with arguments of these types, and which of its lists are tuples in it.

    `counts` is what an earlier look at it has found.
    """
    copy = partial(_copied, checker, function, signature, list(around))
    first = get_proper_type(signature.arg_types[0]) if signature.arg_types and function.info else None
    owner = first.type if isinstance(first, Instance) else None
    if not counts and not is_open(function, owner):
        copied = copy()
        declare_again(undeclare(function, copied), frozenset())
        cast_after.ask(copied)
        entries.ask_at_returns(copied)
        return copied, frozenset()
    pairs = zip(function.arguments, signature.arg_types, strict=True)
    given: dict[str, Any] = {
        argument.variable.name: with_sizes(checker, value_of(as_read(checker, type_)), type_)
        for argument, type_ in pairs
    }
    body = function.body.body
    for name in _changed(function, signature, given):
        given[name] = keys_alone(given[name], name, body) if isinstance(given[name], tuple | dict) else given[name]
    known = Foreseen(checker, partial(_attribute, checker, function, signature), given, partial(worked_out, checker))
    known.counts = counts or {}
    declared: list[Declared] = []
    copied, lists = unrolled(known, partial(_unpacked, function, copy, owner, declared, known.counts), owner)
    declare_again(declared, lists)
    as_displays(copied)
    ask_at_the_end(copied)
    cast_after.ask(copied)
    entries.ask_at_returns(copied)
    return copied, lists


def _changed(function: FuncDef, signature: CallableType, given: Mapping[str, Any]) -> frozenset[str]:
    """Those of the parameters that the body may change; nothing is put into a tensor of a list by another name."""
    body, types = function.body.body, dict(zip(given, signature.arg_types, strict=True))
    stored = changing.stored_in(body).keys()
    found = (changing.changed_in(body) | stored) & given.keys()
    plain = frozenset(name for name in found if is_plain(given[name]) or holds_tensors(types[name]))
    return (changing.changed_besides(body, plain) | stored) & found if plain else found


def _copied(checker: TypeChecker, function: FuncDef, signature: CallableType, around: Iterable[FuncDef]) -> FuncDef:
    copied = copy_of(function, signature, around)
    parts.ask_in(copied)
    lists_in_dicts.apart(copied, lists_in_dicts.own_dicts(function.body.body))
    yields.one_by_one(copied)
    ask_for_none(checker, function, copied)
    _take_apart(checker, copied, signature)
    return copied


def _take_apart(checker: TypeChecker, copied: FuncDef, signature: CallableType) -> None:
    """Unpack the lists that are given one by one, `x, skip = xs`: mypy would take each item for any of them."""
    pairs = zip(copied.arguments, signature.arg_types, strict=True)
    held = {one.variable: items for one, type_ in pairs if (items := listed(as_read(checker, type_)))}
    _take_over(copied, held)
    for place, statement in enumerate(copied.body.body if held else ()):
        match statement:
            case AssignmentStmt(lvalues=[TupleExpr(items=targets)], rvalue=NameExpr(node=Var() as whole, name=name)):
                items = held.get(whole, [])
                is_whole = len(items) == len(targets) and not any(isinstance(one, StarExpr) for one in targets)
                if is_whole and name not in changing.changed_in(copied.body.body[:place]):
                    parts = at(statement, TupleExpr([at(statement, TempNode(item)) for item in items]))
                    every = at(statement, SliceExpr(None, None, None))  # mypy looks at all of them before it gives one
                    statement.rvalue = at(statement, IndexExpr(parts, every))
        for part in inside([statement]):
            for target, _ in targets_of(part):
                if isinstance(target, NameExpr) and isinstance(target.node, Var):
                    held.pop(target.node, None)


def _take_over(copied: FuncDef, held: Mapping[Var, Sequence[Type]]) -> None:
    """Have the body make the lists that it is given and takes items out of: such a list may be one of its own."""
    taken = taken_from(copied.body.body) if held else frozenset()
    for variable, items in held.items():
        if variable.name in taken:
            place = named(variable, copied.body)
            whole = at(copied.body, ListExpr([at(copied.body, TempNode(item)) for item in items]))
            copied.body.body.insert(0, assignment(place, whole, copied.body))


def _unpacked(
    function: FuncDef, copy: Callable[[], FuncDef], owner: TypeInfo | None, declared: list[Declared], counts: Counts
) -> FuncDef:
    copied = copy()
    declared[:] = undeclare(function, copied)
    if owner is not None:
        unpacked_layers.one_by_one(copied, owner)
    put_aside(copied, counts)
    return copied


def _attribute(checker: TypeChecker, function: FuncDef, signature: CallableType, place: MemberExpr) -> Any:
    """What the attribute of the object is from its constructor on, or by its class; raises Unknown."""
    from dtensortypes.mypy_plugin.bodies import given_objects
    from dtensortypes.mypy_plugin.objects import births, in_doubt, made_of, training  # which read constructors by this

    if not is_self(place.expr):
        return given_objects.attribute(checker, function, signature, place)
    owner = get_proper_type(signature.arg_types[0]) if signature.arg_types else None
    if not isinstance(owner, Instance) or not function.info:
        raise Unknown
    if place.name == names.TRAINING and is_a(owner, names.MODULE) and training.is_certain(checker, owner.type):
        return True
    symbol = owner.type.get(place.name)
    if symbol is not None and times_given(owner.type, place.name) == 0:
        value = default_of(owner.type, place.name)
        is_given = is_given_outside(trees(checker), owner.type, place.name)
        is_exact = function.name == "__init__" or made_of.is_known(owner)
        is_given = is_given or (is_given_below(owner.type, place.name) and not is_exact)
        if value is not None and not is_given and not is_set_by_name(checker.tree, owner.type, place.name):
            return _of_class(checker, value, place.name)
    if symbol is None or symbol.type is None or function.name == "__init__":
        raise Unknown
    found = births.attribute(checker, owner, place.name, symbol.type)
    if found is None and isinstance(symbol.node, Var) and not in_doubt.may_change(checker, owner.type, symbol.node):
        found = symbol.type if holds_modules(symbol.type) else None
    known = OPAQUE if found is None else value_of(found)
    if known is OPAQUE:
        raise Unknown
    return known


def _of_class(checker: TypeChecker, value: Expression, name: str) -> Any:
    """A number, word or class that a class gives a name, or a list, tuple or dict that nobody fills."""
    if class_tables.is_table(value):
        if class_tables.is_filled(trees(checker), name, value):
            raise Unknown
        return plain(Foreseen(checker, refuse).of(value))
    known = getattr(value, "value", getattr(value, "node", None))
    if not isinstance(known, int | float | str | TypeInfo):
        raise Unknown
    return known

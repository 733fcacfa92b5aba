"""Lists and dicts that a body gives back, with what is in them: `return {"image": x, "label": y}`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import dropwhile

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    DictExpr,
    Expression,
    IndexExpr,
    ListExpr,
    NameExpr,
    SliceExpr,
    Statement,
    TupleExpr,
    Var,
)
from mypy.types import Instance, TupleType, Type, get_proper_type

from dtensortypes.mypy_plugin.bodies import displays, entries, key_by_key, keyed
from dtensortypes.mypy_plugin.changes.aliases import group, words
from dtensortypes.mypy_plugin.changes.changing import is_filled_in
from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.changes.own_uses import stores
from dtensortypes.mypy_plugin.changes.reshaping import touched_in
from dtensortypes.mypy_plugin.changes.reshaping_sites import sites_in
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.text.expressions import as_display
from dtensortypes.mypy_plugin.text.reaching import reached
from dtensortypes.mypy_plugin.text.scope import assigned, statements
from dtensortypes.mypy_plugin.types.rewriting import forgotten
from dtensortypes.mypy_plugin.types.types_of import Types, anything


def returned(
    checker: TypeChecker,
    body: list[Statement],
    value: Expression,
    types: Mapping[Expression, Type],
    lists: frozenset[str] = frozenset(),
) -> Type:
    """The type of what the body returns; of a list or dict that is written out there, with what is in it.

    `lists` are the variables that are lists, though the body has been checked with tuples in their place.
    """
    if (held := _listed(body, value, types, lists)) is not None:
        return displays.list_of(checker, held)
    if isinstance(value, NameExpr) and value.name in lists and (each := _each(types[value])) is not None:
        return Types(checker.modules).instance("builtins.list", each)  # of a loop of unknown rounds
    whole = get_proper_type(types[value])
    if isinstance(value, NameExpr) and displays.is_display(whole) and value.name in touched_in(checker.tree, body):
        return objects.stripped(whole).accept(forgotten())
    if isinstance(whole, TupleType) and isinstance(value, TupleExpr) and len(whole.items) == len(value.items):
        parts = zip(value.items, whole.items, strict=True)
        items = [_part(checker, body, one, types, type_) for one, type_ in parts]
        return whole.copy_modified(items=list(map(partial(_before, body, value), range(len(items)), items)))
    written = as_display(_given_last(body, value))
    is_stored_to = isinstance(value, NameExpr) and is_filled_in(body, value)
    if isinstance(whole, Instance) and not is_stored_to and (another := key_by_key.made_by(checker, written)):
        return displays.made(checker, whole, another)
    if isinstance(whole, Instance) and (here := entries.noted(checker, value)) and not _is_others(body, value):
        return displays.made(checker, whole, here)
    if not isinstance(written, DictExpr) or not isinstance(whole, Instance):
        if not isinstance(written, CallExpr) or not objects.is_certain(checker, written):
            return objects.stripped(whole)
        called = types.get(written)  # of what a variable is given mypy may keep but the class
        return called if called is not None and objects.arguments(called) is not None else whole
    pairs = keyed.filled_in_turn(body, value) if isinstance(value, NameExpr) else displays.items(written)
    if not pairs:
        return objects.stripped(whole)
    inside = {key: _part(checker, body, one, types, types.get(one) or anything()) for key, one in pairs.items()}
    return displays.made(checker, whole, inside)


def _part(
    checker: TypeChecker, body: list[Statement], part: Expression, types: Mapping[Expression, Type], type_: Type
) -> Type:
    """The type of an item of the tuple, or dict, that the body returns; of a dict, with what is in it."""
    whole = get_proper_type(types.get(part))
    is_dict = isinstance(whole, Instance) and whole.type.fullname == "builtins.dict"
    return returned(checker, body, part, types) if is_dict and isinstance(part, NameExpr | DictExpr) else type_


def _before(body: list[Statement], whole: TupleExpr, place: int, type_: Type) -> Type:
    """The type of an item, unless one behind it makes the same tensor another shape: `return x, x.t_()`."""
    behind = frozenset[str]().union(*(words(one) for item in whole.items[place + 1 :] for one in sites_in(item)))
    is_other = bool(behind) and not group(body, behind).isdisjoint(words(whole.items[place]))
    return type_.accept(forgotten()) if is_other else type_


def _is_others(body: list[Statement], value: Expression) -> bool:
    """Whether it may be what the caller has given, and others than he may have got hold of it here."""
    variable = value.node if isinstance(value, NameExpr) else None
    return variable is not None and _is_given(body, value) and stores(body, variable, 1) is None


def _is_given(body: list[Statement], value: Expression) -> bool:
    """Whether it may be what the caller has given: who gave it has it under a name of his own."""
    variable = value.node if isinstance(value, NameExpr) else None
    if not isinstance(variable, Var) or not variable.is_argument:
        return False
    last = reached(body, assigned(body, variable), value) if isinstance(value, NameExpr) else None
    return last is None


def _given_last(body: list[Statement], value: Expression) -> Expression:
    """What the variable that is returned was given last; the expression itself where that is not known."""
    given = assigned(body, value.node) if isinstance(value, NameExpr) else []
    if not isinstance(value, NameExpr) or not given:
        return value
    is_once = len(given) == 1 and isinstance(value.node, Var) and not value.node.is_argument
    last = given[0] if is_once else reached(body, given, value)
    statement, found = last if last is not None else (None, None)
    if found is None:
        return value
    if not isinstance(as_display(found), CallExpr):  # `dict()` is written out
        return found if len(given) == 1 else value
    later = list(dropwhile(lambda one: one is not statement, body))[1:] or body
    is_filled = is_filled_in(later, value) or any(True for one in statements(later) for _ in filled_by(one))
    return value if is_filled else found


def _listed(
    body: list[Statement], value: Expression, types: Mapping[Expression, Type], lists: frozenset[str]
) -> list[Type] | None:
    """What is in a new list."""
    whole = get_proper_type(types[value])
    if isinstance(value, NameExpr) and value.name in lists and isinstance(whole, TupleType):
        return None if _is_part_of_tuple(body, value, types, lists) else list(whole.items)
    pairs = displays.items(value) if isinstance(value, ListExpr) else {}
    return [types.get(one) or anything() for one in pairs.values()] if pairs else None


def _each(whole: Type) -> Type | None:
    """What each item is of a tuple of which nobody knows how many there are."""
    proper = get_proper_type(whole)
    is_any_tuple = isinstance(proper, Instance) and proper.type.fullname == names.TUPLE
    return proper.args[0] if isinstance(proper, Instance) and is_any_tuple else None


def _is_part_of_tuple(
    body: list[Statement], part: NameExpr, types: Mapping[Expression, Type], lists: frozenset[str]
) -> bool:
    """Whether it is `rest` in `rest = outputs[1:]`, of a tuple: by the text it may as well be a list."""
    for _, value in assigned(body, part.node):
        match value:
            case IndexExpr(base=NameExpr() as base, index=SliceExpr()) if base.node is not part.node:
                if base.name in lists:
                    return _is_part_of_tuple(body, base, types, lists)
                return isinstance(get_proper_type(types.get(base)), TupleType)
    return False

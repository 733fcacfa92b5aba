"""Dicts that are filled key by key: after `batch["x"] = y` it is known what `batch["x"]` is."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Any, TypeGuard

from mypy.checker import TypeChecker
from mypy.literals import literal_hash
from mypy.nodes import (
    LDEF,
    CallExpr,
    DictExpr,
    Expression,
    IndexExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    Statement,
    StrExpr,
)
from mypy.plugin import MethodContext
from mypy.types import Instance, Type, flatten_nested_unions, get_proper_type

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value
from dtensortypes.mypy_plugin.bodies import entries
from dtensortypes.mypy_plugin.bodies.in_rounds import say_of_result, say_of_rounds
from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.changes.handed import is_handed_on
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.unheard import say_of_entry
from dtensortypes.mypy_plugin.messages.watcher import is_trial, watch
from dtensortypes.mypy_plugin.text.expressions import as_display, expressions, is_self
from dtensortypes.mypy_plugin.text.scope import assigned, bodies, current_body, statements, targets
from dtensortypes.mypy_plugin.types.compare import has_value, says_something
from dtensortypes.mypy_plugin.types.python_values import lasting
from dtensortypes.mypy_plugin.types.retype import (
    change_around,
    change_type,
    known_here,
    put_in,
    retype_parts,
    take_out,
    under_key,
)
from dtensortypes.mypy_plugin.types.rewriting import forgotten
from dtensortypes.mypy_plugin.types.types_of import anything
from dtensortypes.mypy_plugin.types.value_of import of_type


def follow(ctx: MethodContext, place: Expression | None) -> Type | None:
    """Know what a dict has under a key from here on, or nothing any more where others may change it.

    What `batch.pop("x")` and `batch.get("x")` give, where that is known.
    """
    checker, access, whole = ctx.api, ctx.context, ctx.type
    if not isinstance(checker, TypeChecker) or not _is_own(place):
        return None
    if not isinstance(whole, Instance) or whole.type.fullname != "builtins.dict":
        return None
    if isinstance(place, NameExpr):
        say_of_rounds(checker, access if isinstance(access, IndexExpr) else place)
        say_of_result(checker, place)
        entries.begin(checker, place, whole)
    if isinstance(access, IndexExpr) and len(ctx.arg_types) == 1:
        say_of_entry(checker, access, whole.args[-1])
    is_one = len(flatten_nested_unions([known_here(checker, place) or whole])) == 1
    if not is_one or entries.is_others(checker, place, access.line):  # of one of several mypy tells no stores
        retype_parts(checker, place, _unknown_in(whole))
    elif isinstance(access, IndexExpr):
        if len(ctx.arg_types) == 2:
            _store(checker, whole, access, place, ctx.arg_types[1][0])
    elif isinstance(access, CallExpr) and isinstance(access.callee, MemberExpr):
        return _called(checker, whole, access, place, access.callee.name)
    elif not isinstance(access, OpExpr):  # `batch | other` makes another dict
        retype_parts(checker, place, _unknown_in(whole))
    return None


def _store(checker: TypeChecker, whole: Instance, item: IndexExpr, place: NameExpr | MemberExpr, given: Type) -> None:
    if isinstance(place, NameExpr) and get_proper_type(whole.args[-1]) != get_proper_type(given):
        # Else the dict would be one of two types behind the branch, and mypy asks nobody when such a one is stored to.
        change_around(checker, place, _unknown)
    if not isinstance(item.index, StrExpr):
        retype_parts(checker, place, _unknown_in(whole))
    elif entries.is_telling(checker, whole, given):
        put_in(checker, item, given)
        sources = assigned(current_body(checker), place.node) if isinstance(place, NameExpr) else []
        for one in (place, *(value for _, value in sources)):
            if isinstance(one, MemberExpr):
                _last_to_next_call(checker, item, one)
    else:  # what was there before may have been of another class
        change_type(checker, item, lambda _: anything() if entries.is_open(whole) else _unknown(whole.args[-1]))


def _called(
    checker: TypeChecker, whole: Instance, call: CallExpr, place: NameExpr | MemberExpr, method: str
) -> Type | None:
    """Take what the method does to the dict; what it gives, where that is known."""
    key = call.args[0].value if call.args and isinstance(call.args[0], StrExpr) else None
    item = None if key is None or not isinstance(place, NameExpr) else entries.item_of(place, key)
    known = None if item is None else under_key(checker, item)
    given = entries.updated_with(checker, call) if method == dict.update.__name__ else None
    if item is not None and method in _TAKING:
        take_out(checker, item)
    elif given is not None and isinstance(place, NameExpr):
        for word, type_ in given.items():
            _store(checker, whole, entries.item_of(place, word), place, type_)
    elif method not in _READING:
        retype_parts(checker, place, _unknown_in(whole))
    is_heard = is_trial(checker) or names.imports_us(checker.tree)
    return known if is_heard and method in _GIVING and _is_there(known) else None


def _is_there(known: Type | None) -> bool:
    """Whether the item is there for certain: of what others may have changed, or taken out, nothing is known."""
    members = flatten_nested_unions([known]) if known is not None else []
    return bool(members) and all(says_something(one) or has_value(one) for one in members)


def _is_own(place: Expression | None) -> TypeGuard[NameExpr | MemberExpr]:
    """Whether no other function has the variable, or the attribute of `self` while it is not called."""
    return (isinstance(place, NameExpr) and place.kind == LDEF) or (
        isinstance(place, MemberExpr) and is_self(place.expr)
    )


def _last_to_next_call(checker: TypeChecker, item: IndexExpr, place: MemberExpr) -> None:
    """Forget the item where the object that has the dict is called, or handed to a call."""
    key, owner = literal_hash(item), place.expr
    while isinstance(owner, MemberExpr):
        owner = owner.expr
    if key is not None and isinstance(owner, NameExpr):
        watch(checker.errors, checker.modules).narrowed[key] = owner.name


_READING = frozenset(one.__name__ for one in (dict.get, dict.items, dict.keys, dict.values, dict.copy)) | {
    names.QUESTION
}
_TAKING = frozenset({dict.pop.__name__, dict.__delitem__.__name__})
_GIVING = frozenset({dict.get.__name__, dict.pop.__name__})


def _unknown_in(whole: Instance) -> Callable[[Type], Type]:
    """What comes of what is known in such a dict when somebody may have changed it."""
    return _anything if entries.is_open(whole) else _unknown


def _unknown(type_: Type) -> Type:
    return type_.accept(forgotten())


def _anything(_: Type) -> Type:
    return anything()


def filled_in_turn(body: list[Statement], variable: NameExpr) -> dict[Any, Any] | None:
    """What the body has put under each key of its dict where the variable stands; None where that is not certain.

    A dict that others may change is not, nor one of whose keys a branch decides.
    """
    given = assigned(body, variable.node)
    written = as_display(given[0][1]) if len(given) == 1 and given[0][0] in body else None
    if not isinstance(written, DictExpr) or is_handed_on(body, variable, variable.line):
        return None
    found = {key.value: value for key, value in written.items if isinstance(key, StrExpr)}
    before = list(takewhile(lambda one: not _has(one, variable), body))
    if len(found) < len(written.items) or len(before) == len(body):
        return None
    for statement in statements(body):
        if not any(isinstance(place, NameExpr) and place.name == variable.name for place in filled_by(statement)):
            continue
        if statement in body and statement not in before:
            continue  # rounds of a loop that are written out have the same lines
        for target, value in targets(statement):
            match target:
                case IndexExpr(base=NameExpr(), index=StrExpr(value=key)) if value is not None and statement in body:
                    found[key] = value
                case _:
                    return None
        if not list(targets(statement)):
            return None
    return found


def numbers_in_turn(checker: TypeChecker, variable: NameExpr) -> dict[Any, Any]:
    """The numbers and words that the function at work has put into its dict: what a tensor is may change in there."""
    body = current_body(checker)
    found = (filled_in_turn(body, variable) if _is_kept(body, variable) else None) or {}
    types = {key: checker.lookup_type_or_none(value) for key, value in found.items()}
    return {key: found[key] for key, type_ in types.items() if type_ and _is_lasting(of_type(type_))}


def _is_kept(body: list[Statement], variable: NameExpr) -> bool:
    """Whether the body has done nothing with its dict, up to the variable, but look into it by keys."""
    so_far = [*takewhile(lambda one: not _has(one, variable), body)]
    so_far += body[len(so_far) : len(so_far) + 1]
    own, *inner = [statements(one) for one in bodies(so_far)]
    used = {id(place) for one in own for place, _ in targets(one)}
    parts = [part for one in own for part in expressions(one)]
    used |= {id(part.base) for part in parts if isinstance(part, IndexExpr)}
    others = (part for several in inner for one in several for part in expressions(one))
    every = [*(part for part in parts if id(part) not in used), *others]
    return not any(isinstance(part, NameExpr) and part.name == variable.name for part in every)


def _is_lasting(value: Value) -> bool:
    return isinstance(value, Dim) or lasting(value) is not UNKNOWN


def _has(statement: Statement, place: Expression) -> bool:
    return any(part is place for inner in statements([statement]) for part in expressions(inner))

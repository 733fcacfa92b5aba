"""Dicts that are filled key by key: after `batch["x"] = y` it is known what `batch["x"]` is."""

from __future__ import annotations

from itertools import takewhile
from typing import Any, TypeGuard

from mypy.checker import TypeChecker
from mypy.literals import literal_hash
from mypy.nodes import (
    LDEF,
    DictExpr,
    Expression,
    IndexExpr,
    MemberExpr,
    NameExpr,
    Statement,
    StrExpr,
)
from mypy.plugin import MethodContext
from mypy.types import AnyType, Instance, Type, get_proper_type

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value
from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.changes.handed import is_handed_on
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import is_trial, watch
from dtensortypes.mypy_plugin.text.expressions import as_display, expressions, is_self
from dtensortypes.mypy_plugin.text.scope import assigned, bodies, current_body, statements, targets
from dtensortypes.mypy_plugin.types.compare import has_value, says_something
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.python_values import lasting
from dtensortypes.mypy_plugin.types.retype import change_type, put_in, retype_parts
from dtensortypes.mypy_plugin.types.rewriting import forgotten
from dtensortypes.mypy_plugin.types.types_of import anything
from dtensortypes.mypy_plugin.types.value_of import of_type


def follow(ctx: MethodContext, place: Expression | None) -> None:
    """Know what a dict has under a key from here on, or nothing any more where others may change it."""
    checker, access, whole = ctx.api, ctx.context, ctx.type
    if not isinstance(checker, TypeChecker) or not _is_own(place):
        return
    if not isinstance(whole, Instance) or whole.type.fullname != "builtins.dict":
        return
    item = access if isinstance(access, IndexExpr) else None
    is_stored = item is not None and len(ctx.arg_types) == 2
    unknown = _anything if _is_open(whole) else _unknown
    if is_handed_on(current_body(checker), place, access.line):
        retype_parts(checker, place, unknown)
    elif item is None or (is_stored and not isinstance(item.index, StrExpr)):
        if item is not None or getattr(getattr(access, "callee", None), "name", "") not in _READING:
            retype_parts(checker, place, unknown)
    elif is_stored:
        if _is_telling(checker, whole, ctx.arg_types[1][0]):
            put_in(checker, item, ctx.arg_types[1][0])
            if isinstance(place, MemberExpr):
                _last_to_next_call(checker, item, place)
        else:
            change_type(checker, item, unknown)


def _is_own(place: Expression | None) -> TypeGuard[NameExpr | MemberExpr]:
    """Whether no other function has the variable, or the attribute of `self` while it is not called."""
    return (isinstance(place, NameExpr) and place.kind == LDEF) or (
        isinstance(place, MemberExpr) and is_self(place.expr)
    )


def _last_to_next_call(checker: TypeChecker, item: IndexExpr, place: MemberExpr) -> None:
    """Forget the item where the object that has the dict is called, or handed to a call."""
    key = literal_hash(item)
    if key is not None and isinstance(place.expr, NameExpr):
        watch(checker.errors, checker.modules).narrowed[key] = place.expr.name


_TOLD = (names.TENSOR, names.DTYPE, names.DEVICE)
_READING = frozenset({dict.get.__name__, dict.items.__name__, dict.keys.__name__, dict.values.__name__})


def _unknown(type_: Type) -> Type:
    return type_.accept(forgotten())


def _anything(_: Type) -> Type:
    return anything()


def _is_open(whole: Instance) -> bool:
    """Whether it is a dict of which nobody says what is in it."""
    return isinstance(get_proper_type(whole.args[-1]), AnyType)


def _is_telling(checker: TypeChecker, whole: Instance, value: Type) -> bool:
    """Whether the value is a tensor, dtype or device of which more is known, and mypy may hear of it."""
    is_known = (says_something(value) or has_value(value)) and any(is_a(get_proper_type(value), name) for name in _TOLD)
    return is_known and (not _is_open(whole) or is_trial(checker) or names.imports_us(checker.tree))


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

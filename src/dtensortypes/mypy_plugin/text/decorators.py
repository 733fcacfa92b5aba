"""Decorators that change nothing of what they wrap, torch's, ours, and the program's own.

`def timed(fn): @functools.wraps(fn) def wrapper(*args, **kwargs): …; return fn(*args, **kwargs)`, by the text alone.
The wrapper may name what comes first (`self, *args, **kwargs`), and call the function in regions of torch's.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from mypy.nodes import (
    ARG_POS,
    ARG_STAR,
    ARG_STAR2,
    AssignmentExpr,
    CallExpr,
    ComparisonExpr,
    Decorator,
    Expression,
    FuncDef,
    IndexExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    ReturnStmt,
    Statement,
    StrExpr,
    WithStmt,
)

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.entered import around
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import assigned, bodies, shared, statements, targets

_CHANGING: Final = frozenset({*dir(list), *dir(dict)} - {*dir(tuple), *dir(MappingProxyType)})
"""The methods that change a list or dict."""

_REACHING: Final = frozenset(f"builtins.{name}" for name in ("getattr", "setattr", "delattr", "vars", "iter", "map"))
"""Python's functions by which one gets hold of what is in a thing, or changes it."""


def is_transparent(decorator: Expression) -> bool:
    """Whether the decorator changes neither what a function takes nor what it gives, but for the state it runs in."""
    named = decorator.callee if isinstance(decorator, CallExpr) else decorator
    is_known = isinstance(named, RefExpr) and named.fullname in names.TRANSPARENT | names.AUTOCASTS
    return is_known or passes_on(decorator)


def is_wrapping(decorator: Expression) -> bool:
    """Whether the decorator puts what a function gives into something else alone: it remembers it, or manages it."""
    named = decorator.callee if isinstance(decorator, CallExpr) else decorator
    return isinstance(named, RefExpr) and named.fullname in names.CACHING | {names.MANAGING}


def passes_on(decorator: Expression) -> bool:
    """Whether what the decorator makes of a function takes what that takes, and gives what it gives."""
    if isinstance(decorator, CallExpr):
        maker = _function(decorator.callee)
        made = _made(maker) if maker is not None else None
        return made is not None and (_is_wrapping(made) or gives_back(made))
    function = _function(decorator)
    return function is not None and (_is_wrapping(function) or gives_back(function))


@once_per_tree
def gives_back(decorator: FuncDef) -> bool:
    """Whether the decorator gives what it is given, whatever it does with it: `MODELS[name] = fn; return fn`."""
    match decorator.arguments:
        case [only] if only.kind is ARG_POS and not (decorator.is_generator or decorator.is_coroutine):
            given = [one.expr for one in statements(decorator.body.body) if isinstance(one, ReturnStmt)]
            is_last = isinstance(decorator.body.body[-1], ReturnStmt) if decorator.body.body else False
            is_kept = only.variable.name not in _given(decorator.body.body)
            return is_last and is_kept and all(one is not None and _is_named(one, only.variable.name) for one in given)
    return False


def given_back_by(function: FuncDef) -> FuncDef | None:
    """The decorator that gives back what it is given: the function itself, or the one that it makes."""
    if gives_back(function):
        return function
    made = _made(function)
    return made if made is not None and gives_back(made) else None


def entered_by(decorator: Expression) -> list[Expression]:
    """What a decorator of the program's own that passes all on enters around the function, as it is written there."""
    function = _function(decorator.callee if isinstance(decorator, CallExpr) else decorator)
    made = _made(function) if function is not None else None
    inner = _made(made) if made is not None and isinstance(decorator, CallExpr) else made
    return _regions(inner) or [] if inner is not None and passes_on(decorator) else []


def _function(place: Expression) -> FuncDef | None:
    node = place.node if isinstance(place, RefExpr) else None
    is_own = isinstance(node, FuncDef) and names.is_users(node.fullname) and not node.info
    return node if is_own and isinstance(node, FuncDef) and node.body.body else None  # one from the cache has no body


@once_per_tree
def _is_wrapping(function: FuncDef) -> bool:
    match function.arguments:
        case [only] if only.kind is ARG_POS:
            inner, wrapped = _made(function), only.variable.name
            is_kept = wrapped not in _given(function.body.body)
            return is_kept and inner is not None and _is_call_of(inner, wrapped)
    return False


@once_per_tree
def _made(function: FuncDef) -> FuncDef | None:
    """The function inside that is all that the function makes, and what it gives."""
    inside = [one.func if isinstance(one, Decorator) else one for one in function.body.body]
    found = [one for one in inside if isinstance(one, FuncDef)]
    given = [one.expr for one in statements(function.body.body) if isinstance(one, ReturnStmt)]
    match given:
        case [NameExpr(name=name)] if len(found) == 1 and found[0].name == name and isinstance(inside[-1], ReturnStmt):
            return found[0]
    return None


def _is_call_of(inner: FuncDef, wrapped: str) -> bool:
    """Whether the function hands all that it is given on to the one that is wrapped, and gives what that gives."""
    body, last = inner.body.body, _last(inner.body.body)
    if not _takes_all(inner) or inner.is_generator or inner.is_coroutine or _regions(inner) is None:
        return False
    own = [one.variable.name for one in inner.arguments]
    is_kept = _given(body).isdisjoint([*own, wrapped]) and changed_in(body).isdisjoint(own)
    if not is_kept or not _is_only_read(body, own[-1]) or not all(_is_left(body, one) for one in own[:-2]):
        return False
    values = [one.expr for one in statements(body) if isinstance(one, ReturnStmt)]
    return isinstance(last, ReturnStmt) and all(_is_given(body, value, wrapped, inner) for value in values)


def _takes_all(inner: FuncDef) -> bool:
    """Whether it takes whatever it is given: `(*args, **kwargs)`, also behind some that must be there."""
    kinds = [one.kind for one in inner.arguments]
    return kinds[-2:] == [ARG_STAR, ARG_STAR2] and all(kind is ARG_POS for kind in kinds[:-2])


def _last(body: list[Statement]) -> Statement | None:
    """What comes last, in the last region if the body ends with one; mypy may have thrown the body away."""
    last = body[-1] if body else None
    return _last(last.body.body) if isinstance(last, WithStmt) else last


def _is_given(body: list[Statement], value: Expression | None, wrapped: str, inner: FuncDef) -> bool:
    if isinstance(value, NameExpr):
        several = [one for _, one in assigned(body, value.node) if value.name not in changed_in(body)]
        value = several[0] if len(several) == 1 else None
    return isinstance(value, CallExpr) and _hands_on(value, inner) and _is_named(value.callee, wrapped)


def _is_named(place: Expression, name: str) -> bool:
    return isinstance(place, NameExpr) and place.name == name


def _hands_on(call: CallExpr, inner: FuncDef) -> bool:
    """Whether the call gives all that the function takes, in its order."""
    given = [one.name if isinstance(one, NameExpr) else None for one in call.args]
    taken = [(one.variable.name, one.kind) for one in inner.arguments]
    return list(zip(given, call.arg_kinds, strict=True)) == taken


def _is_left(body: list[Statement], name: str) -> bool:
    """Whether the body but hands the parameter on, or shows it: what it is called on may be cast or moved."""
    every = [part for several in bodies(body) for one in statements(several) for part in expressions(one)]
    spoken_of = {id(one) for one in every if _is_named(one, name)}
    calls = [one for one in every if isinstance(one, CallExpr)]
    is_shown = (one for call in calls if _is_builtin(call.callee) for one in call.args)
    handed_on = (one for call in calls if call.arg_kinds[-2:] == [ARG_STAR, ARG_STAR2] for one in call.args[:-2])
    return spoken_of <= {id(one) for one in (*is_shown, *handed_on)}


def _is_builtin(callee: Expression) -> bool:
    """Whether it is one of Python's functions that look at a thing alone; some give what is in it, or change it."""
    is_own = isinstance(callee, RefExpr) and callee.fullname.startswith("builtins.")
    is_formatting = isinstance(callee, MemberExpr) and isinstance(callee.expr, StrExpr)  # f"{x}"
    return (is_own and isinstance(callee, RefExpr) and callee.fullname not in _REACHING) or is_formatting


def _given(body: list[Statement]) -> frozenset[str]:
    """The variables that the body gives a value, or a function in it may."""
    found = {place.name for one in statements(body) for place, _ in targets(one) if isinstance(place, NameExpr)}
    parts = (part for one in statements(body) for part in expressions(one))
    return shared(body) | found | {part.target.name for part in parts if isinstance(part, AssignmentExpr)}


def changed_in(body: list[Statement]) -> frozenset[str]:
    """The variables in which the body changes what they hold: an item, an attribute, a tensor's shape."""
    every = [one for part in bodies(body) for one in statements(part)]
    places = [place for one in every for place, _ in targets(one) if not isinstance(place, NameExpr)]
    parts = (part for one in every for part in expressions(one))
    places += [part.expr for part in parts if isinstance(part, MemberExpr) and _is_changing(part.name)]
    return frozenset(one.name for one in map(_root, places) if isinstance(one, NameExpr))


def _is_changing(method: str) -> bool:
    return method in _CHANGING or (method.endswith("_") and method in ops.reshaping())


def _root(place: Expression) -> Expression:
    while isinstance(place, IndexExpr | MemberExpr):
        place = place.base if isinstance(place, IndexExpr) else place.expr
    return place


def _is_only_read(body: list[Statement], options: str) -> bool:
    """Whether nobody else gets hold of the dict of the options, who might put something into it."""
    every = [part for inner in bodies(body) for one in statements(inner) for part in expressions(one)]
    spoken_of = (one for one in every if isinstance(one, NameExpr) and one.name == options)
    return {id(one) for one in spoken_of} <= {id(one) for part in every for one in _read(part)}


def _read(part: Expression) -> Iterator[Expression]:
    """What the expression only reads, of what it is made of."""
    match part:
        case CallExpr(callee=callee, args=args, arg_kinds=kinds):
            is_shown = isinstance(callee, RefExpr) and callee.fullname.startswith("builtins.")
            is_shown |= isinstance(callee, MemberExpr) and isinstance(callee.expr, StrExpr)  # f"{kwargs}"
            yield from (one for one, kind in zip(args, kinds, strict=True) if is_shown or kind is ARG_STAR2)
        case IndexExpr(base=place) | MemberExpr(expr=place):
            yield place
        case ComparisonExpr(operands=operands):
            yield from operands


@once_per_tree
def _regions(inner: FuncDef) -> list[Expression] | None:
    """What the function enters around the one call by which it hands all on; None where that may be anything."""
    body = inner.body.body
    entered = [one for several in statements(body) if isinstance(several, WithStmt) for one in several.expr]
    if not entered:
        return []
    parts = (part for one in statements(body) for part in expressions(one))
    calls = [part for part in parts if isinstance(part, CallExpr) and _hands_on(part, inner)]
    is_known = all(_callee(one) in names.TRANSPARENT | names.AUTOCASTS for one in entered)
    return around(body, calls[0]) if is_known and len(calls) == 1 else None


def _callee(region: Expression) -> str:
    return region.callee.fullname if isinstance(region, CallExpr) and isinstance(region.callee, RefExpr) else ""

"""Decorators that change nothing of what they wrap, torch's, ours, and the program's own.

`def timed(fn): @functools.wraps(fn) def wrapper(*args, **kwargs): …; return fn(*args, **kwargs)`, by the text alone.
"""

from __future__ import annotations

from mypy.nodes import (
    ARG_POS,
    ARG_STAR,
    ARG_STAR2,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    NameExpr,
    RefExpr,
    ReturnStmt,
    Statement,
    WithStmt,
)

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.scope import assigned, statements


def is_transparent(decorator: Expression) -> bool:
    """Whether the decorator changes neither what a function takes nor what it gives, but for the state it runs in."""
    named = decorator.callee if isinstance(decorator, CallExpr) else decorator
    is_known = isinstance(named, RefExpr) and named.fullname in names.TRANSPARENT | names.AUTOCASTS
    return is_known or passes_on(decorator)


def is_caching(decorator: Expression) -> bool:
    """Whether the decorator remembers what a function gives."""
    named = decorator.callee if isinstance(decorator, CallExpr) else decorator
    return isinstance(named, RefExpr) and named.fullname in names.CACHING


def passes_on(decorator: Expression) -> bool:
    """Whether what the decorator makes of a function takes what that takes, and gives what it gives."""
    if isinstance(decorator, CallExpr):
        maker = _function(decorator.callee)
        return maker is not None and (made := _made(maker)) is not None and _is_wrapping(made)
    function = _function(decorator)
    return function is not None and _is_wrapping(function)


def _function(place: Expression) -> FuncDef | None:
    node = place.node if isinstance(place, RefExpr) else None
    is_own = isinstance(node, FuncDef) and names.is_users(node.fullname) and not node.info
    return node if is_own and isinstance(node, FuncDef) and node.body.body else None  # one from the cache has no body


@once_per_tree
def _is_wrapping(function: FuncDef) -> bool:
    match function.arguments:
        case [only] if only.kind is ARG_POS:
            inner = _made(function)
            return inner is not None and _is_call_of(inner, only.variable.name)
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
    kinds = [one.kind for one in inner.arguments]
    body = inner.body.body
    if kinds != [ARG_STAR, ARG_STAR2] or inner.is_generator or inner.is_coroutine or _has_region(body):
        return False
    own = [one.variable.name for one in inner.arguments]
    values = [one.expr for one in statements(body) if isinstance(one, ReturnStmt)]
    return isinstance(body[-1], ReturnStmt) and all(_is_given(body, value, wrapped, own) for value in values)


def _is_given(body: list[Statement], value: Expression | None, wrapped: str, own: list[str]) -> bool:
    if isinstance(value, NameExpr):
        several = [one for _, one in assigned(body, value.node)]
        value = several[0] if len(several) == 1 else None
    match value:
        case CallExpr(callee=NameExpr(name=name), args=[NameExpr(name=first), NameExpr(name=last)], arg_kinds=kinds):
            return name == wrapped and [first, last] == own and kinds == [ARG_STAR, ARG_STAR2]
    return False


def _has_region(body: list[Statement]) -> bool:
    """Whether something is entered, which may be a region in which torch casts, or puts tensors elsewhere."""
    return any(isinstance(one, WithStmt) for one in statements(body))

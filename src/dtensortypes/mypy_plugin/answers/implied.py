"""Methods that nobody calls by name: `data[0]`, `for x in data` and `with data as x` are calls of the program's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.nodes import ARG_POS, CallExpr, Expression, IndexExpr, MemberExpr
from mypy.plugin import MethodContext
from mypy.types import Instance, Type, get_proper_type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.progress import behind
from dtensortypes.mypy_plugin.text.rewritten import at

_OF_ITERATORS: Final = "__next__"
METHODS: Final = frozenset({names.PICKING, "__enter__", "__iter__", _OF_ITERATORS})
"""What brackets call, a `with`, and a loop."""


def asked(ctx: MethodContext, called: Callable[[MethodContext], Type], name: str) -> Type:
    """The type of what such a method of the object gives, `called` in the way of a method that is named."""
    place = ctx.context
    if not isinstance(place, Expression) or _is_written(place, name):
        return called(ctx)
    if name == names.PICKING:
        return called(_written(ctx, place.base, name, place.index) if isinstance(place, IndexExpr) else ctx)
    if name == _OF_ITERATORS and not _is_iterator(ctx, place):
        return ctx.default_return_type  # of the iterator that the object makes nothing stands there
    return called(_written(ctx, behind(place), name))


def _is_written(place: Expression, name: str) -> bool:
    return isinstance(place, CallExpr) and isinstance(place.callee, MemberExpr) and place.callee.name == name


def _is_iterator(ctx: MethodContext, place: Expression) -> bool:
    """Whether what stands there goes through itself."""
    stands, owner = get_proper_type(ctx.api.get_expression_type(place)), ctx.type
    return isinstance(stands, Instance) and isinstance(owner, Instance) and stands.type is owner.type


def _written(ctx: MethodContext, owner: Expression, name: str, *args: Expression) -> MethodContext:
    """The question as it is asked of the method's call."""
    method = at(owner, MemberExpr(owner, name))
    return ctx._replace(context=at(owner, CallExpr(method, [*args], [ARG_POS] * len(args), [None] * len(args))))

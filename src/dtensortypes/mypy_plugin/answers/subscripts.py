"""Objects of the program's own classes in brackets: `data[0]` is a call of one of their methods."""

from __future__ import annotations

from collections.abc import Callable

from mypy.nodes import ARG_POS, CallExpr, IndexExpr, MemberExpr
from mypy.plugin import MethodContext
from mypy.types import Type

from dtensortypes.mypy_plugin.ground import names


def picked(ctx: MethodContext, called: Callable[[MethodContext], Type]) -> Type:
    """The type of `owner[index]`, which is that of `owner.__getitem__(index)`."""
    place = ctx.context
    if not isinstance(place, IndexExpr):
        return called(ctx)
    method = MemberExpr(place.base, names.PICKING)
    call = CallExpr(method, [place.index], [ARG_POS], [None])
    for written in (method, call):
        written.set_line(place)
    return called(ctx._replace(context=call))

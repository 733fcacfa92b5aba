"""What comes out of a list, a dict or a deque of the body's own: one of the things that the body puts there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from mypy.checker import TypeChecker
from mypy.nodes import Expression
from mypy.plugin import MethodContext
from mypy.types import Type

from dtensortypes.mypy_plugin.answers import containers
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects import come_from
from dtensortypes.mypy_plugin.text.things import gives_thing
from dtensortypes.mypy_plugin.types.failures import own_answer


def hook(fullname: str) -> Callable[[MethodContext], Type] | None:
    """What answers for the method of this full name, if it is a container's."""
    if fullname == f"{names.TUPLE}.{names.PICKING}":
        return partial(given, own=own_answer)
    if not containers.is_container(fullname):
        return None
    return partial(given, own=containers.begun if fullname.endswith(".__iter__") else containers.filled)


def given(ctx: MethodContext, own: Callable[[MethodContext], Type]) -> Type:
    """The type of what a method of a container gives; of a thing in it, what is known of all that come in."""
    found, place, checker = own(ctx), ctx.context, ctx.api
    if not isinstance(checker, TypeChecker) or not isinstance(place, Expression) or not gives_thing(place):
        return found
    return come_from.told(checker, place, found)

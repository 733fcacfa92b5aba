"""Failures of our own: what mypy would say without us, and one line that says so; an error where tests ask for it.

What mypy keeps to itself may be gone in its next version. Each such thing is touched in one file, by functions marked
with `needing`: what they are for is not done then, and the rest is.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache, wraps
from typing import Any, Final, ParamSpec, TypeVar, cast

from mypy.plugin import (
    AnalyzeTypeContext,
    AttributeContext,
    ClassDefContext,
    FunctionContext,
    FunctionSigContext,
    MethodContext,
    MethodSigContext,
)
from mypy.types import AnyType, Type, get_proper_type
from mypy.version import __version__ as mypys_version

from dtensortypes.mypy_plugin.types.types_of import anything

LOUD: Final = "DTENSORTYPES_PLUGIN_LOUD"
"""The environment variable under which an internal failure is raised instead of degrading to unknown."""

C = TypeVar("C")
R = TypeVar("R")
A = TypeVar("A", bound=Type)
P = ParamSpec("P")


def needing(what: str, otherwise: Any) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Marks a function that touches what mypy keeps to itself; `otherwise` is what it gives where that is gone."""

    def mark(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def marked(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return function(*args, **kwargs)
            except (AttributeError, ImportError, TypeError) as error:
                if os.environ.get(LOUD):
                    raise
                say(f"mypy {mypys_version} is not as the plugin knows it: it cannot {what} ({error})")
                answer: R = otherwise
                return answer

        return marked

    return mark


@cache
def say(text: str) -> None:
    """Tell the user, once, beside mypy's own messages."""
    sys.stderr.write(f"dtensortypes: {text}\n")


def guarded(callback: Callable[[C], R]) -> Callable[[C], R]:
    """The callback, made so that it cannot crash mypy: where it fails, mypy's own answer stands."""

    def guard(ctx: C) -> R:
        try:
            return callback(ctx)
        except Exception as error:
            if os.environ.get(LOUD):
                raise
            say(f"a failure of the plugin, please report it; mypy goes on without it ({type(error).__name__}: {error})")
            answer: R = own_answer(ctx)
            return answer

    return guard


def no_news(ctx: object, answer: A) -> A:
    """The answer; mypy's own where neither says anything: of an `Any` of ours it would choose the first overload."""
    if not isinstance(get_proper_type(answer), AnyType):
        return answer
    own = get_proper_type(cast("Type", own_answer(ctx)))
    return cast("A", own) if isinstance(own, AnyType) else answer


def own_answer(ctx: object) -> Any:
    """What mypy would take without us."""
    match ctx:
        case FunctionContext() | MethodContext():
            return ctx.default_return_type
        case FunctionSigContext() | MethodSigContext():
            return ctx.default_signature
        case AttributeContext():
            return ctx.default_attr_type
        case AnalyzeTypeContext():
            return anything()
        case ClassDefContext():
            return None
    raise TypeError(ctx)

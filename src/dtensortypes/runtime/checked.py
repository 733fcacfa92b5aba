"""`@checked`: each call of a function is held to its signature."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Mapping
from types import FrameType, MethodType
from typing import TYPE_CHECKING, Any, Final, TypeVar, overload

import torch

import dtensortypes.runtime.lineage  # noqa: F401 - it begins here where the environment asks for it
from dtensortypes.runtime.described import described
from dtensortypes.runtime.functions import checked_function
from dtensortypes.runtime.modes import MODES, Mode
from dtensortypes.runtime.scripting import watch
from dtensortypes.runtime.settings import Settings

if TYPE_CHECKING:
    from beartype import BeartypeConf

F = TypeVar("F", bound=Callable[..., Any])
_ABSENT: Final = object()


@overload
def checked(function: F, /, *, mode: Mode | None = None, conf: BeartypeConf | None = None) -> F: ...


@overload
def checked(*, mode: Mode | None = None, conf: BeartypeConf | None = None) -> Callable[[F], F]: ...


def checked(function: Any = _ABSENT, /, *, mode: Mode | None = None, conf: BeartypeConf | None = None) -> Any:
    """Check each call of the function: its tensors against their hints, everything else as beartype does.

    Of a class, its annotated methods are checked, and what an instance holds: the fields of a dataclass, NamedTuple or
    attrs class, the annotated tensors and submodules of an nn.Module, the annotated tensors of any other class. Names
    are bound across one instance. It is checked when the outermost `__init__` is done and, unless it is a module, when
    something is assigned to it; `verify` checks it again. Two fields that share a size are changed together by
    `dataclasses.replace`, which makes a new instance. Put it above `@dataclass`.

    `mode` says what becomes of a call that is wrong: "error" raises TensorTypeError, "warn" warns and goes on, "off"
    leaves the function as it is. It is stronger than `checking`, and that than the environment. `conf` is beartype's
    configuration. Raises TypeError at once for what cannot be checked, ValueError for what is no mode.
    """
    settings = Settings(mode, conf)
    if function is not _ABSENT:
        return _decorated_in(sys._getframe(1), function, settings)
    return lambda thing: _decorated_in(sys._getframe(1), thing, settings)


def _decorated_in(frame: FrameType, thing: Any, settings: Settings) -> Any:
    made = decorated(thing, _locals_around(frame), settings)
    if made is not thing:
        watch(frame)
    return made


def decorated(thing: Any, scope: Mapping[str, object], settings: Settings) -> Any:
    """The thing with every call of its functions checked; the thing itself where nothing is to be checked."""
    match thing:
        case staticmethod() | classmethod():
            return _around(thing, (thing.__func__,), type(thing), scope, settings)
        case property():
            parts = thing.fget, thing.fset, thing.fdel
            return _around(thing, parts, functools.partial(type(thing), doc=thing.__doc__), scope, settings)
        case functools.cached_property():
            return _around(thing, (thing.func,), functools.cached_property, scope, settings)
        case functools.partial() | functools.partialmethod():
            return _around(thing, (thing.func,), _applied(thing), scope, settings)
        case MethodType():
            instance = thing.__self__
            return _around(thing, (thing.__func__,), lambda part: MethodType(part, instance), scope, settings)
    if inspect.isfunction(thing) or isinstance(thing, functools._lru_cache_wrapper):
        return checked_function(thing, scope, settings)
    if isinstance(thing, type):
        from dtensortypes.runtime.classes.decorated import checked_class  # not needed for functions

        return checked_class(thing, scope, settings, decorated)
    raise TypeError(_refusal(thing))


def _around(
    thing: Any,
    parts: tuple[Any, ...],
    made: Callable[..., Any],
    scope: Mapping[str, object],
    settings: Settings,
) -> Any:
    """What holds functions, made anew of the checked ones; itself where nothing is to be checked."""
    news = [part and decorated(part, scope, settings) for part in parts]
    return thing if all(new is part for new, part in zip(news, parts, strict=True)) else made(*news)


def _applied(partial: Any) -> Callable[[Any], Any]:
    """The same arguments, applied to another function."""

    def applied(function: Any) -> Any:
        made = type(partial)(function, *partial.args, **partial.keywords)
        vars(made).update({name: value for name, value in vars(partial).items() if name not in vars(made)})
        return made

    return applied


def _locals_around(frame: FrameType | None) -> dict[str, Any]:
    """The names that are local where the function is defined, which postponed annotations may use."""
    module, scope = frame.f_globals if frame else {}, dict[str, Any]()
    while frame is not None and frame.f_globals is module and frame.f_locals is not module:
        scope = {**frame.f_locals, **scope}
        frame = frame.f_back
    return scope


def _refusal(thing: object) -> str:
    """Why it cannot be checked, and what to decorate instead."""
    advice = "write a function with annotations that calls it, and decorate that" if callable(thing) else ""
    if isinstance(thing, str) and thing in MODES:
        advice = f'write @checked(mode="{thing}")'
    elif isinstance(thing, torch.nn.Module) or (callable(thing) and inspect.isfunction(type(thing).__call__)):
        advice = f'decorate its class, or the methods of "{type(thing).__name__}"'
    elif hasattr(thing, "__get__") and not callable(thing):
        advice = "put @checked below it"
    return "; ".join(
        filter(None, [f"@checked goes on functions, methods and classes, not on {described(thing)}", advice])
    )

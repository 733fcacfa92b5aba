"""What a function is really called with, where it may have another signature than the one it shows.

`functools.wraps` gives a function the annotations of the one it wraps, and `inspect.signature` shows that one's
parameters. Most such functions take `*args, **kwargs` and hand them on: then what is shown is true of the call, and
the arguments must reach the function exactly as they came. Others have parameters of their own.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import _lru_cache_wrapper
from types import CodeType, FunctionType
from typing import Any, Final

_Kind: Final = inspect.Parameter
_STARS: Final = {_Kind.VAR_POSITIONAL, _Kind.VAR_KEYWORD}


@dataclass(frozen=True, slots=True)
class Called:
    """How a function is called: its parameters, and the function that wrote the annotations."""

    parameters: tuple[inspect.Parameter, ...]
    annotated: Callable[..., Any]
    forwards: bool = False
    """Whether the function takes whatever comes, and hands it on to one with these parameters."""


def called(function: Callable[..., Any]) -> Called:
    """How the function is called; raises TypeError where that cannot be told."""
    inner = getattr(function, "__wrapped__", None)
    if isinstance(function, _lru_cache_wrapper):
        return replace(called(function.__wrapped__), forwards=True)
    own = _own(function)
    shown = vars(function).get("__signature__")
    if isinstance(shown, inspect.Signature) and _forwards(own, tuple(shown.parameters.values())):
        return Called(tuple(shown.parameters.values()), function, forwards=True)
    said = _annotations(function)
    if not isinstance(inner, FunctionType | _lru_cache_wrapper) or not said:
        return Called(own, function)
    theirs = called(inner)
    annotated = theirs.annotated if said == _annotations(inner) else function
    is_said_of_own = {*said} - {"return"} <= {p.name for p in own} or not any(p.kind in _STARS for p in own)
    if is_said_of_own or _shape(own) == _shape(theirs.parameters):
        return Called(own, annotated)
    if not _forwards(own, theirs.parameters):
        takes, shows = (str(inspect.Signature(_bare(one))) for one in (own, theirs.parameters))
        advice = "put @checked on the function that it wraps"
        raise TypeError(f'"{function.__name__}" takes {takes}, and shows the signature {shows}: {advice}')
    return Called(_with_keywords_of(own, theirs.parameters), annotated, forwards=True)


def _own(function: Callable[..., Any]) -> tuple[inspect.Parameter, ...]:
    """The parameters that the code has, whatever is said of it; `inspect.signature` takes three times as long."""
    code: CodeType = function.__code__
    count, named = code.co_argcount, code.co_argcount + code.co_kwonlyargcount
    names, rest = code.co_varnames[:named], iter(code.co_varnames[named:])
    defaults = dict(zip(reversed(names[:count]), reversed(function.__defaults__ or ()), strict=False))
    defaults |= function.__kwdefaults__ or {}
    alone = code.co_posonlyargcount
    kinds = [_Kind.POSITIONAL_ONLY] * alone + [_Kind.POSITIONAL_OR_KEYWORD] * (count - alone)
    own = [_Kind(name, kind, default=defaults.get(name, _Kind.empty)) for name, kind in zip(names, kinds, strict=False)]
    if code.co_flags & inspect.CO_VARARGS:
        own.append(_Kind(next(rest), _Kind.VAR_POSITIONAL))
    own += [_Kind(name, _Kind.KEYWORD_ONLY, default=defaults.get(name, _Kind.empty)) for name in names[count:]]
    if code.co_flags & inspect.CO_VARKEYWORDS:
        own.append(_Kind(next(rest), _Kind.VAR_KEYWORD))
    return tuple(own)


def _forwards(own: tuple[inspect.Parameter, ...], theirs: tuple[inspect.Parameter, ...]) -> bool:
    """Whether it takes the other one's arguments: the first by the same names, the rest as they come."""
    named = [p.name for p in own if p.kind not in {*_STARS, _Kind.KEYWORD_ONLY}]
    return len(own) > len(named) and named == [p.name for p in theirs[: len(named)]]


def _with_keywords_of(
    own: tuple[inspect.Parameter, ...], theirs: tuple[inspect.Parameter, ...]
) -> tuple[inspect.Parameter, ...]:
    """The other one's parameters, and the keywords that this function takes out for itself."""
    known = {p.name for p in theirs}
    more = [p for p in own if p.kind is _Kind.KEYWORD_ONLY and p.name not in known and not p.name.startswith("__")]
    last = [p for p in theirs if p.kind is _Kind.VAR_KEYWORD]
    return (*(p for p in theirs if p.kind is not _Kind.VAR_KEYWORD), *more, *last)


def _shape(parameters: tuple[inspect.Parameter, ...]) -> list[tuple[str, object]]:
    return [(p.name, p.kind) for p in parameters]


def _annotations(function: Callable[..., Any]) -> dict[str, object]:
    return getattr(function, "__annotations__", None) or {}


def _bare(parameters: tuple[inspect.Parameter, ...]) -> list[inspect.Parameter]:
    return [p.replace(annotation=_Kind.empty, default=_Kind.empty) for p in parameters]

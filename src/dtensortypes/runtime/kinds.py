"""Kinds of functions, by how their results come: at once, awaited, or one value after another."""

from __future__ import annotations

import inspect
from collections import abc
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Annotated, Any, Final, get_args, get_origin

from dtensortypes.runtime.reading import read, tensors

_Nothing: Final = inspect.Parameter.empty


class Kind(Enum):
    """How the results of a function come; the value is what to call it in a sentence."""

    FUNCTION = "a function"
    COROUTINE = "a coroutine function"
    GENERATOR = "a generator function"
    ASYNC_GENERATOR = "an asynchronous generator function"

    @property
    def is_generator(self) -> bool:
        return self in {Kind.GENERATOR, Kind.ASYNC_GENERATOR}

    @property
    def is_async(self) -> bool:
        return self in {Kind.COROUTINE, Kind.ASYNC_GENERATOR}


def kind_of(function: Callable[..., Any]) -> Kind:
    """The kind of the function; raises TypeError where its annotations are those of a function of another kind."""
    code, inner = getattr(function, "__code__", None), getattr(function, "__wrapped__", None)
    if inner is None and code is not None and not code.co_flags & _OTHERS and not function.__dict__:
        return Kind.FUNCTION  # and so are most, which is seen at once
    kind = _kind(function)
    if inspect.isfunction(inner) and _kind(inner) not in {kind, Kind.FUNCTION}:
        advice = "put @checked on the function that it wraps, below the other decorators"
        raise TypeError(f'"{function.__name__}" wraps {_kind(inner).value}, and is {kind.value}: {advice}')
    if _is_iterable_coroutine(function):
        raise TypeError(f'"{function.__name__}" is a coroutine made of a generator: write it as an async def')
    return kind


_OTHERS: Final = (
    inspect.CO_COROUTINE | inspect.CO_ITERABLE_COROUTINE | inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR
)


def _kind(function: Callable[..., Any]) -> Kind:
    if inspect.iscoroutinefunction(function):
        return Kind.COROUTINE
    if inspect.isasyncgenfunction(function):
        return Kind.ASYNC_GENERATOR
    return Kind.GENERATOR if inspect.isgeneratorfunction(function) else Kind.FUNCTION


def _is_iterable_coroutine(function: Callable[..., Any]) -> bool:
    code = getattr(function, "__code__", None)
    return code is not None and bool(code.co_flags & inspect.CO_ITERABLE_COROUTINE)


# --- what a generator function says that it gives

_PARTS: Final[Mapping[Kind, Mapping[Any, tuple[str, ...]]]] = {
    Kind.GENERATOR: {
        abc.Generator: ("yield", "send", "return"), abc.Iterator: ("yield",), abc.Iterable: ("yield",),
    },
    Kind.ASYNC_GENERATOR: {
        abc.AsyncGenerator: ("yield", "send"), abc.AsyncIterator: ("yield",), abc.AsyncIterable: ("yield",),
    },
}  # fmt: skip


def exchanged(function: str, kind: Kind, hint: Any) -> dict[str, object]:
    """The hints of what the generator function yields, is sent and returns, in its return annotation."""
    nothing = {"yield": _Nothing, "send": _Nothing, "return": _Nothing}
    while get_origin(hint) is Annotated or type(hint).__name__ == "TypeAliasType":
        hint = get_args(hint)[0] if get_args(hint) else hint.__value__
    parts = _PARTS[kind].get(get_origin(hint) or hint)
    if parts is None and _holds_tensors(hint):
        forms = [f"{one.__name__}[{', '.join('...' for _ in parts)}]" for one, parts in _PARTS[kind].items()]
        raise TypeError(f'"{function}" is {kind.value}: its return annotation is one of {", ".join(forms)}')
    return {**nothing, **dict(zip(parts or (), get_args(hint), strict=False))}


def _holds_tensors(hint: object) -> bool:
    try:
        return bool(tensors(read(hint)))
    except TypeError:
        return True

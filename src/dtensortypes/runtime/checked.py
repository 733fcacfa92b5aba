"""`@checked`: each call of a function is held to its signature."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, Final, TypeVar

from dtensortypes.runtime import switch
from dtensortypes.runtime.matching import described
from dtensortypes.runtime.signature import signature_of
from dtensortypes.runtime.wrapper import wrapper_of

F = TypeVar("F", bound=Callable[..., Any])
_MARK: Final = "__dtensor_checked__"
"""Its value is the wrapper's own code: `functools.wraps` copies the mark to functions that check nothing."""


def checked(function: F) -> F:
    """Check each call of the function: its tensors against their hints, everything else as beartype does.

    Raises TypeError at once for a signature that cannot be checked.
    """
    return _checked(function, _locals_around(sys._getframe(1)))  # type: ignore[no-any-return]


def _checked(function: Any, scope: dict[str, Any]) -> Any:
    if isinstance(function, staticmethod | classmethod):
        return type(function)(_checked(function.__func__, scope))
    if isinstance(function, property):
        fget, fset, fdel = (part and _checked(part, scope) for part in (function.fget, function.fset, function.fdel))
        return property(fget, fset, fdel, function.__doc__)
    if not inspect.isfunction(function):
        raise TypeError(_refusal(function))
    if vars(function).get(_MARK) is function.__code__ or switch.is_off():
        return function
    if inspect.isasyncgenfunction(function):
        raise TypeError(f'"{function.__name__}" is an asynchronous generator, which @checked cannot check yet')
    wrapper = wrapper_of(function, signature_of(function, scope))
    functools.update_wrapper(wrapper, function)
    vars(wrapper)[_MARK] = wrapper.__code__
    return wrapper


def _locals_around(frame: FrameType | None) -> dict[str, Any]:
    """The names that are local where the function is defined, which postponed annotations may use."""
    module, scope = frame.f_globals if frame else {}, dict[str, Any]()
    while frame is not None and frame.f_globals is module and frame.f_locals is not module:
        scope = {**frame.f_locals, **scope}
        frame = frame.f_back
    return scope


def _refusal(thing: object) -> str:
    if isinstance(thing, type):
        return f'@checked goes on functions and methods: decorate the methods of the class "{thing.__name__}"'
    return f"@checked goes on functions and methods, not on {described(thing)}"

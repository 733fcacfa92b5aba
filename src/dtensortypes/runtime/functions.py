"""One function decorated: a checked one in its place, or the function itself where nothing is to be checked."""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import CodeType
from typing import Any, Final, NoReturn

from dtensortypes.runtime.modes import mode_of
from dtensortypes.runtime.settings import Settings
from dtensortypes.runtime.signature import signature_of
from dtensortypes.runtime.wrapper import wrapper_of

_MARK: Final = "__dtensor_checked__"


@dataclass(frozen=True, slots=True)
class _Mark:
    """What a checked function is known by; `functools.wraps` copies it to functions that have other code."""

    code: CodeType
    settings: Settings


def checked_function(function: Any, scope: Mapping[str, object], settings: Settings) -> Any:
    """The function that checks each call of this one; raises TypeError for a signature that cannot be checked."""
    if _is_overload(function):
        return function
    mark = _mark_of(function)
    if mark is not None and settings.over(mark.settings) == mark.settings:
        return function
    if mark is not None:
        return checked_function(function.__wrapped__, scope, settings.over(mark.settings))
    if mode_of(function.__module__ or "", settings.mode) == "off":
        return function
    signature = signature_of(function, scope, settings)
    if not signature.says:
        return _nothing_said(function)
    return _finished(wrapper_of(function, signature), function, settings)


def is_checked(function: object) -> bool:
    """Whether this very function checks its calls."""
    return _mark_of(function) is not None


def _mark_of(function: object) -> _Mark | None:
    mark = getattr(function, "__dict__", {}).get(_MARK)
    return mark if isinstance(mark, _Mark) and mark.code is getattr(function, "__code__", None) else None


def _finished(wrapper: Any, function: Callable[..., Any], settings: Settings) -> Any:
    functools.update_wrapper(wrapper, function)
    if "__annotations__" in functools.WRAPPER_ASSIGNMENTS:  # the same dict, which beartype would write into
        wrapper.__annotations__ = {**wrapper.__annotations__}
    if isinstance(function, functools._lru_cache_wrapper):
        wrapper.cache_info, wrapper.cache_clear = function.cache_info, function.cache_clear
    setattr(wrapper, _MARK, _Mark(wrapper.__code__, settings))
    wrapper.__prepare_scriptable__ = functools.partial(refuse_scripting, function.__name__)
    return wrapper


def refuse_scripting(function: str) -> NoReturn:
    """`torch.jit.script` asks this of whatever it is given; it would compile the function without its checks."""
    advice = "use torch.compile, torch.export or torch.jit.trace"
    raise TypeError(f'torch.jit.script cannot compile the checks of "{function}": {advice}')


def _nothing_said(function: Any) -> Any:
    if function.__name__ == "<lambda>":
        raise TypeError("a lambda has no annotations, so @checked has nothing to check: write a def")
    code = inspect.unwrap(function).__code__
    text = f'"{function.__name__}" has no annotations: @checked checks nothing of it'
    warnings.warn_explicit(text, UserWarning, code.co_filename, code.co_firstlineno)
    return function


def _is_overload(function: Any) -> bool:
    """Whether it is what `typing.overload` leaves of a signature: the function that is called comes after it."""
    return (function.__module__, function.__name__) == ("typing", "_overload_dummy")

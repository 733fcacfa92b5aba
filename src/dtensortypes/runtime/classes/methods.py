"""The functions and classes in the body of a class, each checked as it would be alone."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from types import FunctionType
from typing import Any

from dtensortypes.runtime.annotations import annotations_of
from dtensortypes.runtime.classes.construction import constructs
from dtensortypes.runtime.classes.kinds import refusal
from dtensortypes.runtime.functions import is_checked
from dtensortypes.runtime.settings import Settings

Check = Callable[[Any, Mapping[str, object], Settings], Any]
"""What checks a thing, given the names that are local where it was defined and what the decorator was told."""


def check_body(cls: type, scope: Mapping[str, object], settings: Settings, check: Check) -> bool:
    """Whether the body of the class has annotated functions or classes; each is replaced by its checked self."""
    module = vars(sys.modules[cls.__module__]) if cls.__module__ in sys.modules else {}
    inside = {name: value for name, value in vars(cls).items() if name not in module}
    checkable = {name: value for name, value in vars(cls).items() if _says_something(value, cls)}
    for name, value in checkable.items():
        if isinstance(value, functools.cached_property):  # a new one would not know its name
            value.func = check(value.func, {**inside, **scope}, settings)
        elif not all(map(is_checked, _functions(value))) or isinstance(value, type):
            setattr(cls, name, check(value, {**inside, **scope}, settings))
    return bool(checkable)


def _says_something(value: object, cls: type) -> bool:
    """Whether it is a function in the body of the class, or a class with some in it, that is annotated."""
    if not isinstance(value, type):
        return any(_is_annotated(function, cls) for function in _functions(value))
    nested = value.__module__ == cls.__module__ and value.__qualname__ == f"{cls.__qualname__}.{value.__name__}"
    if not nested or refusal(value):
        return False
    return bool(annotations_of(value)) or any(_says_something(part, value) for part in vars(value).values())


def _functions(value: Any) -> Iterator[Any]:
    """The functions that an attribute of a class runs."""
    match value:
        case staticmethod() | classmethod():
            yield from _functions(value.__func__)
        case property():
            yield from (part for part in (value.fget, value.fset, value.fdel) if part is not None)
        case functools.cached_property() | functools.partialmethod():
            yield value.func
        case FunctionType():
            if not constructs(value):
                yield value
        case _ if hasattr(value, "__wrapped__") and not isinstance(value, type):
            yield value


def _is_annotated(function: Any, cls: type) -> bool:
    """Whether the body itself has the function, not a decorator that writes functions, and says something of it."""
    written = inspect.unwrap(function)
    path = getattr(getattr(written, "__code__", None), "co_qualname", "")
    inside = path == getattr(written, "__qualname__", None) and path.startswith(f"{cls.__qualname__}.")
    return inside and bool(getattr(function, "__annotations__", None))

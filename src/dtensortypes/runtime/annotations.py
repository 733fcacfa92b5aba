"""A function's annotations as objects, postponed ones resolved; what cannot be resolved is said, never skipped."""

from __future__ import annotations

import typing
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Self


def resolved(function: Callable[..., Any], scope: Mapping[str, object]) -> dict[str, object]:
    """The annotations by parameter; `scope` has the names that were local where the function was defined."""
    return {name: hint for name, hint in _each(function, scope) if hint is not Self}


def _each(function: Callable[..., Any], scope: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    scope = {**{one.__name__: one for one in getattr(function, "__type_params__", ())}, **scope}
    for name, annotation in getattr(function, "__annotations__", {}).items():
        try:
            yield name, _one(function, name, annotation, scope)
        except (NameError, AttributeError, SyntaxError) as error:
            if not _is_own_class(function, annotation):
                _unresolved(function, name, annotation, error)


def _one(function: Callable[..., Any], name: str, annotation: object, scope: Mapping[str, object]) -> object:
    holder = _Holder({name: annotation})
    hints = typing.get_type_hints(holder, function.__globals__, dict(scope), include_extras=True)
    hint: object = hints[name]
    return hint


class _Holder:
    """One annotation, in the shape in which `typing.get_type_hints` takes them."""

    def __init__(self, annotations: dict[str, object]) -> None:
        self.__annotations__ = annotations


def _is_own_class(function: Callable[..., Any], annotation: object) -> bool:
    """Whether the annotation names the class that the function is being defined in."""
    return isinstance(annotation, str) and annotation.strip("\"'") in function.__qualname__.split(".")[:-1]


def _unresolved(function: Callable[..., Any], name: str, annotation: object, error: Exception) -> None:
    place = "return annotation" if name == "return" else f'annotation of argument "{name}"'
    reason = f'the {place} of "{function.__name__}" cannot be resolved: {error}'
    if "Tensor[" in str(annotation):
        raise TypeError(reason) from None
    code = function.__code__
    warnings.warn_explicit(f"{reason}; it is not checked", UserWarning, code.co_filename, code.co_firstlineno)

"""Annotations as objects, postponed ones resolved; what cannot be resolved is said, never skipped."""

from __future__ import annotations

import inspect
import re
import typing
import warnings
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from dtensortypes.runtime.own import own_classes

NOWHERE: Final[Mapping[str, object]] = MappingProxyType({})
"""The names that are local at the top of a module."""


def resolved(function: Callable[..., Any], scope: Mapping[str, object]) -> dict[str, object]:
    """The annotations by parameter; `scope` has the names that were local where the function was defined.

    Raises TypeError for a tensor's annotation that cannot be resolved; of any other one a warning says that it is not
    checked.
    """
    return dict(_each(function, scope))


def _each(function: Callable[..., Any], scope: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    names: Names | None = None
    for name, annotation in annotations_of(function).items():
        if not is_postponed(annotation):
            yield name, type(None) if annotation is None else annotation
            continue
        names = names or _names(function, scope)
        try:
            yield name, evaluated(annotation, names)
        except (NameError, AttributeError, SyntaxError) as error:
            _unresolved(function, name, annotation, error)
        except TypeError as error:
            raise TypeError(f"{_place(function, name)} cannot be read: {error}") from None


def _names(function: Callable[..., Any], scope: Mapping[str, object]) -> Names:
    variables = {one.__name__: one for one in getattr(function, "__type_params__", ())}
    outermost, nested = own_classes(function)
    around = {**nested, **function.__globals__} if nested else function.__globals__
    return Names(around, {**scope, **variables, **outermost})


def annotations_of(owner: Any) -> Mapping[str, object]:
    """What a function or a class itself annotates; as text where a name in it is not defined (PEP 649)."""
    try:
        return inspect.get_annotations(owner)
    except NameError:
        texts: Mapping[str, object] = inspect.get_annotations(owner, format=_TEXT)  # type: ignore[call-arg,unused-ignore]
        return texts


_TEXT: Final = 4
"""`annotationlib.Format.STRING`, of Python 3.14: annotations as they are written."""


class Names(NamedTuple):
    """The names that an annotation may use: those of its module, and nearer ones."""

    module: dict[str, Any]
    near: dict[str, Any]


def evaluated(annotation: object, names: Names, *, in_class: bool = False) -> object:
    """The hint that an annotation is, text in it resolved; raises what resolving it raises."""
    holder: Any = type("_", (), {"__annotations__": {"_": annotation}}) if in_class else _Holder({"_": annotation})
    hint: object = typing.get_type_hints(holder, names.module, names.near, include_extras=True)["_"]
    return hint


def is_postponed(annotation: object) -> bool:
    """Whether there is text in the annotation, which may be a hint."""
    if isinstance(annotation, str | typing.ForwardRef):
        return True
    if type(annotation) is type:
        return False
    inner = annotation if isinstance(annotation, list) else typing.get_args(annotation)  # a list, in a Callable
    return any(map(is_postponed, inner))


class _Holder:
    """One annotation, in the shape in which `typing.get_type_hints` takes them."""

    def __init__(self, annotations: dict[str, object]) -> None:
        self.__annotations__ = annotations


def holds_tensor(annotation: object) -> bool:
    """Whether an annotation that cannot be resolved speaks of tensors, in our notation or in jaxtyping's."""
    return re.search(r"\bTensor\b\s*(\[|,\s*[rf]?[\"'])", str(annotation)) is not None


def _unresolved(function: Callable[..., Any], name: str, annotation: object, error: Exception) -> None:
    reason = f"{_place(function, name)} cannot be resolved: {error}"
    if holds_tensor(annotation):
        raise TypeError(reason) from None
    code = function.__code__
    warnings.warn_explicit(f"{reason}; it is not checked", UserWarning, code.co_filename, code.co_firstlineno)


def _place(function: Callable[..., Any], name: str) -> str:
    place = "return annotation" if name == "return" else f'annotation of argument "{name}"'
    return f'the {place} of "{function.__name__}"'

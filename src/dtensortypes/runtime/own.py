"""The class that a function is being defined in: it is not there yet, and its own functions already name it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import pairwise
from typing import Any, TypeGuard

import torch

from dtensortypes.runtime.nodes import Own, Plain


def own_classes(function: Callable[..., Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Stand-ins for the classes around the function, by name: the outermost, and those nested in it.

    Only the outermost one's name means that class whatever else the module has of that name, an earlier definition of
    the class among it.
    """
    path = class_path(function)
    stands = [_stand_in(function.__module__, ".".join(path[: i + 1]), function) for i in range(len(path))]
    for outer, inner in pairwise(stands):
        setattr(outer, inner.__name__, inner)
    names = dict(zip(path, stands, strict=True))
    return dict(list(names.items())[:1]), dict(list(names.items())[1:])


def class_path(function: Callable[..., Any]) -> list[str]:
    """The names of the classes around the function, the outermost first."""
    return function.__qualname__.rpartition("<locals>.")[2].split(".")[:-1]


def _stand_in(module: str, path: str, function: Callable[..., Any]) -> type:
    before, local, _ = function.__qualname__.rpartition("<locals>.")
    scope = {"__own__": (module, f"{before}{local}{path}"), "__class_getitem__": classmethod(lambda cls, _: cls)}
    return type(path.rpartition(".")[2], (), scope)


def is_stand_in(hint: object) -> TypeGuard[type]:
    """Whether the hint stands for a class around the function."""
    return isinstance(hint, type) and "__own__" in vars(hint)


def own_class(node: Own, value: object, arguments: Mapping[str, object]) -> type | None:
    """The class that the hint turns out to be, where the value is one of its instances."""
    if node.first is None:
        return next((cls for cls in type(value).__mro__ if _is(cls, node)), None)
    if node.first not in arguments:  # outside of any call
        return type(value)
    first = arguments[node.first]
    classes = [first, type(first)] if isinstance(first, type) else [type(first)]  # of a class method, or a metaclass's
    return next((cls for cls in classes if isinstance(value, cls)), None)


def _is(cls: type, node: Own) -> bool:
    return cls.__qualname__ == node.qualname and cls.__module__ == node.module


def settles(node: Own) -> Callable[[type], bool]:
    """Whether a class alone settles that its instances are what the hint says: it is the class, and has no tensors."""

    @cache
    def is_settled(cls: type) -> bool:
        own = cls if node.first is not None else next((one for one in cls.__mro__ if _is(one, node)), None)
        return own is not None and isinstance(node.read(own), Plain)

    def traced(cls: type) -> bool:
        return is_settled(cls)

    # What `torch.compiler.assume_constant_result` does; to call it would load the compiler, which takes a second.
    traced._dynamo_marked_constant = True  # type: ignore[attr-defined]
    return lambda cls: traced(cls) if torch.compiler.is_dynamo_compiling() else is_settled(cls)

"""The kinds of class, which differ in what they declare and in when that can be verified."""

from __future__ import annotations

import dataclasses
from enum import Enum, auto
from typing import Any, Final

import torch

from dtensortypes.runtime.fields import is_typed_dict


class Kind(Enum):
    """How a class comes to have what it declares."""

    MODULE = auto()
    """Annotated parameters, buffers and submodules; torch assigns to them as it pleases."""
    DATACLASS = auto()
    ATTRS = auto()
    NAMED_TUPLE = auto()
    PLAIN = auto()
    """Annotated attributes."""

    @property
    def noun(self) -> str:
        """What one of the declared things is called."""
        return "attribute" if self in {Kind.MODULE, Kind.PLAIN} else "field"


def kind_of(cls: type) -> Kind:
    """The kind of a class; raises TypeError for one whose instances are not made by it."""
    reason = refusal(cls)
    if reason:
        raise TypeError(f'@checked cannot check "{cls.__name__}": {reason}')
    if issubclass(cls, torch.nn.Module):
        return Kind.MODULE
    if issubclass(cls, tuple) and "_fields" in vars(cls):
        return Kind.NAMED_TUPLE
    if "__dataclass_fields__" in vars(cls):
        return Kind.DATACLASS
    return Kind.ATTRS if "__attrs_attrs__" in vars(cls) else Kind.PLAIN


def refusal(cls: Any) -> str:
    """Why instances of this class cannot be checked where they are made; empty where they can."""
    if is_typed_dict(cls):
        return "a TypedDict is a dict while the program runs; the functions that take one check what is in it"
    if "_is_protocol" in vars(cls) and cls._is_protocol:
        return "a Protocol has no instances of its own; decorate the classes that implement it"
    return ""


def frozen(cls: Any) -> bool:
    """Whether the class itself refuses assignments to its instances."""
    if "__dataclass_params__" in vars(cls):
        return bool(cls.__dataclass_params__.frozen)
    return issubclass(cls, tuple | Enum)


def makes_init(cls: type) -> bool:
    """Whether `dataclass` wrote the `__init__` of this class."""
    code = getattr(vars(cls).get("__init__"), "__code__", None)
    return dataclasses.is_dataclass(cls) and code is not None and code.co_qualname.startswith("__create_fn__.")


ASSIGNS: Final = "__dtensor_assigns__"
"""The attribute of a `__setattr__` that assigns as those before it do, and checks what it assigns."""


def assigns_plainly(cls: type) -> bool:
    """Whether an assignment to an instance only assigns, and perhaps checks."""
    setters = (vars(base)["__setattr__"] for base in cls.__mro__ if "__setattr__" in vars(base))
    return next(one for one in setters if not hasattr(one, ASSIGNS)) is object.__setattr__

"""What the type variables of a generic class stand for, in each of its bases: `Batch[Float32]` says what D is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import UnionType
from typing import Any, TypeAlias, TypeVar, Union, get_args, get_origin

from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import Device, DeviceFact, one_of_devices
from dtensortypes.core.facts.dtype import DType, DTypeFact, one_of_dtypes
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.runtime.nodes import TensorHint

Given: TypeAlias = Mapping[Any, object]
"""What each type variable stands for."""


def arguments_in(hint: object) -> dict[Any, tuple[object, ...]]:
    """For a class, or a generic class with its arguments: the arguments of it and of all its bases."""
    found: dict[Any, tuple[object, ...]] = {}
    _collect(get_origin(hint) or hint, get_args(hint), found)
    return found


def given_to(cls: Any, arguments: tuple[object, ...]) -> Given:
    """What the variables of the class stand for, where it has these arguments."""
    return dict(zip(parameters_of(cls), arguments, strict=False))


def parameters_of(cls: Any) -> tuple[Any, ...]:
    """The type variables of a class; for `class Images(dict[str, T])`, no typing.Generic, those of its bases."""
    bases = vars(cls).get("__orig_bases__", ())
    of_bases = (one for base in bases for one in getattr(base, "__parameters__", ()))
    return getattr(cls, "__parameters__", ()) or tuple(dict.fromkeys(of_bases))


def _collect(cls: Any, arguments: tuple[object, ...], found: dict[Any, tuple[object, ...]]) -> None:
    found[cls] = arguments
    given = given_to(cls, arguments)
    for base in vars(cls).get("__orig_bases__", cls.__bases__):
        origin = get_origin(base) or base
        if isinstance(origin, type) and origin not in found:
            _collect(origin, tuple(substituted(argument, given) for argument in get_args(base)), found)


def substituted(hint: Any, given: Given) -> object:
    """The hint with these type variables replaced, as far as they stand open in it."""
    if isinstance(hint, TypeVar):
        return given.get(hint, hint)
    variables = getattr(hint, "__parameters__", ()) if get_origin(hint) is not None else ()
    return hint[tuple(given.get(one, one) for one in variables)] if variables else hint


def specified(hint: TensorHint, given: Given) -> TensorHint:
    """The tensor's hint with the dtype and the device that its variables stand for; raises TypeError."""
    by_name = {variable.__name__: value for variable, value in given.items()}
    dtype, device = hint.dtype, hint.device
    if isinstance(dtype, Var) and dtype.name in by_name:
        dtype = _dtype_of(by_name[dtype.name])
    if isinstance(device, Var) and device.name in by_name:
        device = _device_of(by_name[device.name])
    return replace(hint, dtype=dtype, device=device)


def _dtype_of(argument: object) -> DTypeFact:
    fact = _fact_of(argument)
    return fact if isinstance(fact, DType | Unknown | Var) else one_of_dtypes(fact.members)


def _device_of(argument: object) -> DeviceFact:
    fact = _fact_of(argument)
    return fact if isinstance(fact, Device | Unknown | Var) else one_of_devices(fact.members)


def _fact_of(argument: Any) -> Any:
    if argument is Any:
        return UNKNOWN
    if isinstance(argument, TypeVar):
        members = argument.__constraints__ or (argument.__bound__,)
        return Var(argument.__name__, None if members == (None,) else _fact_of(Union[members]))  # noqa: UP007
    if get_origin(argument) in {Union, UnionType}:
        return OneOf(frozenset().union(*map(_members, map(_fact_of, get_args(argument)))))
    fact = vars(argument).get("fact") if isinstance(argument, type) else None
    if isinstance(fact, DType | Device | OneOf):
        return fact
    msg = f"{getattr(argument, '__name__', argument)} is neither a dtype nor a device"
    raise TypeError(msg)


def _members(fact: Any) -> frozenset[Any]:
    return fact.members if isinstance(fact, OneOf) else frozenset({fact})

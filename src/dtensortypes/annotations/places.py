"""What stands between the brackets of `Tensor[dtype, device, shape, *placements]`, read into facts, or refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from types import EllipsisType, NoneType, UnionType
from typing import Any, Final, TypeVar, Union, get_args, get_origin

from dtensortypes.annotations.devices import Device as AnyDevice
from dtensortypes.annotations.dtypes import DType as AnyDType
from dtensortypes.annotations.placements import Placement as AnyPlacement
from dtensortypes.core.facts import device, dtype
from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import DeviceFact, one_of_devices
from dtensortypes.core.facts.dtype import DTypeFact, one_of_dtypes
from dtensortypes.core.facts.pattern import AxisRun, Pattern
from dtensortypes.core.facts.placement import PARTIAL, REPLICATE, SHARD, Placement, PlacementFact, one_of_placements
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.notation.shapes import parse_pattern

FORM: Final = 'Tensor[dtype, device, "shape"]'
ANY_SHAPE: Final = Pattern(run=AxisRun())

_PYTHON: Final[dict[object, str]] = {float: "Float32", int: "Int64", bool: "Bool", complex: "Complex64"}


def dtype_of(place: object) -> DTypeFact:
    """The fact that stands in the first place; raises TypeError."""
    match _choice(place, dtype_of):
        case None:
            return _one_dtype(place)
        case [*facts]:
            return one_of_dtypes(frozenset().union(*map(_members, facts))) if UNKNOWN not in facts else UNKNOWN
        case Var() as variable:
            return variable


def device_of(place: object) -> DeviceFact:
    """The fact that stands in the second place; raises TypeError."""
    match _choice(place, device_of):
        case None:
            return _one_device(place)
        case [*facts]:
            return one_of_devices(frozenset().union(*map(_members, facts))) if UNKNOWN not in facts else UNKNOWN
        case Var() as variable:
            return variable


def pattern_of(place: object) -> Pattern:
    """The declared shape that stands in the third place; raises TypeError, or NotationError at the character."""
    if place is Any:
        return ANY_SHAPE
    if not isinstance(place, str):
        msg = f'{_spelled(place)} is no shape: write its axes in one string, as in "b 3 n"'
        raise TypeError(msg)
    return parse_pattern(place)


def placement_of(place: object) -> PlacementFact:
    """The fact that stands in a place after the shape; raises TypeError."""
    if get_origin(place) in {Union, UnionType}:
        facts = [placement_of(member) for member in get_args(place)]
        return one_of_placements(frozenset().union(*map(_members, facts))) if UNKNOWN not in facts else UNKNOWN
    if place is Any:
        return UNKNOWN
    if isinstance(place, type) and issubclass(place, AnyPlacement):
        return place.fact
    kind = place if isinstance(place, type) else type(place)
    if kind.__module__.startswith("torch.distributed.") and kind.__name__ in _PLACEMENTS:
        return Placement(kind.__name__, None if isinstance(place, type) else getattr(place, "dim", None))
    if isinstance(place, str):
        msg = f'"{place}" stands in the place of a placement: the shape is one string'
        raise TypeError(msg)
    msg = f"{_spelled(place)} is no placement: write Shard[0], Replicate, Partial, a union of them or Any"
    raise TypeError(msg)


_PLACEMENTS: Final = {fact.kind for fact in (SHARD, REPLICATE, PARTIAL)}


def _choice(place: object, read: Callable[[object], Any]) -> list[Any] | Var[Any] | None:
    """The members' facts of a union, the variable of a TypeVar, or None for anything simpler."""
    if isinstance(place, TypeVar):
        return _variable(place, read)
    if get_origin(place) not in {Union, UnionType}:
        return None
    facts = [read(member) for member in get_args(place)]
    for member, fact in zip(get_args(place), facts, strict=True):
        if isinstance(fact, Var):
            msg = f"the type variable {_spelled(member)} cannot be a member of a union: give it the union as its bound"
            raise TypeError(msg)
    return facts


def _variable(variable: TypeVar, read: Callable[[object], Any]) -> Var[Any]:
    members = variable.__constraints__ or (variable.__bound__,)
    if members == (None,):
        name, bound = variable.__name__, "Float" if read is dtype_of else "Device"
        kind = "dtype" if read is dtype_of else "device"
        msg = f'{name} is no {kind}: declare it as TypeVar("{name}", bound={bound}), or with another {kind} class'
        raise TypeError(msg)
    fact = read(members[0] if len(members) == 1 else reduce(lambda a, b: a | b, members))
    return Var(variable.__name__, None if isinstance(fact, Unknown) else fact)


def _members(fact: Any) -> frozenset[Any]:
    return fact.members if isinstance(fact, OneOf) else frozenset({fact})


def _one_dtype(place: object) -> DTypeFact:
    if place is Any:
        return UNKNOWN
    if isinstance(place, type) and issubclass(place, AnyDType):
        return place.fact
    if isinstance(place, type) and place.__module__.partition(".")[0] == "jaxtyping" and hasattr(place, "dtypes"):
        if hasattr(place, "dim_str"):
            msg = f"{place.__name__} is a hint of its own: write it alone, or its dtype in {FORM}"
            raise TypeError(msg)
        return _from_jaxtyping(place.__name__, place.dtypes)
    raise TypeError(_no_dtype(place))


def _from_jaxtyping(name: str, dtypes: object) -> DTypeFact:
    named = dtype.BY_NOTATION.get(name) or dtype.CATEGORIES.get(name)
    if named or not isinstance(dtypes, list | tuple):  # jaxtyping.Shaped has any dtype
        return named or UNKNOWN
    members = frozenset(dtype.BY_NAME[known] for known in dtypes if known in dtype.BY_NAME)
    if not members:
        msg = f"torch has no dtype for jaxtyping's {name}"
        raise TypeError(msg)
    return one_of_dtypes(members)


def _no_dtype(place: object) -> str:
    if isinstance(place, type) and issubclass(place, AnyDevice):
        return f"the device {place.__name__} stands in the place of the dtype; write {FORM}"
    torch_name = _of_torch(place).removeprefix("torch.")
    if torch_name in dtype.BY_NAME:
        shown = repr(place) if isinstance(place, str) else place
        return f"{shown} is a value, not a type: write {dtype.BY_NAME[torch_name].notation}"
    if isinstance(place, str):
        return f'the shape "{place}" stands in the place of the dtype; write {FORM}, with Any for any dtype'
    advice = "write one of dtensortypes' classes, as Float32, Float16 | BFloat16 or Float, or Any"
    if isinstance(place, type) and place in _PYTHON:
        advice = f"write {_PYTHON[place]}"
    return f"{_spelled(place)} is no dtype: {advice}"


def _one_device(place: object) -> DeviceFact:
    if place is Any:
        return UNKNOWN
    if isinstance(place, type) and issubclass(place, AnyDevice):
        return place.fact
    raise TypeError(_no_device(place))


def _no_device(place: object) -> str:
    if isinstance(place, type) and (issubclass(place, AnyDType) or hasattr(place, "dtypes")):
        return f"the dtype {place.__name__} stands in the place of the device; write {FORM}"
    type_, _, index = _of_torch(place).partition(":")
    if type_ in device.NOTATIONS and type_ != device.ACCELERATOR_TYPE:
        fact = device.Device(type_, int(index) if index.isdigit() else None)
        return f"{place!r} is a value, not a type: write {fact.notation}"
    if isinstance(place, str):
        return f'the shape "{place}" stands in the place of the device; write {FORM}, with Any for any device'
    return f"{_spelled(place)} is no device: write CPU, CUDA, CUDA[1], MPS, a union of them or Any"


def _spelled(place: object) -> str:
    """A type by its name, a hint or a number as it is written; of anything else, what it is: never its content."""
    if isinstance(place, type | TypeVar):
        return place.__name__
    kind = type(place)
    short = kind in _SHORT or (isinstance(place, int) and abs(place) < 2**64)
    if short or _of_torch(place) or kind.__module__ in {"typing", "types"}:
        return repr(place)
    return f"a value of type {kind.__name__}"


_SHORT: Final = {str, bool, float, complex, NoneType, EllipsisType}


def _of_torch(place: object) -> str:
    """A dtype or a device, in torch's words or as one of its objects; empty for anything else."""
    kind = type(place)
    is_torchs = kind.__module__ == "torch" and kind.__name__ in {"dtype", "device"}
    return str(place) if isinstance(place, str) or is_torchs else ""

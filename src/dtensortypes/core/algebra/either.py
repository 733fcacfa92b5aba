"""What is known of a value that is either of two: where branches meet, and where a call may be one of several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from dtensortypes.core.facts.choice import OneOf
from dtensortypes.core.facts.device import Device, DeviceFact, one_of_devices
from dtensortypes.core.facts.dim import DimFact
from dtensortypes.core.facts.dtype import DType, DTypeFact, one_of_dtypes
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import LayerFact, Value


def either(*values: Value) -> Value:
    """What is true of each of the values, at least one."""
    return reduce(_either, values)


def uncovered(values: Sequence[Value]) -> list[Value]:
    """The values without the tensors that another one may be as well: beside that one they say nothing more."""
    kept: list[Value] = []
    for value in values:
        if not any(covers(other, value) for other in kept):
            kept = [other for other in kept if not covers(value, other)]
            kept.append(value)
    return kept


def covers(one: Value, other: Value) -> bool:
    """Whether what is known of a tensor holds of another one, too."""
    return isinstance(one, TensorFact) and isinstance(other, TensorFact) and _either(one, other) == one


def _either(one: Value, other: Value) -> Value:
    match one, other:
        case TensorFact(), TensorFact():
            return TensorFact(
                either_dtype(one.dtype, other.dtype),
                either_device(one.device, other.device),
                either_shape(one.shape, other.shape),
            )
        case ArrayFact(), ArrayFact() if type(one) is type(other):
            dtype = one.dtype if one.dtype == other.dtype else UNKNOWN  # those that torch has not are None
            return type(one)(dtype, either_shape(one.shape, other.shape))
        case Shape(), Shape():
            return either_shape(one, other)
        case LayerFact(), LayerFact() if (one.name, one.config) == (other.name, other.config):
            dtype = one.dtype if one.dtype == other.dtype else UNKNOWN  # one of several is what its parts have, mixed
            return replace(one, dtype=dtype, device=one.device if one.device == other.device else UNKNOWN)
        case tuple(), tuple() if len(one) == len(other):
            return tuple(map(_either, one, other))
    return one if type(one) is type(other) and one == other else UNKNOWN


def either_dtype(one: DTypeFact, other: DTypeFact) -> DTypeFact:
    """The dtype that is one or the other."""
    if one == other:
        return one
    match one, other:
        case (DType() | OneOf(), DType() | OneOf()):
            return one_of_dtypes(_dtypes(one) | _dtypes(other))
    return UNKNOWN


def either_device(one: DeviceFact, other: DeviceFact) -> DeviceFact:
    """The device that is one or the other."""
    if one == other:
        return one
    match one, other:
        case (Device() | OneOf(), Device() | OneOf()):
            return one_of_devices(_devices(one) | _devices(other))
    return UNKNOWN


def either_shape(one: Shape, other: Shape) -> Shape:
    """The shape that both have as far as they agree; dims on which they do not are unknown."""
    if one == other:
        return one
    if one.run != other.run or len(one.left) != len(other.left) or len(one.right) != len(other.right):
        return UNKNOWN_SHAPE
    return Shape(_dims(one.left, other.left), one.run, _dims(one.right, other.right))


def _dims(one: tuple[DimFact, ...], other: tuple[DimFact, ...]) -> tuple[DimFact, ...]:
    return tuple(a if a == b else UNKNOWN for a, b in zip(one, other, strict=True))


def _dtypes(fact: DType | OneOf[DType]) -> frozenset[DType]:
    return fact.members if isinstance(fact, OneOf) else frozenset({fact})


def _devices(fact: Device | OneOf[Device]) -> frozenset[Device]:
    return fact.members if isinstance(fact, OneOf) else frozenset({fact})

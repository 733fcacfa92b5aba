"""Whether two values are equal, as far as is known: yes, no, or None."""

from __future__ import annotations

from dtensortypes.core.facts.choice import OneOf
from dtensortypes.core.facts.device import ACCELERATOR, CPU, Device
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import DType
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.value import Value


def same(one: Value, other: Value) -> bool | None:
    """Whether `one == other`; None where what is known of them leaves both possible."""
    one, other = _plain(one), _plain(other)
    match one, other:
        case (bool() | int() | str() | None, bool() | int() | str() | None):
            return one == other
        case DType(), DType():
            return one == other
        case Device(), Device():
            return _same_device(one, other)
        case OneOf(members=members), DType() | Device():
            return None if any(same(member, other) is not False for member in members) else False
        case (DType() | Device(), OneOf()):
            return same(other, one)
        case tuple(), tuple():
            return _same_items(one, other)
    return None


def _plain(value: Value) -> Value:
    """A size that is a number as the number, a shape as the tuple of its sizes."""
    if isinstance(value, Dim) and value.constant is not None:
        return value.constant
    return value if not isinstance(value, Shape) or value.dims is None else tuple(value.dims)


def _same_device(one: Device, other: Device) -> bool | None:
    if ACCELERATOR in {one, other}:
        return None
    if one.type != other.type:
        return False
    if one == other == CPU:
        return True
    # A tensor's device always has its index; "cuda" alone equals none of them, and which one is meant is not known.
    return one.index == other.index if one.index is not None and other.index is not None else None


def _same_items(one: tuple[Value, ...], other: tuple[Value, ...]) -> bool | None:
    if len(one) != len(other):
        return False
    verdicts = [same(a, b) for a, b in zip(one, other, strict=True)]
    return False if False in verdicts else None if None in verdicts else True

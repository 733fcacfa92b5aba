"""Where tensors meet: on one device, which zero-dim CPU tensors join; see aten/src/ATen/TensorIterator.cpp."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import TypeAlias

from dtensortypes.core.algebra.lift import DEVICE_DOMAIN, lift
from dtensortypes.core.facts.device import ACCELERATOR, CPU, META, Device, DeviceFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.problems import Kind, refuse

Located: TypeAlias = tuple[DeviceFact, bool | None]
"""A tensor as its device and whether it is zero-dim, None where that is not known."""


def is_accelerator(device: Device) -> bool:
    """Whether the device may be the accelerator that is chosen at run time."""
    return device.type not in {CPU.type, META.type}


def join_devices(first: Device, second: Device) -> Device:
    """The one device that both are, said as exactly as one of them says it; refused where they are two."""
    if ACCELERATOR in {first, second} and is_accelerator(first) and is_accelerator(second):
        return second if first == ACCELERATOR else first
    if first.type != second.type:
        raise refuse(Kind.DEVICE, f"tensors on {first} and {second} meet", _advice(first, second))
    if first.index is None or second.index is None:
        return first if second.index is None else second
    if first.index != second.index:
        raise refuse(Kind.DEVICE, f"tensors on {first} and {second} meet", _advice(first, second))
    return first


def colocate(operands: Iterable[tuple[Device, bool]], *, scalars: bool = True) -> Device:
    """The device of an operation on these tensors, at least one, each with whether it is zero-dim.

    With `scalars` a zero-dim CPU tensor joins any device, as elementwise operations let it.
    """
    devices = [device for device, zero_dim in operands if not (scalars and zero_dim and device.type == CPU.type)]
    return reduce(join_devices, devices) if devices else CPU


def colocated(operands: Sequence[Located], *, scalars: bool = True) -> DeviceFact:
    """`colocate` for devices that may be open or unknown; an unknown one is where a known one binds it to be."""
    known = [(device, zero_dim) for device, zero_dim in operands if not isinstance(device, Unknown)]
    if not known:
        return UNKNOWN
    result = lift(
        lambda devices, flags: colocate(zip(devices, flags, strict=True), scalars=scalars),
        [device for device, _ in known],
        [zero_dim for _, zero_dim in known],
        DEVICE_DOMAIN,
    )
    all_known = len(known) == len(operands)
    return result if all_known or any(_binds(located, scalars=scalars) for located in known) else UNKNOWN


def _binds(located: Located, *, scalars: bool) -> bool:
    """Whether the tensor is certainly none that joins other devices."""
    device, zero_dim = located
    on_cpu = any(possible.type == CPU.type for possible in DEVICE_DOMAIN.possible(device))
    return not (scalars and on_cpu and zero_dim is not False)


def _advice(first: Device, second: Device) -> str:
    if ACCELERATOR in {first, second}:
        return "where there is an accelerator this fails: move both to the device chosen"
    return "move one with .to(other.device)"

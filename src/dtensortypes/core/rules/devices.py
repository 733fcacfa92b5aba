"""Words for what an operation does to the device."""

from __future__ import annotations

from typing import Final

from dtensortypes.core.algebra import colocate as algebra
from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import ACCELERATOR, CPU, NOTATIONS, Device, DeviceFact
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.facts.value import Value
from dtensortypes.core.problems import Kind, Refused, refuse
from dtensortypes.core.rules.call import Call, is_zero_dim, leaves
from dtensortypes.core.rules.words import Demand, DeviceWord

_ACCELERATORS: Final = frozenset(NOTATIONS) - {"cpu", "meta"}


def colocated(call: Call) -> DeviceFact:
    """The one device of all tensors; a zero-dim tensor on the CPU may join any other."""
    return _colocated(call, scalars=True)


def strictly_colocated(call: Call) -> DeviceFact:
    """The one device of all tensors, zero-dim ones too."""
    return _colocated(call, scalars=False)


def agreed(call: Call) -> DeviceFact:
    """The one device of all tensors; where they lie on several, torch's answer hangs on the arguments."""
    try:
        return strictly_colocated(call)
    except Refused:
        return UNKNOWN


def default_device(call: Call) -> DeviceFact:
    """The device where tensors are made, the CPU unless the program sets it."""
    return call.state.default_device


def requested(otherwise: DeviceWord, parameter: str = "device") -> DeviceWord:
    """The device that is asked for, else what the other word says."""

    def word(call: Call) -> DeviceFact | TensorFact:
        asked = call[parameter]
        return otherwise(call) if asked is None else as_device(asked)

    return word


def moved(type_: str) -> DeviceWord:
    """The device of this type that is asked for, else its current one."""

    def word(call: Call) -> DeviceFact:
        match call["device"]:
            case None:
                return Device(type_)
            case int(index):
                return Device(type_, index)
            case asked:
                return as_device(asked)

    return word


def as_device(value: Value) -> DeviceFact:
    """The value as a device: torch takes a device, its name, or an accelerator's index."""
    match value:
        case Device():
            return value
        case OneOf(members=members) if all(isinstance(member, Device) for member in members):
            return value  # type: ignore[return-value]
        case Var(bound=bound) if bound is None or isinstance(as_device(bound), Device | OneOf):
            return value  # type: ignore[return-value]
        case str(name):
            return _named(name)
        case int(index) if not isinstance(index, bool):
            return Device("cuda", index)
    return UNKNOWN


def _named(name: str) -> DeviceFact:
    """`cuda`, `cuda:1`; the CPU has no second one, so its index says nothing."""
    type_, _, index = name.partition(":")
    if type_ not in NOTATIONS or (index and not index.isdecimal()):
        return UNKNOWN
    return Device(type_, int(index) if index and type_ in _ACCELERATORS else None)


def _colocated(call: Call, *, scalars: bool) -> DeviceFact:
    devices = [tensor.device for tensor in call.tensors]
    # What is not known may be a tensor on any device.
    is_open = scalars and any(isinstance(leaf, Unknown) for name in call.operands for leaf in leaves(call[name]))
    if devices and not is_open and isinstance(devices[0], Device) and devices.count(devices[0]) == len(devices):
        return devices[0]
    located = list(dict.fromkeys([(tensor.device, scalars and is_zero_dim(tensor)) for tensor in call.tensors]))
    if is_open and located:
        located.append((UNKNOWN, None))
    try:
        return algebra.colocated(located, scalars=scalars)
    except Refused as refused:
        known = [(device, zero_dim) for device, zero_dim in located if not isinstance(device, Unknown)]
        fixed = [device for device, zero_dim in known if not (zero_dim and device == CPU)]
        names = " and ".join(dict.fromkeys(map(_told, fixed)))
        raise refuse(Kind.DEVICE, f'"{call.name}" mixes devices: {names}', refused.problem.advice) from None


def on_the_cpu(parameter: str) -> Demand:
    """The argument, if it is a tensor, lies on the CPU, wherever the others lie: torch reads its numbers."""

    def demand(call: Call) -> None:
        given = call[parameter]
        if isinstance(given, TensorFact) and isinstance(given.device, Device) and given.device != CPU:
            reason = f'"{call.name}" takes {parameter} on the CPU, and it is on {_told(given.device)}'
            raise refuse(Kind.DEVICE, reason, "move it with .cpu()")

    return demand


def alone_on(device_type: str, parameter: str, word: str) -> Demand:
    """On a device of this type the argument is this word, or none."""

    def demand(call: Call) -> None:
        asked = call[parameter]
        there = any(isinstance(one.device, Device) and one.device.type == device_type for one in call.tensors)
        if there and isinstance(asked, str) and asked != word:
            reason = f'"{call.name}" on {device_type} takes {parameter} "{word}" alone, not "{asked}"'
            raise refuse(Kind.DEVICE, reason, "move the tensors with .cpu()")

    return demand


def _told(device: Device | OneOf[Device] | Var[Device]) -> str:
    return str(device) if isinstance(device, Device) else device.notation


def told_by(device: DeviceFact) -> dict[str, str]:
    """What the attributes of a `torch.device` say where it is certain which kind of device that is."""
    is_certain = isinstance(device, Device) and device != ACCELERATOR
    return {"type": device.type} if is_certain and isinstance(device, Device) else {}

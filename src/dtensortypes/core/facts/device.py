"""Devices: a type with or without an index, and the device that is known only at run time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.unknown import Unknown


@dataclass(frozen=True, slots=True)
class Device:
    """A torch device; no index means any index where declared, and an index not known where found."""

    type: str
    index: int | None = None

    @property
    def notation(self) -> str:
        name = NOTATIONS[self.type]
        return name if self.index is None else f"{name}[{self.index}]"

    def __str__(self) -> str:
        """Torch's own spelling, `cuda:1`; the device known only at run time is told in words."""
        if self.type == ACCELERATOR_TYPE:
            return "the accelerator chosen at run time"
        return self.type if self.index is None else f"{self.type}:{self.index}"


ACCELERATOR_TYPE: Final = "accelerator"

NOTATIONS: Final = {
    "cpu": "CPU", "cuda": "CUDA", "mps": "MPS", "xpu": "XPU", "hpu": "HPU", "xla": "XLA",
    "mtia": "MTIA", "maia": "MAIA", "ipu": "IPU", "vulkan": "Vulkan", "privateuseone": "PrivateUse1",
    "meta": "Meta", ACCELERATOR_TYPE: "Accelerator",
}  # fmt: skip
"""Torch's device types (c10/core/DeviceType.h) and the classes that signatures write."""

BY_NOTATION: Final = {notation: type_ for type_, notation in NOTATIONS.items()}

CPU: Final = Device("cpu")
CUDA: Final = Device("cuda")
MPS: Final = Device("mps")
XPU: Final = Device("xpu")
META: Final = Device("meta")
ACCELERATOR: Final = Device(ACCELERATOR_TYPE)
"""The device of `"cuda" if torch.cuda.is_available() else "cpu"`: an accelerator wherever there is one."""

ANY_DEVICE: Final = OneOf(frozenset(Device(type_) for type_ in NOTATIONS if type_ != ACCELERATOR_TYPE), "Any")
"""A device that is there and not known: the value of a variable declared `torch.device`."""

DeviceFact: TypeAlias = Device | OneOf[Device] | Var[Device] | Unknown


def one_of_devices(members: frozenset[Device]) -> DeviceFact:
    """The narrowest fact for these members."""
    return next(iter(members)) if len(members) == 1 else OneOf(members)

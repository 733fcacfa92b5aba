"""The switches of a program that decide what an operation does: default dtype and device, and autocast."""

from __future__ import annotations

from typing import Final, NamedTuple

from dtensortypes.core.facts.device import CPU, DeviceFact
from dtensortypes.core.facts.dtype import FLOAT32, DType, DTypeFact
from dtensortypes.core.facts.unknown import Unknown


class State(NamedTuple):
    """`autocast` is the lower dtype of the region, None outside of one, UNKNOWN where that is not known.

    `autocast_device` is the device type of the region, empty where that is not known.
    """

    default_dtype: DTypeFact = FLOAT32
    default_device: DeviceFact = CPU
    autocast: DType | Unknown | None = None
    autocast_device: str = "cuda"


PLAIN: Final = State()
"""The state of a program that sets nothing."""

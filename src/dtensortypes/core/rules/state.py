"""The switches of a program that decide what an operation does: default dtype and device, and autocast."""

from __future__ import annotations

from typing import Final, NamedTuple

from dtensortypes.core.facts.device import CPU, DeviceFact
from dtensortypes.core.facts.dtype import BFLOAT16, FLOAT16, FLOAT32, DType, DTypeFact
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

_REGIONS: Final = ((FLOAT16, "cuda"), (BFLOAT16, "cuda"), (FLOAT16, "cpu"), (BFLOAT16, "cpu"))
"""The dtypes that torch casts to (torch/amp/autocast_mode.py), on the devices that have lists of their own."""


def regions(state: State) -> list[State]:
    """The states that one in which autocast is not known may be, the one outside of a region first."""
    known = [(dtype, device) for dtype, device in _REGIONS if state.autocast_device in {"", device}]
    inside = [state._replace(autocast=dtype, autocast_device=device) for dtype, device in known]
    return [state._replace(autocast=None), *inside]

"""What an in-place operation must leave as it is: the dtype, and the shape, of self."""

from __future__ import annotations

from typing import Final

from dtensortypes.core.algebra.broadcast import expands
from dtensortypes.core.algebra.colocate import join_devices
from dtensortypes.core.facts.device import Device, DeviceFact
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import Category, DType, DTypeFact
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.problems import Kind, Refused, refuse
from dtensortypes.core.rules.call import Call

_ADVICE: Final = "write it out of place"


def can_cast(source: DType, to: DType) -> bool:
    """As `torch.can_cast`: never from a higher kind to a lower one (`canCast` in c10/core/ScalarType.h)."""
    if source.category is Category.QUANTISED or to.category is Category.QUANTISED:
        return source == to
    return source.category <= to.category


def refuse_storing(call: Call, dtype: DTypeFact, *, pointwise: bool) -> None:
    """Refused where the result's dtype cannot be cast to self's."""
    own = call.first.dtype
    if not pointwise and (call.first.shape.rank == 0 or Dim.of(0) in call.first.shape.left):
        return  # running totals copy the one item, or none, before they look
    if isinstance(own, DType) and isinstance(dtype, DType) and not can_cast(dtype, own):
        raise refuse(Kind.DTYPE, f'"{call.name}" gives {dtype}, which cannot be stored in {own}', _ADVICE)


def refuse_leaving(call: Call, device: DeviceFact) -> None:
    """Refused where the result lies on another device than self."""
    own = call.first.device
    if isinstance(own, Device) and isinstance(device, Device):
        try:
            join_devices(own, device)
        except Refused:
            reason = f'"{call.name}" gives a result on {device}, which cannot be stored in a tensor on {own}'
            raise refuse(Kind.DEVICE, reason, _ADVICE) from None


def refuse_growth(call: Call, shape: Shape) -> None:
    """Refused where the result is larger than self."""
    own = call.first.shape
    if not expands(shape, own):
        raise refuse(Kind.SHAPE, f'"{call.name}" gives shape {shape}, which cannot be stored in {own}', _ADVICE)

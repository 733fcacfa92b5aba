"""Whether a found dtype or device may be where another is declared; refused only where no possibility is accepted."""

from __future__ import annotations

from dtensortypes.core.algebra.colocate import is_accelerator
from dtensortypes.core.algebra.lift import DEVICE_DOMAIN, DTYPE_DOMAIN
from dtensortypes.core.facts.device import ACCELERATOR, Device, DeviceFact
from dtensortypes.core.facts.dtype import DTypeFact
from dtensortypes.core.facts.unknown import Unknown
from dtensortypes.core.problems import Refused, wrong_device, wrong_dtype


def accepts_dtype(declared: DTypeFact, found: DTypeFact) -> None:
    """Refuse a found dtype that is proved not to be a declared one."""
    if isinstance(declared, Unknown) or isinstance(found, Unknown):
        return
    if not DTYPE_DOMAIN.possible(declared) & DTYPE_DOMAIN.possible(found):
        raise Refused(wrong_dtype(found, declared))


def accepts_device(declared: DeviceFact, found: DeviceFact) -> None:
    """Refuse a found device that is proved not to be a declared one.

    The accelerator chosen at run time is accepted where an accelerator is declared, and refused where only others are.
    """
    if isinstance(declared, Unknown) or isinstance(found, Unknown):
        return
    wanted, possible = DEVICE_DOMAIN.possible(declared), DEVICE_DOMAIN.possible(found)
    if not any(_is_there(want, have) for want in wanted for have in possible):
        raise Refused(wrong_device(found, declared))


def _is_there(want: Device, have: Device) -> bool:
    if ACCELERATOR in {want, have}:
        return is_accelerator(want) and is_accelerator(have)
    return want.type == have.type and (want.index is None or have.index is None or want.index == have.index)

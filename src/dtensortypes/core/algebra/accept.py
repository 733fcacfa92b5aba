"""Whether a found dtype or device may be where another is declared; refused only where no possibility is accepted."""

from __future__ import annotations

from typing import Final

from dtensortypes.core.algebra.colocate import is_accelerator
from dtensortypes.core.algebra.lift import DEVICE_DOMAIN, DTYPE_DOMAIN
from dtensortypes.core.facts.device import ACCELERATOR, CPU, Device, DeviceFact
from dtensortypes.core.facts.dtype import (
    BFLOAT16,
    BOOL,
    COMPLEX32,
    COMPLEX64,
    COMPLEX128,
    DTYPES,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    UINT8,
    Category,
    DType,
    DTypeFact,
)
from dtensortypes.core.facts.unknown import Unknown
from dtensortypes.core.problems import Kind, refuse

CASTS: Final = {
    BOOL: "bool", UINT8: "byte", INT8: "char", INT16: "short", INT32: "int", INT64: "long",
    FLOAT16: "half", BFLOAT16: "bfloat16", FLOAT32: "float", FLOAT64: "double",
    COMPLEX32: "chalf", COMPLEX64: "cfloat", COMPLEX128: "cdouble",
}  # fmt: skip
"""The tensor methods that cast."""

_PREFERRED: Final = (FLOAT32, INT64, COMPLEX64, *DTYPES)
"""The dtypes to advise, first the one wished for most often."""


def accepts_dtype(declared: DTypeFact, found: DTypeFact) -> None:
    """Refuse a found dtype that is proved not to be a declared one."""
    if isinstance(declared, Unknown) or isinstance(found, Unknown):
        return
    wanted, possible = DTYPE_DOMAIN.possible(declared), DTYPE_DOMAIN.possible(found)
    if not wanted & possible:
        raise refuse(Kind.DTYPE, f"is {dtype_words(found)}, declared {declared.notation}", _cast(wanted, possible))


def accepts_device(declared: DeviceFact, found: DeviceFact) -> None:
    """Refuse a found device that is proved not to be a declared one.

    The accelerator chosen at run time is accepted where an accelerator is declared, and refused where only others are.
    """
    if isinstance(declared, Unknown) or isinstance(found, Unknown):
        return
    wanted, possible = DEVICE_DOMAIN.possible(declared), DEVICE_DOMAIN.possible(found)
    if not any(_is_there(want, have) for want in wanted for have in possible):
        raise refuse(Kind.DEVICE, f"is on {device_words(found)}, declared {declared.notation}", _move(wanted))


def dtype_words(found: DTypeFact) -> str:
    """The dtype in a sentence: torch's own name where it is one dtype."""
    return str(found) if isinstance(found, DType) else found.notation


def device_words(found: DeviceFact) -> str:
    """The device in a sentence: torch's own name where it is one device."""
    return str(found) if isinstance(found, Device) else found.notation


def cast_to(dtype: DType) -> str:
    """The shortest way to write the cast: `.float()`, `.to(torch.uint16)`."""
    return f".{CASTS[dtype]}()" if dtype in CASTS else f".to(torch.{dtype})"


def _cast(wanted: frozenset[DType], possible: frozenset[DType]) -> str:
    wish = next((dtype for dtype in _PREFERRED if dtype in wanted), None)
    if wish is None or wish.category is Category.QUANTISED:
        return ""
    if all(dtype.category is Category.QUANTISED for dtype in possible):
        return "make it a float with .dequantize()"
    if all(dtype.is_complex for dtype in possible) and not wish.is_complex:
        return "take its .real or its .abs()"
    return f"cast with {cast_to(wish)}"


def _is_there(want: Device, have: Device) -> bool:
    if ACCELERATOR in {want, have}:
        return is_accelerator(want) and is_accelerator(have)
    return want.type == have.type and (want.index is None or have.index is None or want.index == have.index)


def _move(wanted: frozenset[Device]) -> str:
    if ACCELERATOR in wanted or not wanted:
        return "move it with .to(device)"
    device = min(wanted, key=lambda d: (not is_accelerator(d), str(d)))
    if device.type == CPU.type:
        return "move it with .cpu()"
    if device.type == "cuda":
        return f"move it with .cuda({'' if device.index is None else device.index})"
    return f'move it with .to("{device}")'

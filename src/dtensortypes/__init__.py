"""Typed tensors for PyTorch: dtype, device and shape, checked by mypy and, under `@checked`, while the program runs."""

from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dtensortypes.annotations.devices import (
        CPU,
        CUDA,
        HPU,
        IPU,
        MAIA,
        MPS,
        MTIA,
        XLA,
        XPU,
        Accelerator,
        Device,
        Meta,
        PrivateUse1,
        Vulkan,
    )
    from dtensortypes.annotations.dtypes import (
        BFloat16,
        Bool,
        Complex,
        Complex32,
        Complex64,
        Complex128,
        DType,
        Float,
        Float4_e2m1fn_x2,
        Float8_e4m3fn,
        Float8_e4m3fnuz,
        Float8_e5m2,
        Float8_e5m2fnuz,
        Float8_e8m0fnu,
        Float16,
        Float32,
        Float64,
        Int,
        Int8,
        Int16,
        Int32,
        Int64,
        Integer,
        Number,
        QInt8,
        QInt32,
        Quantised,
        QUInt2x4,
        QUInt4x2,
        QUInt8,
        Real,
        UInt,
        UInt8,
        UInt16,
        UInt32,
        UInt64,
    )
    from dtensortypes.annotations.placements import Partial, Replicate, Shard
    from dtensortypes.annotations.sizes import Size
    from dtensortypes.annotations.tensor import Tensor
    from dtensortypes.core.notation.errors import NotationError
    from dtensortypes.runtime.audit.auditing import audit
    from dtensortypes.runtime.check import check
    from dtensortypes.runtime.checked import checked
    from dtensortypes.runtime.classes.verify import verify
    from dtensortypes.runtime.errors import TensorTypeError, TensorTypeWarning
    from dtensortypes.runtime.lineage.tracing import trace
    from dtensortypes.runtime.modes import checking, set_checking

__version__ = "0.1.0"

_ROOMS = (
    "annotations.dtypes",
    "annotations.devices",
    "annotations.placements",
    "annotations.sizes",
    "annotations.tensor",
    "core.notation.errors",
    "runtime.errors",
    "runtime.modes",
    "runtime.checked",
    "runtime.classes.verify",
    "runtime.check",
    "runtime.lineage.tracing",
    "runtime.audit.auditing",
)

__all__ = [
    "CPU",
    "CUDA",
    "HPU",
    "IPU",
    "MAIA",
    "MPS",
    "MTIA",
    "XLA",
    "XPU",
    "Accelerator",
    "BFloat16",
    "Bool",
    "Complex",
    "Complex32",
    "Complex64",
    "Complex128",
    "DType",
    "Device",
    "Float",
    "Float4_e2m1fn_x2",
    "Float8_e4m3fn",
    "Float8_e4m3fnuz",
    "Float8_e5m2",
    "Float8_e5m2fnuz",
    "Float8_e8m0fnu",
    "Float16",
    "Float32",
    "Float64",
    "Int",
    "Int8",
    "Int16",
    "Int32",
    "Int64",
    "Integer",
    "Meta",
    "NotationError",
    "Number",
    "Partial",
    "PrivateUse1",
    "QInt8",
    "QInt32",
    "QUInt2x4",
    "QUInt4x2",
    "QUInt8",
    "Quantised",
    "Real",
    "Replicate",
    "Shard",
    "Size",
    "Tensor",
    "TensorTypeError",
    "TensorTypeWarning",
    "UInt",
    "UInt8",
    "UInt16",
    "UInt32",
    "UInt64",
    "Vulkan",
    "audit",
    "check",
    "checked",
    "checking",
    "set_checking",
    "trace",
    "verify",
]


def __getattr__(name: str) -> object:
    """The name, from the first room that has it: nothing is loaded before it is asked for."""
    if name not in __all__:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    value: object = next(vars(room)[name] for room in _rooms() if name in vars(room))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _rooms() -> Iterator[ModuleType]:
    return (import_module(f"{__name__}.{room}") for room in _ROOMS)

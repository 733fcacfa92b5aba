# What type checkers read of the package's front: its names and no more, so that they need not read all of its rooms.

import os
from collections.abc import Callable
from contextlib import ContextDecorator
from types import TracebackType
from typing import Any, Literal, TypeAlias, TypeVar, overload

from typing_extensions import TypeForm

from dtensortypes.annotations.devices import (
    CPU as CPU,
)
from dtensortypes.annotations.devices import (
    CUDA as CUDA,
)
from dtensortypes.annotations.devices import (
    HPU as HPU,
)
from dtensortypes.annotations.devices import (
    IPU as IPU,
)
from dtensortypes.annotations.devices import (
    MAIA as MAIA,
)
from dtensortypes.annotations.devices import (
    MPS as MPS,
)
from dtensortypes.annotations.devices import (
    MTIA as MTIA,
)
from dtensortypes.annotations.devices import (
    XLA as XLA,
)
from dtensortypes.annotations.devices import (
    XPU as XPU,
)
from dtensortypes.annotations.devices import (
    Accelerator as Accelerator,
)
from dtensortypes.annotations.devices import (
    Device as Device,
)
from dtensortypes.annotations.devices import (
    Meta as Meta,
)
from dtensortypes.annotations.devices import (
    PrivateUse1 as PrivateUse1,
)
from dtensortypes.annotations.devices import (
    Vulkan as Vulkan,
)
from dtensortypes.annotations.dtypes import (
    BFloat16 as BFloat16,
)
from dtensortypes.annotations.dtypes import (
    Bool as Bool,
)
from dtensortypes.annotations.dtypes import (
    Complex as Complex,
)
from dtensortypes.annotations.dtypes import (
    Complex32 as Complex32,
)
from dtensortypes.annotations.dtypes import (
    Complex64 as Complex64,
)
from dtensortypes.annotations.dtypes import (
    Complex128 as Complex128,
)
from dtensortypes.annotations.dtypes import (
    DType as DType,
)
from dtensortypes.annotations.dtypes import (
    Float as Float,
)
from dtensortypes.annotations.dtypes import (
    Float4_e2m1fn_x2 as Float4_e2m1fn_x2,
)
from dtensortypes.annotations.dtypes import (
    Float8_e4m3fn as Float8_e4m3fn,
)
from dtensortypes.annotations.dtypes import (
    Float8_e4m3fnuz as Float8_e4m3fnuz,
)
from dtensortypes.annotations.dtypes import (
    Float8_e5m2 as Float8_e5m2,
)
from dtensortypes.annotations.dtypes import (
    Float8_e5m2fnuz as Float8_e5m2fnuz,
)
from dtensortypes.annotations.dtypes import (
    Float8_e8m0fnu as Float8_e8m0fnu,
)
from dtensortypes.annotations.dtypes import (
    Float16 as Float16,
)
from dtensortypes.annotations.dtypes import (
    Float32 as Float32,
)
from dtensortypes.annotations.dtypes import (
    Float64 as Float64,
)
from dtensortypes.annotations.dtypes import (
    Int as Int,
)
from dtensortypes.annotations.dtypes import (
    Int8 as Int8,
)
from dtensortypes.annotations.dtypes import (
    Int16 as Int16,
)
from dtensortypes.annotations.dtypes import (
    Int32 as Int32,
)
from dtensortypes.annotations.dtypes import (
    Int64 as Int64,
)
from dtensortypes.annotations.dtypes import (
    Integer as Integer,
)
from dtensortypes.annotations.dtypes import (
    Number as Number,
)
from dtensortypes.annotations.dtypes import (
    QInt8 as QInt8,
)
from dtensortypes.annotations.dtypes import (
    QInt32 as QInt32,
)
from dtensortypes.annotations.dtypes import (
    Quantised as Quantised,
)
from dtensortypes.annotations.dtypes import (
    QUInt2x4 as QUInt2x4,
)
from dtensortypes.annotations.dtypes import (
    QUInt4x2 as QUInt4x2,
)
from dtensortypes.annotations.dtypes import (
    QUInt8 as QUInt8,
)
from dtensortypes.annotations.dtypes import (
    Real as Real,
)
from dtensortypes.annotations.dtypes import (
    UInt as UInt,
)
from dtensortypes.annotations.dtypes import (
    UInt8 as UInt8,
)
from dtensortypes.annotations.dtypes import (
    UInt16 as UInt16,
)
from dtensortypes.annotations.dtypes import (
    UInt32 as UInt32,
)
from dtensortypes.annotations.dtypes import (
    UInt64 as UInt64,
)
from dtensortypes.annotations.placements import (
    Partial as Partial,
)
from dtensortypes.annotations.placements import (
    Replicate as Replicate,
)
from dtensortypes.annotations.placements import (
    Shard as Shard,
)
from dtensortypes.annotations.sizes import (
    Size as Size,
)
from dtensortypes.core.notation.errors import NotationError as NotationError
from dtensortypes.core.problems import Problem

# Undecided for mypy, which keeps this first definition; the others decide that it is false.
if os.name == "mypy":  # noqa: PYI002
    from torch import Tensor as Tensor
else:
    from typing import Annotated as Tensor  # type: ignore[assignment]

__version__: str

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

_Mode: TypeAlias = Literal["error", "warn", "off"]
_F = TypeVar("_F", bound=Callable[..., Any])
_V = TypeVar("_V")
_Hinted = TypeVar("_Hinted")

# `conf` is a beartype.BeartypeConf: its name would have checkers read all of beartype.
@overload
def checked(function: _F, /, *, mode: _Mode | None = None, conf: object = None) -> _F: ...
@overload
def checked(*, mode: _Mode | None = None, conf: object = None) -> Callable[[_F], _F]: ...
def check(value: object, hint: TypeForm[_Hinted]) -> _Hinted: ...
def verify(thing: _V) -> _V: ...
def set_checking(mode: _Mode, *, module: str = "") -> None: ...

class checking:
    def __init__(self, mode: _Mode, *, module: str = "") -> None: ...
    def __enter__(self) -> None: ...
    def __exit__(self, *_: object) -> None: ...

class trace(ContextDecorator):
    def __call__(self, func: _F) -> _F: ...
    def __enter__(self) -> None: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None: ...

class _Report:
    @property
    def calls(self) -> int: ...
    @property
    def exact(self) -> int: ...
    @property
    def unknown(self) -> int: ...
    @property
    def disagreeing(self) -> int: ...
    @property
    def share(self) -> float: ...
    @property
    def summary(self) -> str: ...
    operations: dict[str, Any]
    disagreements: list[Any]

class audit:
    def __init__(self, report: _Report | None = None) -> None: ...
    def __enter__(self) -> _Report: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None: ...

class TensorTypeError(TypeError):
    def __init__(self, told: object = "") -> None: ...
    @property
    def problem(self) -> Problem | None: ...
    @property
    def table(self) -> str: ...
    @property
    def since(self) -> str: ...

class TensorTypeWarning(UserWarning): ...

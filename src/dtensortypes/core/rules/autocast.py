"""What a `torch.autocast` region does to an operation's arguments before it runs (aten/src/ATen/autocast_mode.h)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import ACCELERATOR, CPU, Device
from dtensortypes.core.facts.dtype import BFLOAT16, FLOAT16, FLOAT32, FLOAT64, DTypeFact
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.call import Call

Autocast: TypeAlias = Callable[[Call], Call]


def lower(call: Call) -> Call:
    """Floats are cast to the region's dtype: matrix products and convolutions."""
    return call if call.state.autocast is None else _cast(call, call.state.autocast)


def full(call: Call) -> Call:
    """Floats are cast to float32: what loses too much in fewer bits. Float32 itself stays, in a region or not."""
    match call.state.autocast:
        case None:
            return call
        case Unknown():
            return _cast(call, UNKNOWN, stays=FLOAT32)
    return _cast(call, FLOAT32)


def widest(call: Call) -> Call:
    """Floats are cast to the widest among them: what needs its arguments in one dtype."""
    autocast = call.state.autocast
    if autocast is None or len({tensor.dtype for tensor in call.tensors}) == 1:
        return call
    dtypes = {tensor.dtype for tensor in call.tensors if _eligible(tensor) is not False}
    if isinstance(autocast, Unknown) or any(d not in {FLOAT16, BFLOAT16, FLOAT32} for d in dtypes):
        return _cast(call, UNKNOWN)
    return _cast(call, FLOAT32 if FLOAT32 in dtypes else autocast)


def doubtful(call: Call) -> Call:
    """What becomes of floats hangs on which kernels torch picks."""
    return call if call.state.autocast is None else _cast(call, UNKNOWN)


def banned(call: Call) -> Call:
    """Refused inside of a region (`binary_cross_entropy_banned` in autocast_mode.cpp)."""
    if call.state.autocast is None or isinstance(call.state.autocast, Unknown):
        return call
    raise refuse(Kind.DTYPE, f'"{call.name}" is unsafe under autocast', "use binary_cross_entropy_with_logits")


def unless_area(cast: Autocast) -> Autocast:
    """The cast of a resizing, but for one by averages over areas."""
    return lambda call: doubtful(call) if call["mode"] == "area" else cast(call)


def on(device_type: str, cast: Autocast) -> Autocast:
    """The cast, in regions of this device type alone: CUDA and the CPU have their own lists."""
    return lambda call: cast(call) if call.state.autocast_device in {device_type, ""} else call


def either(*casts: Autocast) -> Autocast:
    """Several casts, of which at most one is for the region's device type."""

    def both(call: Call) -> Call:
        for cast in casts:
            call = cast(call)
        return call

    return both


def _cast(call: Call, to: DTypeFact, *, stays: DTypeFact | None = None) -> Call:
    def change(tensor: TensorFact) -> DTypeFact:
        if tensor.dtype == stays:
            return tensor.dtype
        match _eligible(tensor, call.state.autocast_device):
            case True:
                return to
            case None:
                return tensor.dtype if tensor.dtype == to else UNKNOWN
        return tensor.dtype

    return call.cast(change)


def _eligible(tensor: TensorFact, device_type: str = "") -> bool | None:
    """Whether autocast touches the tensor: a float, not float64, on the region's device; None if not known."""
    dtype, device = _is_narrow_float(tensor.dtype), _is_on(tensor, device_type)
    if dtype is False or device is False:
        return False
    return None if dtype is None or device is None else True


def _is_narrow_float(dtype: DTypeFact) -> bool | None:
    match dtype:
        case Unknown() | Var(bound=None):
            return None
        case OneOf(members=members) | Var(bound=OneOf(members=members)):
            verdicts = {_is_narrow_float(member) for member in members}
            return verdicts.pop() if len(verdicts) == 1 else None
        case Var(bound=bound):
            return None if bound is None else _is_narrow_float(bound)
    return dtype.is_float and dtype is not FLOAT64


def _is_on(tensor: TensorFact, device_type: str) -> bool | None:
    match tensor.device:
        case Device(type=type_):
            if tensor.device == ACCELERATOR and device_type == CPU.type:
                return None  # it may be the CPU
            # Another device chosen at run time is the region's: both are named by the same variable.
            return not device_type or type_ == device_type or tensor.device == ACCELERATOR
    return None if device_type else True

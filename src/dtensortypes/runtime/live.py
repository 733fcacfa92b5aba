"""Live tensors and facts: what a tensor is, read without its values, and the torch objects that facts stand for."""

from __future__ import annotations

from typing import Final

import torch
from torch.nn.parameter import is_lazy

from dtensortypes.core.facts import dtype as known
from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import ACCELERATOR_TYPE, CPU, NOTATIONS, Device, DeviceFact
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.dtype import Category, DType, DTypeFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown


def is_tensor_class(cls: type) -> bool:
    """Whether instances of the class are torch tensors."""
    return issubclass(cls, torch.Tensor)


def fact_of(tensor: torch.Tensor) -> TensorFact:
    """What the tensor is; neither a mode nor its own `__torch_function__` sees it being read."""
    if torch.compiler.is_dynamo_compiling():
        return _read(tensor)
    with torch._C.DisableTorchFunction():
        return _read(tensor)


def _read(tensor: torch.Tensor) -> TensorFact:
    return TensorFact(dtype_fact(tensor.dtype), device_fact(tensor.device), _shape(tensor))


def has_shape(tensor: torch.Tensor) -> bool:
    """Whether the tensor has a shape at all, which that of a lazy module has not before its first call."""
    return not is_lazy(tensor)


def _shape(tensor: torch.Tensor) -> Shape:
    if not has_shape(tensor):
        return UNKNOWN_SHAPE
    if tensor.is_nested and tensor.layout is torch.strided:
        return Shape(tuple(_size(tensor, place) for place in range(tensor.dim())))
    return Shape(tuple(map(dim_fact, tensor.shape)))


def _size(nested: torch.Tensor, place: int) -> DimFact:
    """A size of a nested tensor of the strided layout, which refuses to tell those of ragged dims."""
    try:
        return Dim.of(nested.size(place))
    except RuntimeError:
        return UNKNOWN


def dim_fact(size: int | torch.SymInt | torch.Tensor) -> DimFact:
    """The fact of a size, which torch.jit.trace has as a tensor and other tracers as a symbol."""
    if isinstance(size, torch.Tensor):
        return Dim.of(_untraced(size))
    if not isinstance(size, torch.SymInt):
        return Dim.of(int(size))
    if size.node.is_nested_int():
        return Dim.of(str(size))  # the ragged dim of a jagged tensor, the same for all that share its offsets
    hint = size.node.hint if size.node.has_hint() else None
    return Dim.of(hint) if isinstance(hint, int) else UNKNOWN


def _untraced(size: torch.Tensor) -> int:
    """The number, read behind the back of the tracer, which would warn that it cannot follow."""
    state = torch._C._get_tracing_state()
    torch._C._set_tracing_state(None)  # type: ignore[attr-defined]
    try:
        return int(size)
    finally:
        torch._C._set_tracing_state(state)  # type: ignore[attr-defined]


# --- dtypes


def dtype_fact(dtype: torch.dtype) -> DType:
    """The fact of a torch dtype; of one that no signature can name, its kind at least."""
    name = str(dtype).removeprefix("torch.")
    if name in known.BY_NAME:
        return known.BY_NAME[name]
    kind = Category.FLOAT if dtype.is_floating_point else Category.COMPLEX if dtype.is_complex else Category.INTEGER
    return DType(name, name, kind, dtype.itemsize * 8)


def torch_dtypes(fact: DTypeFact) -> frozenset[torch.dtype] | None:
    """Torch's dtypes that the fact allows, those of a category that torch has and we cannot name included."""
    match fact:
        case Unknown() | Var(bound=None):
            return None
        case Var(bound=bound):
            return torch_dtypes(bound if bound is not None else UNKNOWN)
        case DType(name=name):
            return frozenset({_DTYPES[name]}) if name in _DTYPES else frozenset()
        case OneOf(members=members):
            named = {_DTYPES[member.name] for member in members if member.name in _DTYPES}
            return frozenset(named.union(*(_NEWER[kind] for kind in _NEWER if members >= _KINDS[kind])))


_DTYPES: Final = {str(d).removeprefix("torch."): d for d in vars(torch).values() if isinstance(d, torch.dtype)}
_KINDS: Final = {Category.FLOAT: known.FLOAT.members, Category.COMPLEX: known.COMPLEX.members}
_NEWER: Final = {
    Category.FLOAT: {d for name, d in _DTYPES.items() if name not in known.BY_NAME and d.is_floating_point},
    Category.COMPLEX: {d for name, d in _DTYPES.items() if name not in known.BY_NAME and d.is_complex},
}


def allows_dtype(declared: DTypeFact, found: DType) -> bool:
    """Whether a tensor of this dtype is what was declared."""
    allowed = torch_dtypes(declared)
    return allowed is None or (found.name in _DTYPES and _DTYPES[found.name] in allowed)


# --- devices


def device_fact(device: torch.device) -> Device:
    """The fact of a torch device; a back end that was given a name of its own is PrivateUse1."""
    renamed = device.type == torch._C._get_privateuse1_backend_name()
    return Device(_PRIVATE if renamed else device.type, device.index)


def torch_device(fact: Device) -> torch.device:
    """The device that the fact stands for, on this machine."""
    name = torch._C._get_privateuse1_backend_name() if fact.type == _PRIVATE else fact.type
    return torch.device(name) if fact.index is None else torch.device(name, fact.index)


_PRIVATE: Final = next(name for name, notation in NOTATIONS.items() if notation == "PrivateUse1")


def present(device: Device) -> Device:
    """The device itself; for the one known only at run time, the kind that this machine has."""
    if device.type != ACCELERATOR_TYPE:
        return device
    accelerator = torch.accelerator.current_accelerator(check_available=True)
    return CPU if accelerator is None else Device(device_fact(accelerator).type)


def devices(fact: DeviceFact) -> tuple[Device, ...] | None:
    """The devices that the fact allows on this machine; None for all."""
    match fact:
        case Unknown() | Var(bound=None):
            return None
        case Var(bound=bound):
            return devices(bound if bound is not None else UNKNOWN)
        case Device():
            return (present(fact),)
        case OneOf(members=members):
            return tuple(sorted({present(member) for member in members}, key=str))


def allows_device(declared: DeviceFact, found: Device) -> bool:
    """Whether a tensor on this device is where it was declared to be; no index declared means any."""
    allowed = devices(declared)
    return allowed is None or any(
        one.type == found.type and (one.index in {None, found.index} or found.type == CPU.type) for one in allowed
    )

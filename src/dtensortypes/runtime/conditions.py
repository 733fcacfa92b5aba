"""What one tensor must be, as expressions: its class, its dtype, its device."""

from __future__ import annotations

from types import GetSetDescriptorType

import torch

from dtensortypes.core.facts.device import CPU, Device, DeviceFact
from dtensortypes.core.facts.dtype import DTypeFact
from dtensortypes.core.facts.placement import PlacementFact
from dtensortypes.runtime.live import devices, torch_device, torch_dtypes
from dtensortypes.runtime.meshes import placed
from dtensortypes.runtime.names import Names


def reads_plainly(value: object) -> bool:
    """Whether it is a tensor whose attributes can be read at no cost: its class has no `__torch_function__`."""
    kind = type(value)
    return issubclass(kind, torch.Tensor) and (
        torch.compiler.is_dynamo_compiling() or kind.__torch_function__ is torch._C._disabled_torch_function_impl
    )


def is_tensor(value: object) -> bool:
    """Whether it is a tensor of any class, whatever it says its class is."""
    return issubclass(type(value), torch.Tensor)


def tensor_test(value: str, names: Names, kind: type | None = None) -> str:
    """Whether it is a tensor, of any class whose attributes can be read at no cost; or of the class demanded."""
    if kind is not None:
        return _kind_test(value, names, kind)
    type_, tensor = names.constant(type.__name__, type), names.constant("Tensor", torch.Tensor)
    parameter, plainly = names.constant("Parameter", torch.nn.Parameter), names.constant("reads_plainly", reads_plainly)
    return f"({type_}({value}) is {tensor} or {type_}({value}) is {parameter} or {plainly}({value}))"


def _kind_test(value: str, names: Names, kind: type) -> str:
    exact = f"{names.constant(type.__name__, type)}({value}) is {names.constant(kind.__name__, kind)}"
    if not issubclass(kind, torch.Tensor):
        return exact
    plainly = f"{names.constant('reads_plainly', reads_plainly)}({value})"
    derived = f"{names.constant('isinstance', isinstance)}({value}, {names.constant(kind.__name__, kind)})"
    return f"({exact} or {derived}) and {plainly}"


def dtype_test(dtype: str, declared: DTypeFact, names: Names) -> str | None:
    """Whether this expression, a torch dtype, is as declared; None where every dtype is."""
    allowed = torch_dtypes(declared)
    if allowed is None:
        return None
    if len(allowed) == 1:
        (only,) = allowed
        return f"{dtype} is {names.constant(_name(only), only)}"
    return f"{dtype} in {names.constant('dtypes', allowed)}"


def _name(dtype: torch.dtype) -> str:
    return str(dtype).rpartition(".")[2]


def device_test(value: str, declared: DeviceFact, names: Names) -> str | None:
    """Whether the tensor is where it was declared to be; None where every device will do."""
    allowed = devices(declared)
    if allowed is None:
        return None
    tests = [_on(value, device, names) for device in allowed]
    return tests[0] if len(tests) == 1 else f"({' or '.join(tests)})"


def placement_test(value: str, declared: tuple[PlacementFact, ...], names: Names) -> str | None:
    """Whether the tensor is placed on a mesh as it was declared to be; None where nothing is declared of it."""
    if not declared:
        return None
    return f"{names.constant('placed', placed)}({value}, {names.constant('placements', declared)})"


def _on(value: str, device: Device, names: Names) -> str:
    flag = f"is_{device.type}"
    if device.index is not None and device.type != CPU.type:
        return f"{value}.device == {names.constant('place', torch_device(device))}"
    if isinstance(getattr(torch.Tensor, flag, None), GetSetDescriptorType | property):
        return f"{value}.{flag}"
    return f"{value}.device.type == {torch_device(device).type!r}"

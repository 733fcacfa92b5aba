"""Runs whole programs "on CUDA" on a machine that has none.

Inside `fake_cuda()` tensors have a dtype, a device and a shape, but no numbers: torch's `FakeTensorMode` carries them.
On a build without CUDA that mode alone is not enough, and the repairs are here, one function each:

- c10 looks up a guard for each device, and the one for CUDA is missing: put torch's own no-op guard in its place;
- the first fake wakes the device up that `torch.cuda` says there is: let it sleep;
- `Module._apply` swaps parameters in place, which fails for a fake that anything else refers to: replace them;
- `.numpy()`, `.tolist()`, `.item()`, `torch.save` refuse every fake: refuse what torch refuses, and give zeros else;
- what checks all numbers of a tensor, as distributions do of their parameters, finds nothing wrong;
- the autograd engine asks the accelerator for a stream: give each leaf a gradient like itself instead;
- `torch.cuda` says that there is no device: let it say that there are some.

What a fake does *not* do is refuse what only a kernel refuses: `float32 @ float16` passes. Use real CPU tensors to test
that. Threads and DataLoader workers of a program run outside of the mode. With a real CUDA device nothing is faked.
"""

import contextlib
import ctypes
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import torch
from torch._subclasses import fake_tensor
from torch._subclasses.fake_tensor import (
    DataDependentOutputException,
    DynamicOutputShapeException,
    FakeTensor,
    FakeTensorMode,
    unset_fake_temporarily,
)

HAS_CUDA = torch.cuda.is_available()


@contextlib.contextmanager
def fake_cuda(*, available: bool = True, devices: int = 1) -> Iterator[None]:
    """A CUDA machine, real where there is one; `available` is what `torch.cuda.is_available()` says in it."""
    with contextlib.ExitStack() as repairs:
        if available != HAS_CUDA:
            repairs.enter_context(_torch_cuda_says(available, devices))
        if not HAS_CUDA:
            _fill_guard_slot()
            for repair in (
                _no_device_awoken,
                _default_device_kept,
                _modules_move,
                _numbers_are_zeros,
                _all_is_true,
                _backward_without_engine,
                _quiet,
            ):
                repairs.enter_context(repair())
            repairs.enter_context(_Mode(allow_non_fake_inputs=True))
        yield


def skip_without(*names: str) -> None:
    """Skip the test on a machine with CUDA, where nothing is faked, that has not all of these devices."""
    for name in names if HAS_CUDA else ():
        device = torch.device(name)
        if device.type != "meta" and (device.index or 0) >= torch.get_device_module(device).device_count():
            pytest.skip(f"a machine with CUDA has its own devices only, and no {name}")


# --- the mode


class _Mode(FakeTensorMode):
    """Torch's mode that refuses a mix of devices as a kernel does, and gives zero where a program asks for a number."""

    # Asked by torch to know if a device may be touched; the parent looks at `is_available`, which lies in here.
    avoid_device_init = True

    def __deepcopy__(self, _memo: object) -> "_Mode":
        """Itself: the copy of a fake is of the same mode, and copies of its storages bring the process down."""
        return self

    def dispatch(self, func: Any, types: Any, args: Sequence[Any] = (), kwargs: Any = None) -> object:
        try:
            _refuse_across_devices(func, args)
            result = super().dispatch(func, types, args, kwargs or {})
            # at::huber_loss makes its result like the input, and the meta kernel promotes
            return result.to(args[0].dtype) if func is torch.ops.aten.huber_loss.default else result
        except DataDependentOutputException:
            if func is not torch.ops.aten._local_scalar_dense.default:
                raise
            return _read(args[0], torch.Tensor.item)
        except DynamicOutputShapeException:
            if func is not torch.ops.aten.nonzero.default:
                raise
            return args[0].new_zeros((args[0].numel(), args[0].dim()), dtype=torch.int64)
        except RuntimeError as refusal:
            if "found two different devices" in str(refusal):  # so torch 2.11
                raise RuntimeError("Expected all tensors to be on the same device, but found two") from None
            if type(refusal) is RuntimeError:
                raise
            raise RuntimeError(str(refusal)) from None  # torch's sentence, without a class that only fakes have


def _refuse_across_devices(func: Any, args: Sequence[Any]) -> None:
    """The operations whose devices FakeTensor does not compare as kernels do.

    A convolution has a rule of its own (`conv` in torch/_subclasses/fake_impls.py), and a zero-dim tensor on the CPU
    joins those on other devices everywhere but where places are sought (aten/src/ATen/native/BucketizationUtils.h) and
    in a list of tensors, each of which the dispatcher compares.
    """
    aten = torch.ops.aten
    if func in {aten.cat.default, aten.stack.default} and len({tensor.device for tensor in args[0]}) > 1:
        raise RuntimeError("Expected all tensors to be on the same device, but found at least two devices")
    if func is aten.convolution.default and args[0].device != args[1].device:
        x, weight = args[:2]
        raise RuntimeError(f"Input type ({x.type()}) and weight type ({weight.type()}) should be the same")
    if func in {aten.bucketize.Tensor, aten.searchsorted.Tensor} and args[0].device != args[1].device:
        raise RuntimeError(f"torch.searchsorted(): boundaries on {args[0].device} and input on {args[1].device}")


def _read(fake: torch.Tensor, reading: Callable[[torch.Tensor], Any]) -> Any:
    """What is read from a real tensor in the place of the fake: zeros, or the numbers where torch has kept them."""
    with unset_fake_temporarily(), torch._C.DisableTorchFunction(), torch.no_grad():
        constant = getattr(fake, "constant", None)
        return reading(torch.zeros(tuple(fake.shape), dtype=fake.dtype) if constant is None else constant.clone())


def _all_is_true() -> contextlib.AbstractContextManager[Any]:
    """`torch._is_all_true` is asked whether numbers that are not there are as they must be."""
    whether = torch._is_all_true
    return mock.patch.object(torch, "_is_all_true", lambda x: isinstance(x, FakeTensor) or whether(x))


def _quiet() -> contextlib.AbstractContextManager[Any]:
    """A refusal is raised; torch also logs it at length."""
    return mock.patch.object(fake_tensor.log, "disabled", new=True)


# --- the guard


def _fill_guard_slot() -> None:
    """Give c10 a guard for CUDA, for good: a fake that outlives the context asks for it when it is destroyed."""
    library = ctypes.CDLL(str(Path(torch.__file__).parent / "lib" / "libc10.so"))
    slots = (ctypes.c_void_p * 21).in_dll(library, "_ZN3c104impl26device_guard_impl_registryE")
    cuda, lazy = 1, 17  # c10/core/DeviceType.h
    if not slots[cuda]:
        # torch replaces a guard that counts no devices by its no-op guard, but leaves an empty slot empty
        slots[cuda] = slots[lazy]
        torch._C._ensureCUDADeviceGuardSet()


def _no_device_awoken() -> contextlib.AbstractContextManager[Any]:
    """Torch makes a real tensor before its first fake one where there is a device, which `is_available` says."""
    return mock.patch.object(fake_tensor, "init_gpu_context", return_value=None)


# --- modules


def _modules_move() -> contextlib.AbstractContextManager[Any]:
    return mock.patch.object(torch.nn.Module, "_apply", _apply)


def _apply(module: torch.nn.Module, fn: Callable[[torch.Tensor], torch.Tensor], recurse: bool = True) -> Any:
    """`Module._apply` that replaces each Parameter, once if it is shared."""
    moved: dict[torch.Tensor, torch.nn.Parameter] = {}
    for owner in module.modules() if recurse else [module]:
        for name, parameter in owner._parameters.items():
            if parameter is not None:
                if parameter not in moved:
                    moved[parameter] = _moved(parameter, fn)
                owner._parameters[name] = moved[parameter]
        for name, buffer in owner._buffers.items():
            if buffer is not None:
                owner._buffers[name] = fn(buffer)
    return module


def _moved(parameter: torch.nn.Parameter, fn: Callable[[torch.Tensor], torch.Tensor]) -> torch.nn.Parameter:
    with torch.no_grad():
        moved = torch.nn.Parameter(fn(parameter), parameter.requires_grad)
        moved.grad = None if parameter.grad is None else fn(parameter.grad)
    return moved


# --- numbers


@contextlib.contextmanager
def _numbers_are_zeros() -> Iterator[None]:
    with (
        mock.patch.object(FakeTensor, "numpy", _numpy, create=True),
        mock.patch.object(FakeTensor, "tolist", lambda fake: _read(fake, torch.Tensor.tolist), create=True),
        mock.patch.object(FakeTensor, "__reduce_ex__", _reduce_ex),
    ):
        yield


def _reduce_ex(fake: FakeTensor, protocol: Any) -> Any:
    return _read(fake, lambda real: real.__reduce_ex__(protocol))


def _numpy(fake: FakeTensor, *, force: bool = False) -> Any:
    """Zeros, or the error of `Tensor.numpy`."""
    if fake.is_cuda and not force:
        raise TypeError(
            f"can't convert {fake.device} device type tensor to numpy. "
            "Use Tensor.cpu() to copy the tensor to host memory first."
        )
    if fake.requires_grad and not force:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
    return _read(fake, torch.Tensor.numpy)


# --- gradients


@contextlib.contextmanager
def _backward_without_engine() -> Iterator[None]:
    with (
        mock.patch.object(torch.autograd, "backward", _backward),
        mock.patch.object(torch.Tensor, "backward", _tensor_backward),
        mock.patch.object(torch.autograd, "grad", _grad),
    ):
        yield


def _tensor_backward(self: torch.Tensor, gradient: torch.Tensor | None = None, *_: Any, **__: Any) -> None:
    _backward(self, gradient)


def _backward(tensors: Any, grad_tensors: Any = None, *_: Any, inputs: Any = None, **__: Any) -> None:
    """Give every leaf that the tensors were made from a gradient of its own dtype, device and shape."""
    for tensor, gradient in zip(_sequence(tensors), _sequence(grad_tensors), strict=False):
        _refuse_what_has_no_gradient(tensor, gradient)
        for leaf in _leaves(tensor) if inputs is None else _sequence(inputs):
            if leaf.grad is None:
                leaf.grad = torch.zeros_like(leaf)


def _grad(outputs: Any, inputs: Any, grad_outputs: Any = None, *_: Any, **__: Any) -> tuple[torch.Tensor, ...]:
    for output, gradient in zip(_sequence(outputs), _sequence(grad_outputs), strict=False):
        _refuse_what_has_no_gradient(output, gradient)
    return tuple(torch.zeros_like(tensor) for tensor in _sequence(inputs))


def _sequence(value: Any) -> Sequence[Any]:
    """What torch takes as one tensor or many; None stands for as many as it is zipped with."""
    if value is None:
        return (None,) * 1000
    return value if isinstance(value, list | tuple) else (value,)


def _refuse_what_has_no_gradient(tensor: torch.Tensor, gradient: torch.Tensor | None) -> None:
    if not tensor.requires_grad:
        raise RuntimeError("element 0 of tensors does not require grad and does not have a grad_fn")
    if gradient is None and tensor.numel() != 1:
        raise RuntimeError("grad can be implicitly created only for scalar outputs")


def _leaves(tensor: torch.Tensor) -> list[torch.Tensor]:
    """The leaves of the tensor's graph, found in Python: the engine would ask for a device's stream."""
    if tensor.grad_fn is None:
        return [tensor]
    seen, waiting, leaves = set(), [tensor.grad_fn], []
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        leaves += [node.variable] if hasattr(node, "variable") else []
        waiting += [parent for parent, _ in node.next_functions if parent is not None]
    return leaves


# --- torch.cuda


@contextlib.contextmanager
def _torch_cuda_says(available: bool, devices: int) -> Iterator[None]:
    """What a program may ask `torch.cuda` before, between and after its tensors."""
    count = devices if available else 0
    cuda: dict[str, Any] = {
        "is_available": lambda: available,
        "is_bf16_supported": lambda including_emulation=True: available,
        "device_count": lambda: count,
        "current_device": lambda: 0,
        "get_device_name": lambda device=None: "fake CUDA device",
        "get_device_capability": lambda device=None: (9, 0),
        "set_device": lambda device: None,
        "_exchange_device": lambda device: 0,
        "_maybe_exchange_device": lambda device: 0,
        "synchronize": lambda device=None: None,
        "is_current_stream_capturing": lambda: False,
        "memory_allocated": lambda device=None: 0,
        "max_memory_allocated": lambda device=None: 0,
        "reset_peak_memory_stats": lambda device=None: None,
    }
    accelerator: dict[str, Any] = {
        "is_available": lambda: available,
        "current_accelerator": lambda check_available=False: torch.device("cuda") if available else None,
        "device_count": lambda: count,
        "current_device_index": lambda: 0,
        "current_stream": lambda device=None: mock.Mock(is_capturing=lambda: False),  # asked by each optimizer step
    }
    pinning: dict[str, Any] = {
        "pin_memory": lambda tensor, device=None: tensor,
        "is_pinned": lambda tensor, device=None: False,
    }
    with (
        mock.patch.multiple(torch.cuda, **cuda),
        mock.patch.multiple(torch.accelerator, **accelerator),
        mock.patch.multiple(torch.Tensor, **pinning),
        mock.patch.object(torch.backends.cudnn, "is_acceptable", return_value=False),  # asked by each RNN
        torch.backends.cudnn.flags(enabled=False),  # and again in C++
    ):
        yield


@contextlib.contextmanager
def _default_device_kept() -> Iterator[None]:
    """Undo a program's `torch.set_default_device`."""
    context = getattr(torch._GLOBAL_DEVICE_CONTEXT, "device_context", None)
    try:
        yield
    finally:
        if getattr(torch._GLOBAL_DEVICE_CONTEXT, "device_context", None) is not context:
            torch.set_default_device(None if context is None else context.device)

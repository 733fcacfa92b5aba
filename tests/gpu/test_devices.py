"""Devices in programs: on a real GPU where there is one, elsewhere on a fake one that carries dtypes and shapes."""

from typing import Any, TypeVar

import pytest
import torch
from torch import nn

from dtensortypes import (
    CPU,
    CUDA,
    MPS,
    XPU,
    Accelerator,
    Device,
    Float16,
    Float32,
    Tensor,
    TensorTypeError,
    check,
    checked,
    verify,
)
from tests.fake_cuda import fake_cuda, skip_without

gpu = pytest.mark.gpu
V = TypeVar("V", bound=Device)


@pytest.fixture
def cuda():
    """One GPU, real or fake."""
    with fake_cuda():
        yield


@pytest.fixture
def two():
    """Two GPUs: two real ones are not to be had where one is, so these are fake on any machine without."""
    skip_without("cuda:1")
    with fake_cuda(devices=2):
        yield


# --- indexes


@pytest.mark.usefixtures("two")
def test_one_gpu_is_not_the_other():
    first, second = torch.zeros(3, device="cuda:0"), torch.zeros(3, device="cuda:1")
    assert check(second, Tensor[Float32, CUDA[1], "n"]) is second
    assert check(second, Tensor[Float32, CUDA, "n"]) is second
    with pytest.raises(TensorTypeError, match=r"cuda:0.*CUDA\[1\]"):
        check(first, Tensor[Float32, CUDA[1], "n"])
    with pytest.raises(TensorTypeError, match=r"cuda:1.*CUDA\[0\]"):
        check(second, Tensor[Float32, CUDA[0], "n"])


@pytest.mark.usefixtures("two")
def test_a_variable_is_one_gpu():
    @checked
    def both(x: Tensor[Float32, V, "n"], y: Tensor[Float32, V, "n"]) -> Tensor[Float32, V, "n"]:
        return x + y

    first, second = torch.zeros(3, device="cuda:0"), torch.zeros(3, device="cuda:1")
    assert both(second, second).device.index == 1
    with pytest.raises(TensorTypeError, match="cuda:1"):
        both(first, second)


@pytest.mark.usefixtures("cuda")
def test_the_current_gpu_has_an_index():
    x = torch.zeros(3, device="cuda")
    assert check(x, Tensor[Float32, CUDA[0], "n"]) is x
    assert check(x, Tensor[Float32, Accelerator, "n"]) is x


# --- a model on several devices, as a device_map lays it


class Half(nn.Module):
    """A layer that lies where it is put, and moves what it is given there."""

    def __init__(self, place: str) -> None:
        super().__init__()
        self.layer, self.place = nn.Linear(4, 4).to(place), place

    @checked
    def forward(self, x: Tensor[Float32, Any, "b 4"]) -> Tensor[Float32, Any, "b 4"]:
        return self.layer(x.to(self.place))


def split(first: str, second: str, last: Any) -> nn.Module:
    class Model(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.halves = nn.ModuleList([Half(first), Half(second)])

        @checked
        def forward(self, x: Tensor[Float32, Any, "b 4"]) -> Tensor[Float32, last, "b 4"]:
            for half in self.halves:
                x = half(x)
            return x

    return Model()


@pytest.mark.usefixtures("two")
def test_a_model_split_over_two_gpus():
    x = torch.zeros(2, 4, device="cuda:0")
    assert split("cuda:0", "cuda:1", CUDA[1])(x).device.index == 1
    with pytest.raises(TensorTypeError, match=r"return value.*cuda:1.*CUDA\[0\]"):
        split("cuda:0", "cuda:1", CUDA[0])(x)


@pytest.mark.usefixtures("cuda")
def test_a_model_split_over_gpu_and_cpu():
    x = torch.zeros(2, 4, device="cuda")
    assert split("cuda", "cpu", CPU)(x).device.type == "cpu"
    with pytest.raises(TensorTypeError, match=r"return value.*cpu.*CUDA"):
        split("cuda", "cpu", CUDA)(x)


@pytest.mark.usefixtures("cuda")
def test_a_verified_model_that_was_left_behind():
    @checked
    class Model(nn.Module):
        weight: Tensor[Float32, CUDA, "n"]

        def __init__(self) -> None:
            super().__init__()
            self.weight = nn.Parameter(torch.zeros(3, device="cuda"))

    model = Model()
    assert verify(model) is model
    with pytest.raises(TensorTypeError, match=r"weight.*cpu.*CUDA"):
        verify(model.cpu())


# --- pinned memory, copies that nobody waits for, streams


@pytest.mark.usefixtures("cuda")
def test_pinned_memory_is_the_cpus():
    x = torch.zeros(2, 4).pin_memory()
    assert check(x, Tensor[Float32, CPU, "b n"]) is x
    with pytest.raises(TensorTypeError, match=r"cpu.*CUDA"):
        check(x, Tensor[Float32, CUDA, "b n"])
    moved = x.to("cuda", non_blocking=True)
    assert check(moved, Tensor[Float32, CUDA, "b n"]) is moved


@gpu
def test_a_copy_that_nobody_waits_for_is_checked_before_it_is_there():
    x = torch.ones(1 << 20).pin_memory()
    busy = torch.ones(4096, 4096, device="cuda")
    for _ in range(10):
        busy = busy @ busy
    event = torch.cuda.Event()
    moved = check(x.to("cuda", non_blocking=True), Tensor[Float32, CUDA, "n"])
    event.record()
    waiting = not event.query()
    event.synchronize()
    assert waiting
    assert torch.equal(moved.cpu(), x)


@gpu
def test_tensors_of_another_stream():
    @checked
    def doubled(x: Tensor[Float32, CUDA, "n"]) -> Tensor[Float32, CUDA, "n"]:
        return x * 2

    x, stream = torch.ones(8, device="cuda"), torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        y = doubled(x)
        with pytest.raises(TensorTypeError):
            doubled(x.half())
        assert torch.cuda.current_stream() == stream
    torch.cuda.current_stream().wait_stream(stream)
    assert y.sum().item() == 16


# --- mixed precision


class Mixed(nn.Module):
    """Weights of float32, computed in float16."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 2)

    @checked
    def forward(self, x: Tensor[Float32, CUDA, "b 4"]) -> Tensor[Float16, CUDA, "b 2"]:
        return self.layer(x)


@pytest.mark.usefixtures("cuda")
def test_a_step_in_mixed_precision():
    @checked
    def loss_of(output: Tensor[Float16, CUDA, "b 2"]) -> Tensor[Float32, CUDA, ""]:
        return output.float().square().mean()

    model = Mixed().to("cuda")
    optimizer, scaler = torch.optim.SGD(model.parameters(), lr=0.1), torch.amp.GradScaler("cuda")
    x = torch.ones(3, 4, device="cuda")
    for _ in range(2):
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = loss_of(model(x))
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
    assert all(parameter.grad.dtype is torch.float32 for parameter in model.parameters())
    with pytest.raises(TensorTypeError, match=r"return value.*float32.*Float16"):
        model(x)  # outside of autocast


# --- devices that no machine here has


@pytest.mark.parametrize(("place", "name"), [(MPS, "mps"), (XPU, "xpu"), (MPS | XPU, "mps")])
def test_other_accelerators_are_declared_and_not_mixed_up(place, name):
    """A tensor cannot be made there without one; what is elsewhere is refused in the device's own name."""

    @checked
    def same(x: Tensor[Float32, place, "n"]) -> Tensor[Float32, place, "n"]:
        return x

    with pytest.raises(TensorTypeError, match=rf"is on cpu, declared .*{name.upper()}"):
        same(torch.zeros(3))
    with pytest.raises(TensorTypeError, match=rf"is on meta, declared .*{name.upper()}"):
        same(torch.zeros(3, device="meta"))

import pytest
import torch
from torch.overrides import TorchFunctionMode

from dtensortypes.core.facts import device as devices
from dtensortypes.core.facts import dtype as dtypes
from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import Device
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.runtime.live import (
    allows_device,
    allows_dtype,
    device_fact,
    dim_fact,
    dtype_fact,
    fact_of,
    has_shape,
    present,
    torch_device,
    torch_dtypes,
)
from tests.fake_cuda import fake_cuda

TORCH = {d for d in vars(torch).values() if isinstance(d, torch.dtype)}


class Watching(TorchFunctionMode):
    seen = 0

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.seen += 1
        return func(*args, **(kwargs or {}))


def test_a_tensor_is_read_unnoticed():
    x = torch.zeros(2, 3)
    with Watching() as watching:
        fact = fact_of(x)
    assert (watching.seen, fact.notation) == (0, 'Tensor[Float32, CPU, "2 3"]')


def test_dtypes_are_torchs():
    for fact in dtypes.DTYPES:
        assert torch_dtypes(fact) == {getattr(torch, fact.name)}
        assert dtype_fact(getattr(torch, fact.name)) == fact


@pytest.mark.parametrize("dtype", sorted(TORCH, key=str), ids=str)
def test_categories_hold_whatever_torch_has(dtype):
    fact = dtype_fact(dtype)
    assert allows_dtype(dtypes.FLOAT, fact) == dtype.is_floating_point
    assert allows_dtype(dtypes.COMPLEX, fact) == dtype.is_complex
    assert allows_dtype(UNKNOWN, fact)
    assert allows_dtype(Var("D", dtypes.FLOAT), fact) == dtype.is_floating_point


@pytest.mark.parametrize("name", ["cpu", "cuda", "cuda:1", "mps", "xpu:0", "meta", "privateuseone"])
def test_devices_are_torchs(name):
    device = torch.device(name)
    assert torch_device(device_fact(device)) == device


@pytest.mark.parametrize(
    ("declared", "found", "allowed"),
    [
        (devices.CPU, "cpu", True),
        (devices.CUDA, "cuda:3", True),
        (Device("cuda", 1), "cuda:1", True),
        (Device("cuda", 1), "cuda:0", False),
        (Device("cpu", 0), "cpu", True),
        (OneOf(frozenset({devices.CPU, devices.META})), "meta", True),
        (OneOf(frozenset({devices.CPU, devices.META})), "cuda:0", False),
        (Var("V", devices.CUDA), "cpu", False),
        (Var("V"), "cpu", True),
        (UNKNOWN, "cpu", True),
    ],
)
def test_declared_devices(declared, found, allowed):
    assert allows_device(declared, device_fact(torch.device(found))) is allowed


@pytest.mark.parametrize(("available", "device"), [(True, devices.CUDA), (False, devices.CPU)])
def test_the_accelerator_of_this_machine(available, device):
    with fake_cuda(available=available):
        assert present(devices.ACCELERATOR) == device
    assert present(devices.META) == devices.META


def test_what_has_no_shape_yet():
    assert has_shape(torch.zeros(()))
    assert not has_shape(torch.nn.UninitializedParameter())
    assert fact_of(torch.nn.UninitializedParameter()).notation == "Tensor[Float32, CPU]"


@pytest.mark.parametrize(("size", "notation"), [(3, "3"), (torch.tensor(3), "3")])
def test_a_size_that_is_a_number(size, notation):
    assert dim_fact(size).notation == notation


@pytest.mark.filterwarnings("ignore:`torch.jit.trace` is deprecated")
def test_a_size_that_is_traced_is_read_unseen():
    found = []
    traced = torch.jit.trace(lambda x: found.append(dim_fact(x.shape[0])) or x + 1, torch.zeros(2), check_trace=False)
    assert found == [Dim.of(2)]
    assert traced(torch.zeros(5)).shape == (5,)


@pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors is in prototype:UserWarning")
def test_a_size_that_is_ragged():
    rows = [torch.zeros(2, 5), torch.zeros(3, 5)]
    jagged = torch.nested.nested_tensor(rows, layout=torch.jagged)
    ragged = jagged.shape[1]
    assert fact_of(jagged).shape.dims == (Dim.of(2), Dim.of(str(ragged)), Dim.of(5))
    assert fact_of(jagged * 2) == fact_of(jagged)
    assert fact_of(torch.nested.nested_tensor(rows)).shape.dims == (Dim.of(2), UNKNOWN, Dim.of(5))

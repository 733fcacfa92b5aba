import pytest
import torch
from torch._subclasses.fake_tensor import FakeTensorMode

from dtensortypes import CPU, CUDA, HPU, BFloat16, Float, Float16, Float32, Shard, Tensor
from dtensortypes.runtime.conditions import (
    device_test,
    dtype_test,
    is_tensor,
    placement_test,
    reads_plainly,
    tensor_test,
)
from dtensortypes.runtime.names import Names


class Loud(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return super().__torch_function__(func, types, args, kwargs or {})


@pytest.mark.parametrize(
    ("hint", "dtype", "device"),
    [
        (Tensor, None, None),
        (Tensor[Float32, CPU], "x.dtype is float32", "x.is_cpu"),
        (Tensor[Float, CPU | CUDA], "x.dtype in dtypes", "(x.is_cpu or x.is_cuda)"),
        (Tensor[Float16 | BFloat16, CUDA[1]], "x.dtype in dtypes", "x.device == place"),
        (Tensor[Float32, HPU], "x.dtype is float32", "x.device.type == 'hpu'"),
    ],
)
def test_what_is_read(hint, dtype, device):
    assert dtype_test("x.dtype", hint.__tensor__[0], Names("x")) == dtype
    assert device_test("x", hint.__tensor__[1], Names("x")) == device


def test_the_usual_classes_are_asked_first():
    names = Names("x")
    assert tensor_test("x", names) == "(type(x) is Tensor or type(x) is Parameter or reads_plainly(x))"
    assert names.scope["Tensor"] is torch.Tensor


def test_a_class_that_hears_of_reads_is_not_read_plainly():
    with FakeTensorMode():
        assert reads_plainly(torch.zeros(2))
    assert reads_plainly(torch.nn.Parameter(torch.zeros(2)))
    assert not reads_plainly(torch.zeros(2).as_subclass(Loud))
    assert not reads_plainly([2.0])


def test_placements_are_read_only_where_they_are_declared():
    names, hint = Names("x"), Tensor[Float32, CPU, "n", Shard[0]]
    assert placement_test("x", Tensor.__tensor__[3], names) is None
    assert placement_test("x", hint.__tensor__[3], names) == "placed(x, placements)"
    assert names.scope["placements"] == (Shard[0].fact,)


class Pretender:
    __class__ = torch.Tensor


def test_what_is_a_tensor():
    for tensor in (torch.zeros(2), torch.nn.Parameter(torch.zeros(2)), torch.zeros(2).as_subclass(Loud)):
        assert is_tensor(tensor)
    assert isinstance(Pretender(), torch.Tensor)
    for other in (Pretender(), [2.0], None, torch.Tensor):
        assert not is_tensor(other)

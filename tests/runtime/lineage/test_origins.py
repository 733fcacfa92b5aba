"""What is remembered of tensors' memory, and how it is told."""

import gc

import pytest
import torch

from dtensortypes.core.problems import Kind
from dtensortypes.runtime.lineage.origins import Origin, origins, since

READ = Origin("data.py:12", torch.from_numpy)
MADE = Origin("train.py:40", "torch.nn.Linear")


@pytest.mark.parametrize(
    ("origin", "facet", "said"),
    [
        (READ, torch.float64, "float64 since data.py:12, torch.from_numpy"),
        (MADE, torch.device("cuda", 1), "cuda:1 since train.py:40, torch.nn.Linear"),
        (MADE, torch.device("cpu"), "cpu since train.py:40, torch.nn.Linear"),
        (Origin("a.py:1", "torch.load", older=True), torch.bool, "bool already at a.py:1, torch.load"),
        (Origin("a.py:1", torch.Tensor.half), torch.float16, "float16 since a.py:1, torch.Tensor.half"),
        (Origin("a.py:1", torch.Tensor.real.__get__), torch.float32, "float32 since a.py:1, torch.Tensor.real"),
        (Origin("a.py:1", torch.Tensor.data.__set__), torch.float32, "float32 since a.py:1"),
        (Origin("a.py:1", torch._foreach_add), torch.float32, "float32 since a.py:1, torch._foreach_add"),
        (
            Origin("model.py:30", torch.mul, mixed=torch.float32, root=READ),
            torch.float64,
            "float64 since model.py:30, torch.mul (float32 with float64 of data.py:12, torch.from_numpy)",
        ),
    ],
)
def test_an_origin_is_one_line(origin, facet, said):
    assert origin.told(facet) == said


def test_it_is_the_memory_that_is_remembered():
    x = torch.zeros(3)
    origins(x)[torch.float32] = READ
    for one in (x, x.view(3, 1), x[1:], torch.nn.Parameter(x), x.detach()):
        assert since(one, Kind.DTYPE) == "float32 since data.py:12, torch.from_numpy"
    assert since(x.view(torch.int32), Kind.DTYPE) == ""
    assert since(x.clone(), Kind.DTYPE) == ""
    assert since(x, Kind.DEVICE) == since(x, Kind.SHAPE) == ""


def test_what_functorch_wraps_stands_on_the_same_memory():
    x = torch.zeros(3)
    origins(x)[torch.float32] = READ
    said = []
    torch.vmap(lambda a: said.append(since(a, Kind.DTYPE)) or a)(x)
    torch.func.grad(lambda a: said.append(since(a, Kind.DTYPE)) or a.sum())(x)
    assert said == ["float32 since data.py:12, torch.from_numpy"] * 2


@pytest.mark.parametrize("value", [None, 3, "x", torch.eye(2).to_sparse(), torch.zeros(2)])
def test_nothing_is_told_of_what_nobody_knows(value):
    x = torch.zeros(3)
    origins(x)[torch.float32] = READ
    assert since(value, Kind.DTYPE) == since(value, Kind.DEVICE) == ""


def test_new_memory_at_the_same_place_is_new():
    for _ in range(100):
        x = torch.zeros(3)
        assert since(x, Kind.DTYPE) == ""
        origins(x)[torch.float32] = READ
        del x
        gc.collect(0)


def test_nothing_is_remembered_of_a_tensor_without_memory():
    sparse = torch.eye(2).to_sparse()
    origins(sparse)[torch.float32] = READ
    assert origins(sparse) == {}

"""Attributes are the tensor's own facts, as values that a program computes with."""

import pytest
import torch

from dtensortypes.core.facts.device import ACCELERATOR, CUDA
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import FLOAT32, Category
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.value import Number
from dtensortypes.core.ops import infer
from tests.core.ops.judge import told

X = TensorFact(FLOAT32, CUDA, Shape.of("b", 3))


@pytest.mark.parametrize(
    ("name", "args", "value"),
    [
        ("shape", (X,), X.shape),
        ("size", (X,), X.shape),
        ("size", (X, 0), Dim.of("b")),
        ("size", (X, -1), 3),
        ("ndim", (X,), 2),
        ("numel", (X,), Dim.of("b") * 3),
        ("ndim", (TensorFact(),), Number(Category.INTEGER)),
        ("is_cuda", (X,), True),
        ("is_cpu", (TensorFact(device=ACCELERATOR),), Number(Category.BOOL)),
        ("device", (X,), CUDA),
        ("is_floating_point", (X,), True),
    ],
)
def test_values(name, args, value):
    assert infer(f"torch.Tensor.{name}", args, {}).result == value


@pytest.mark.parametrize("device", [CUDA, ACCELERATOR])
def test_only_the_cpu_shares_memory_with_numpy(device):
    assert infer("torch.Tensor.numpy", (TensorFact(FLOAT32, device),), {}).problems
    assert not infer("torch.Tensor.numpy", (TensorFact(FLOAT32, device),), {"force": True}).problems


def test_item_takes_one_item():
    assert told("torch.Tensor.item", torch.ones(1)) == "exact"
    assert told("torch.Tensor.item", torch.ones(2)) == "predicted"

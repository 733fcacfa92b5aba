"""Matrix products: one dtype, and dims that meet."""

import pytest
import torch

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import FLOAT16, FLOAT32
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.ops import infer
from tests.core.ops.judge import told


@pytest.mark.parametrize(
    ("first", "second"),
    [((3,), (3,)), ((2, 3), (3,)), ((3,), (3, 2)), ((2, 3), (3, 4)), ((5, 2, 3), (3, 4)), ((5, 1, 2, 3), (6, 3, 4))],
)
def test_ranks(first, second):
    assert told("torch.matmul", torch.ones(first), torch.ones(second)) == "exact"
    assert told("torch.matmul", torch.ones(first), torch.ones(second).half()) == "predicted"
    assert told("torch.Tensor.__rmatmul__", torch.ones(second), torch.ones(first)) == "exact"


def test_dims_must_meet():
    assert told("torch.mm", torch.ones(2, 3), torch.ones(4, 5)) == "predicted"


def test_words():
    x, y = TensorFact(FLOAT32, CPU), TensorFact(FLOAT16, CPU)
    problem = str(infer("torch.matmul", (x, y), {}).problems[0])
    assert problem == '"matmul" needs both sides in one dtype: float32 and float16; cast one with .to(...)'


@pytest.mark.parametrize("equation", ["ij,jk->ik", "ij,jk", "...ij,jk->...ik"])
def test_einsum(equation):
    assert told("torch.einsum", equation, torch.ones(2, 3), torch.ones(3, 4)) == "exact"
    assert told("torch.einsum", equation, torch.ones(2, 3), torch.ones(5, 4)) == "predicted"

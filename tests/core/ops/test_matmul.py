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


@pytest.mark.parametrize("dtype", [torch.bool, torch.uint8, torch.int32, torch.int64, torch.float16, torch.float32])
@pytest.mark.parametrize(
    ("equation", "shapes"),
    [
        ("i->", [(3,)]), ("ij->ji", [(2, 3)]), ("ij,jk->ik", [(2, 3), (3, 4)]), ("ij,k->ik", [(2, 3), (4,)]),
        ("ij,jk->ik", [(2, 3), (1, 4)]), ("i,j->ij", [(2,), (3,)]), ("i,i", [(3,), (3,)]),
    ],
)  # fmt: skip
def test_einsum_counts_what_it_sums_alone(equation, shapes, dtype):
    """An integer operand with labels of its own is summed first, and that in int64."""
    first, *rest = (torch.ones(shape).to(dtype) for shape in shapes)
    verdicts = {told("torch.einsum", equation, first, *rest)}
    verdicts |= {told("torch.einsum", equation, first, *(one.to(torch.float32) for one in rest))}
    verdicts |= {told("torch.einsum", equation, first, *(one.to(torch.int64) for one in rest))}
    assert verdicts <= {"exact", "predicted", "missed"}
    assert "exact" in verdicts or dtype in {torch.bool, torch.uint8, torch.float16}

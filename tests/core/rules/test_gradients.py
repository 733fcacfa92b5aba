"""Only floats and complex numbers have gradients; torch says so of the same calls."""

import pytest
import torch
from torch import nn

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import DTYPES, Category, DType
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.ops import infer

PLAIN = [dtype for dtype in DTYPES if dtype.category is not Category.QUANTISED and dtype.bits >= 8]
CALLS = {
    "torch.zeros": lambda dtype: torch.zeros(2, dtype=dtype, requires_grad=True),
    "torch.nn.Parameter": lambda dtype: nn.Parameter(torch.zeros(2, dtype=dtype)),
    "torch.Tensor.requires_grad_": lambda dtype: torch.zeros(2, dtype=dtype).requires_grad_(),
}


def refuses(name: str, dtype: DType, *, asks: bool = True) -> bool:
    tensor = TensorFact(dtype, CPU, Shape.of(2))
    args, kwargs = ((2,), {"dtype": dtype}) if name == "torch.zeros" else ((tensor,), {})
    outcome = infer(name, args, {**kwargs, "requires_grad": asks})
    assert outcome is not None
    return bool(outcome.problems)


def has_no_gradients(call) -> bool:
    try:
        call()
    except RuntimeError as error:
        return "gradients" in str(error)
    return False


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("dtype", PLAIN, ids=str)
def test_torch_refuses_the_same_dtypes(name, dtype):
    own = getattr(torch, dtype.name, None)
    if own is None:
        pytest.skip("torch has no such dtype")
    assert refuses(name, dtype) == has_no_gradients(lambda: CALLS[name](own))
    assert not refuses(name, dtype, asks=False)


@pytest.mark.parametrize("dtype", PLAIN, ids=str)
def test_integers_have_nothing_to_go_back(dtype):
    outcome = infer("torch.Tensor.backward", (TensorFact(dtype, CPU, Shape()),), {})
    assert outcome is not None
    assert bool(outcome.problems) == (dtype.category in {Category.BOOL, Category.INTEGER})

"""Pointwise arithmetic, as a truth table of dtypes, numbers and zero-dim tensors."""

import pytest
import torch

from tests.core.ops.judge import told

DTYPES = (torch.bool, torch.uint8, torch.int64, torch.float16, torch.float32, torch.float64, torch.complex64)
OPERATIONS = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "lshift")


@pytest.mark.parametrize("word", OPERATIONS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_operators(word, dtype):
    x = torch.ones(2, 3).to(dtype)
    others = [True, 2, 1.5, 1j, *(torch.ones(shape).to(d) for d in DTYPES for shape in ((), (3,)))]
    for other in others:
        assert told(f"torch.Tensor.__{word}__", x, other) != "wrong"
        assert told(f"torch.Tensor.__i{word}__", x, other) != "wrong"
        assert told(f"torch.Tensor.__r{word}__", x, other) != "wrong"


def test_in_place_keeps_dtype_and_shape():
    assert told("torch.Tensor.add_", torch.ones(2), torch.ones(2).double()) == "exact"
    assert told("torch.Tensor.add_", torch.ones(2).int(), 1.5) == "predicted"
    assert told("torch.Tensor.add_", torch.ones(2), torch.ones(3, 2)) == "predicted"


def test_shapes_broadcast():
    assert told("torch.add", torch.ones(4, 1, 3), torch.ones(5, 1)) == "exact"
    assert told("torch.add", torch.ones(4), torch.ones(3)) == "predicted"

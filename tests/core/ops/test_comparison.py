"""Comparison gives bool; order needs real numbers, equality does not."""

import pytest
import torch

from tests.core.ops.judge import told

DTYPES = (torch.bool, torch.uint8, torch.int64, torch.float16, torch.float32, torch.complex64)


@pytest.mark.parametrize("name", ["eq", "ne", "lt", "le", "gt", "ge"])
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("other", [*DTYPES, 1, 1.5, 1j])
def test_truth_table(name, dtype, other):
    x = torch.ones(2, 3).to(dtype)
    y = torch.ones(3).to(other) if isinstance(other, torch.dtype) else other
    assert told(f"torch.{name}", x, y) in {"exact", "predicted"}
    assert told(f"torch.Tensor.__{name}__", x, y) in {"exact", "predicted"}


def test_isclose_wants_one_dtype():
    assert told("torch.isclose", torch.ones(2), torch.ones(2).double()) == "predicted"

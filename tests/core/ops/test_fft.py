"""Transforms are complex, and real samples have half of them."""

import pytest
import torch

from tests.core.ops.judge import told

X = torch.rand(3, 4, 5)


@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"])
@pytest.mark.parametrize("n", [None, 3, 6])
@pytest.mark.parametrize("dim", [0, -1])
def test_one_dim(name, n, dim):
    for x in (X, X.double(), X.long()):
        assert told(f"torch.fft.{name}", x, n, dim) == "exact"
    assert told(f"torch.fft.{name}", X, 0) == "predicted"
    assert told(f"torch.fft.{name}", X.bfloat16()) == "predicted"


@pytest.mark.parametrize("name", ["fftn", "rfftn", "irfftn", "hfftn", "ihfftn", "fft2", "irfft2"])
@pytest.mark.parametrize("given", [{}, {"s": (6, 7)}, {"dim": (0, -1)}, {"s": (6, 7), "dim": (1, 0)}])
def test_several(name, given):
    assert told(f"torch.fft.{name}", X, **given) == "exact"


def test_real_transforms_take_real_numbers():
    assert told("torch.fft.rfft", X.cfloat()) == "predicted"
    assert told("torch.fft.irfft", X.cfloat()) == "exact"

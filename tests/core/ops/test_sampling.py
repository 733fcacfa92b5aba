"""Drawn numbers have the dtype of what they are drawn for."""

import pytest
import torch

from tests.core.ops.judge import told

X = torch.rand(2, 3)


@pytest.mark.parametrize(
    "args",
    [(X, X), (X.double(), X[0]), (X, 2.0), (X,), (1.0, X.half()), (1.0, 2.0, (2, 3)), (0, 1, 4)],
)
def test_normal(args):
    assert told("torch.normal", *args) in {"exact", "missed"}


@pytest.mark.parametrize("name", ["uniform_", "normal_", "log_normal_", "cauchy_", "exponential_"])
def test_in_place(name):
    assert told(f"torch.Tensor.{name}", X) == "exact"
    assert told(f"torch.Tensor.{name}", X.long()) == "predicted"


@pytest.mark.parametrize("name", ["xavier_uniform_", "xavier_normal_", "orthogonal_", "kaiming_uniform_"])
def test_what_mixes_its_inputs_has_two_dims(name):
    assert told(f"torch.nn.init.{name}", torch.ones(3, 4)) == "exact"
    assert told(f"torch.nn.init.{name}", torch.ones(3)) == "predicted"

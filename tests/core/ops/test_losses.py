"""Losses are one number unless asked for each."""

import pytest
import torch

from tests.core.ops.judge import told

F = "torch.nn.functional."
X = torch.rand(4, 3)


@pytest.mark.parametrize(
    "name", ["mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "kl_div", "binary_cross_entropy"]
)
@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
def test_reduction(name, reduction):
    assert told(F + name, X, X, reduction=reduction) == "exact"


@pytest.mark.parametrize("name", ["cross_entropy", "nll_loss"])
@pytest.mark.parametrize("reduction", ["mean", "none"])
def test_classes(name, reduction):
    assert told(F + name, X, torch.zeros(4).long(), reduction=reduction) == "exact"
    assert told(F + name, X.long(), torch.zeros(4).long()) == "predicted"
    assert told(F + name, X, torch.zeros(5).long()) == "predicted"

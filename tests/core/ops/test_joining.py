"""Joining promotes dtypes, and asks for shapes that fit."""

import torch

from tests.core.ops.judge import told

X, Y = torch.ones(2, 3), torch.ones(4, 3)


def test_cat():
    assert told("torch.cat", [X, Y]) == "exact"
    assert told("torch.cat", (X, X.double(), X.int()), dim=-1) == "exact"
    assert told("torch.cat", [X, Y], dim=1) == "predicted"


def test_stack():
    assert told("torch.stack", [X, X, X], 1) == "exact"
    assert told("torch.stack", [X, Y]) == "predicted"


def test_hstack_and_vstack():
    for name in ("hstack", "vstack"):
        for one in (torch.ones(()), torch.ones(3), X):
            assert told(f"torch.{name}", [one, one]) == "exact"

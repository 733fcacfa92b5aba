"""Sparse tensors are tensors."""

import torch

from tests.core.ops.judge import told

PLACES = torch.tensor([[0, 1], [1, 0]])


def test_made_of_items_and_places():
    assert told("torch.sparse_coo_tensor", PLACES, [1.0, 2.0], (2, 3)) == "exact"
    assert told("torch.sparse_coo_tensor", PLACES, torch.ones(2, dtype=torch.int32), (2, 3)) == "exact"
    assert told("torch.sparse_coo_tensor", PLACES, [1, 2]) == "unknown"


def test_to_sparse_and_back():
    x = torch.eye(3, dtype=torch.float64)
    assert told("torch.Tensor.to_sparse", x) == "exact"
    assert told("torch.Tensor.to_dense", x.to_sparse()) == "exact"


def test_products():
    x = torch.eye(3)
    assert told("torch.sparse.mm", x.to_sparse(), torch.ones(3, 4)) == "exact"
    assert told("torch.sparse.mm", x.to_sparse(), torch.ones(4, 4)) == "predicted"
    assert told("torch.sparse.mm", x.to_sparse(), x.double()) == "predicted"

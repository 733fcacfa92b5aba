"""Pooling: what windows make of sizes, and which windows there cannot be."""

import pytest
import torch

from tests.core.ops.judge import told

F = "torch.nn.functional."
IMAGE = torch.ones(2, 3, 8, 10)


@pytest.mark.parametrize("name", ["max_pool2d", "avg_pool2d"])
def test_pooling(name):
    for kwargs in ({}, {"stride": 1}, {"padding": 1}, {"ceil_mode": True}):
        assert told(F + name, IMAGE, 3, **kwargs) in {"exact", "unknown"}
    assert told(F + name, IMAGE, 2) == "exact"


@pytest.mark.parametrize("name", ["max_pool2d", "avg_pool2d"])
def test_a_window_that_cannot_be(name):
    for args in ((11,), (2, 0), (3, 1, 2), (2, 1, -1)):
        assert told(F + name, IMAGE, *args) == "predicted"
    assert told(F + name, IMAGE[0, 0], 2) == "predicted"
    assert told(F + name, IMAGE[:, :0], 2) == "predicted"
    assert told(F + name, IMAGE[:0], 2) == "exact"


def test_unpooling_takes_a_place_for_each_item():
    places = torch.zeros(2, 3, 8, 10, dtype=torch.int64)
    assert told(F + "max_unpool2d", IMAGE, places, 2) == "exact"
    assert told(F + "max_unpool2d", IMAGE, places[..., :9], 2) == "predicted"
    assert told(F + "max_unpool2d", IMAGE, places.int(), 2) == "predicted"

"""Networks: what each part asks of dtypes and shapes."""

import pytest
import torch

from tests.core.ops.judge import told

F = "torch.nn.functional."
IMAGE = torch.ones(2, 3, 8, 10)


@pytest.mark.parametrize("name", ["softmax", "log_softmax", "softmin"])
def test_softmax_takes_floats_or_is_told_a_dtype(name):
    assert told(F + name, torch.ones(2, 3), -1) == "exact"
    assert told(F + name, torch.ones(2, 3).long(), -1) == "predicted"
    assert told(F + name, torch.ones(2, 3).long(), -1, dtype=torch.float64) == "exact"


@pytest.mark.parametrize("args", [(1,), (2, 1), (1, "same"), (2, 1, 2), ((1, 2), (0, 1))])
def test_convolution(args):
    assert told(F + "conv2d", IMAGE, torch.ones(4, 3, 3, 5), None, *args) == "exact"


def test_convolution_wants_one_dtype_and_its_channels():
    assert told(F + "conv2d", IMAGE, torch.ones(4, 3, 3, 5).half()) == "predicted"
    assert told(F + "conv2d", IMAGE, torch.ones(4, 5, 3, 5)) == "predicted"


def test_attention():
    q, k, v = torch.ones(2, 4, 5, 6), torch.ones(2, 4, 7, 6), torch.ones(2, 4, 7, 3)
    assert told(F + "scaled_dot_product_attention", q, k, v) == "exact"
    assert told(F + "scaled_dot_product_attention", q, k.half(), v) == "predicted"


def test_layer_norm_ends_in_its_shape():
    assert told(F + "layer_norm", IMAGE, (8, 10)) == "exact"
    assert told(F + "layer_norm", IMAGE, (7, 10)) == "predicted"

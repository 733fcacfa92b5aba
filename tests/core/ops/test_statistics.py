"""Statistics: counts are int64, quantiles wide floats."""

import pytest
import torch

from tests.core.ops.judge import told

X = torch.rand(4, 5)


@pytest.mark.parametrize("q", [0.5, torch.tensor(0.5), torch.tensor([0.1, 0.9])])
@pytest.mark.parametrize("keepdim", [False, True])
@pytest.mark.parametrize("dim", [None, 0, -1])
def test_quantiles(q, dim, keepdim):
    for name in ("quantile", "nanquantile"):
        assert told(f"torch.{name}", X, q, dim, keepdim) == "exact"
    assert told("torch.quantile", X.half(), q) == "predicted"


def test_histograms():
    assert told("torch.histc", X, 7) == "exact"
    assert told("torch.histogram", X, 7) == "exact"
    assert told("torch.histogram", X, torch.arange(3.0)) == "exact"
    assert told("torch.histogramdd", X, [2, 3, 4, 5, 6]) == "exact"
    assert told("torch.bincount", X) == "predicted"


def test_covariances():
    for x in (X, X[0], X[:1], X.long()):
        assert told("torch.cov", x) == "exact"
    assert told("torch.corrcoef", X.bool()) == "predicted"

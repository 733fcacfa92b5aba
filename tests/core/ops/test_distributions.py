"""Distributions are asked as programs ask them."""

import torch
from torch import distributions as made

from tests.core.ops.judge import told

PLACE = "torch.distributions"
X = torch.full((2, 3), 0.5)


def test_draws():
    for dist in (made.Normal(X, 1.0), made.Uniform(X - 1, X), made.Gamma(X, X)):
        for size in ((), (4,), torch.Size([4, 5])):
            assert told(f"{PLACE}.{type(dist).__name__}.rsample", dist, size) == "exact"
            assert told(f"{PLACE}.Distribution.sample", dist, size) == "exact"


def test_densities():
    dist = made.Independent(made.Normal(X, 1.0), 1)
    assert told(f"{PLACE}.Independent.log_prob", dist, X) == "exact"
    assert told(f"{PLACE}.Independent.log_prob", dist, torch.ones(2, 4)) == "predicted"
    assert told(f"{PLACE}.Normal.log_prob", made.Normal(X, 1.0), torch.ones(5, 1, 3).double()) == "exact"


def test_refusals():
    assert told(f"{PLACE}.Normal", X, torch.ones(4)) == "predicted"
    assert told(f"{PLACE}.Categorical", torch.tensor(0.5)) == "predicted"
    assert told(f"{PLACE}.Independent", made.Normal(X, 1.0), 3) == "predicted"


def test_divergences():
    assert told(f"{PLACE}.kl_divergence", made.Normal(X, 1.0), made.Normal(0.0, 1.0)) == "exact"
    assert told(f"{PLACE}.kl_divergence", made.Normal(X, 1.0), made.Normal(torch.ones(4), 1.0)) == "predicted"
    assert told(f"{PLACE}.kl_divergence", made.Normal(X, 1.0), made.Laplace(X, 1.0)) == "unknown"

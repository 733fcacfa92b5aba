"""Special functions give floats."""

import pytest
import torch

from tests.core.ops.judge import told

X = torch.rand(2, 3)


@pytest.mark.parametrize("name", ["airy_ai", "bessel_j0", "modified_bessel_k1", "spherical_bessel_j0"])
def test_one_variable(name):
    for x in (X, X.double(), X.long(), X.bool()):
        assert told(f"torch.special.{name}", x) == "exact"
    assert told(f"torch.special.{name}", X.cfloat()) == "predicted"


@pytest.mark.parametrize("name", ["chebyshev_polynomial_t", "hermite_polynomial_h", "legendre_polynomial_p"])
def test_a_variable_and_a_degree(name):
    for args in ((X, 2), (X, torch.ones(3, dtype=torch.int64)), (2, X), (X.double(), X[:1])):
        assert told(f"torch.special.{name}", *args) == "exact"

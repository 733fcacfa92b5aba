"""Linear algebra: parts of matrices have their own dtypes and shapes, and equations one dtype."""

import pytest
import torch

from tests.core.ops.judge import told

X = torch.rand(2, 3, 3) + 3 * torch.eye(3)
TALL, WIDE = torch.rand(2, 5, 3), torch.rand(2, 3, 5)


@pytest.mark.parametrize("dtype", [torch.float32, torch.complex64, torch.float64])
@pytest.mark.parametrize("name", ["eig", "eigh", "eigvals", "eigvalsh", "svdvals", "slogdet", "det", "inv", "cond"])
def test_members_have_their_own_dtype(name, dtype):
    assert told(f"torch.linalg.{name}", X.to(dtype)) == "exact"
    assert told(f"torch.linalg.{name}", X.long()) == "predicted"
    assert told(f"torch.linalg.{name}", X.half()) == "predicted"


@pytest.mark.parametrize("x", [X, TALL, WIDE, WIDE[0]])
def test_parts_have_their_own_shape(x):
    for name in ("svd", "qr", "lu", "lu_factor", "lu_factor_ex", "pinv", "matrix_rank"):
        assert told(f"torch.linalg.{name}", x) == "exact"
    for full in (False, True):
        assert told("torch.linalg.svd", x, full) == "exact"
        assert told("torch.svd", x, full) == "exact"
        assert told("torch.qr", x, full) == "exact"
    for mode in ("reduced", "complete", "r"):
        assert told("torch.linalg.qr", x, mode) == "exact"


@pytest.mark.parametrize("right", [torch.ones(2, 3), torch.ones(3, 4), torch.ones(2, 3, 4), torch.ones(3)])
def test_equations(right):
    assert told("torch.linalg.solve", X, right) == "exact"
    assert told("torch.linalg.solve", X, right.double()) == "predicted"
    assert told("torch.linalg.solve", TALL, right) == "predicted"


@pytest.mark.parametrize("name", ["det", "inv", "eig", "cholesky", "solve"])
def test_matrices_are_square(name):
    args = (TALL, TALL) if name == "solve" else (TALL,)
    assert told(f"torch.linalg.{name}", *args) == "predicted"
    assert told(f"torch.linalg.{name}", torch.ones(3), *args[1:]) == "predicted"


def test_products():
    assert told("torch.linalg.multi_dot", [TALL[0], X[0], WIDE[0]]) == "exact"
    assert told("torch.linalg.multi_dot", [TALL[0], WIDE[0].double()]) == "predicted"
    assert told("torch.linalg.vecdot", TALL, TALL[0]) == "exact"
    assert told("torch.linalg.cross", X, X) == "exact"

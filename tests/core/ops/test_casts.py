"""Casts keep device and shape, moves keep dtype and shape, and neither changes the tensor itself."""

import pytest
import torch

from dtensortypes.core.ops import entries, infer
from tests.core.ops.judge import fact_of, told

X = torch.ones(2, 3)


@pytest.mark.parametrize(
    "word",
    ["half", "bfloat16", "float", "double", "bool", "byte", "char", "short", "int", "long", "cfloat", "cdouble", "cpu"],
)
def test_each_cast(word):
    assert told(f"torch.Tensor.{word}", X) == "exact"


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        ((torch.float16,), {}),
        ((torch.device("meta"),), {}),
        (("meta", torch.float64), {}),
        ((X.double(),), {}),
        ((), {"dtype": torch.int8}),
        ((), {"device": "meta", "copy": True}),
    ],
)
def test_each_form_of_to(args, kwargs):
    assert told("torch.Tensor.to", X, *args, **kwargs) == "exact"
    assert infer(
        "torch.Tensor.to", [fact_of(a) for a in (X, *args)], {k: fact_of(v) for k, v in kwargs.items()}
    ).must_use


def test_every_cast_of_a_tensor_must_be_used():
    casts = [entry for entry in entries()["casts"] if entry.columns.value is None]
    careless = {entry.text.partition("(")[0] for entry in casts if not entry.must_use}
    made = {"nn.Parameter", "autograd.Variable"}
    assert careless == made | {"clone", "Tensor.requires_grad_", "Tensor.share_memory_", "Tensor.copy_"}


@pytest.mark.parametrize(
    ("x", "flag", "verdict"),
    [(X, True, "exact"), (X.long(), False, "exact"), (X.long(), True, "predicted"), (X.bool(), True, "predicted")],
)
def test_only_floats_have_gradients(x, flag, verdict):
    assert told("torch.Tensor.requires_grad_", x, flag) == verdict

"""einops: the samples are judged in test_against_torch.py and test_layers.py; here is what they do not reach."""

import pytest
import torch

from dtensortypes.core.ops import names
from tests.core.ops.judge import told

X = torch.ones(2, 3, 4)


def test_every_public_function_that_takes_tensors_is_there():
    assert {name.removeprefix("einops.") for name in names() if name.startswith("einops.")} == {
        "einsum", "pack", "rearrange", "reduce", "repeat", "unpack", "layers.torch.Rearrange", "layers.torch.Reduce",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("pattern", "verdict"), [("b n d -> (b n) d", "exact"), ("b n -> n b", "predicted"), ("b n d -> b n", "predicted")]
)
def test_named_sizes_and_numbers_are_judged_alike(pattern, verdict):
    assert told("einops.rearrange", X, pattern) == verdict
    assert told("einops.rearrange", X.numpy(), pattern) in {verdict, "missed"}

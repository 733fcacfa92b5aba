"""The list of in-place forms is torch's own, for what the table has out of place."""

import torch

from dtensortypes.core.ops import names
from dtensortypes.core.ops.inplace import INPLACE_FUNCTIONS, INPLACE_METHODS


def test_methods():
    assert [word for word in INPLACE_METHODS if not hasattr(torch.Tensor, f"{word}_")] == []
    ours = {name.removeprefix("torch.Tensor.") for name in names() if name.startswith("torch.Tensor.")}
    plain = {word for word in ours if not word.endswith("_")}
    assert {word for word in plain if hasattr(torch.Tensor, f"{word}_")} <= {word[:-1] for word in ours - plain}


def test_functions():
    assert [word for word in INPLACE_FUNCTIONS if not hasattr(torch, f"{word}_")] == []

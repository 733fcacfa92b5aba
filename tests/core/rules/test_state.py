"""The state of a program that sets nothing is torch's own."""

import torch

from dtensortypes.core.facts.dtype import BY_NAME
from dtensortypes.core.rules.state import PLAIN


def test_defaults():
    assert BY_NAME[str(torch.get_default_dtype())[6:]] == PLAIN.default_dtype
    assert torch.empty(0).device.type == PLAIN.default_device.type
    assert PLAIN.autocast is None

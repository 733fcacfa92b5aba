import torch
from hypothesis import given

from dtensortypes.runtime.stretching import expands, wider
from tests import strategies


@given(strategies.dims(), strategies.dims())
def test_torch_is_the_judge(one, other):
    try:
        both = tuple(torch.broadcast_shapes(one, other))
    except RuntimeError:
        both = None
    assert wider(one, other) == both
    assert expands(one, other) == (both == other)


def test_nothing_is_wider_than_a_mismatch():
    assert wider(None, (1,)) is None

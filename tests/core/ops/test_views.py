"""Views: the same items in other dims."""

import pytest
import torch

from tests.core.ops.judge import told

X = torch.ones(2, 3, 4)


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("view", (6, 4)), ("view", (-1, 4)), ("view", ((24,),)), ("reshape", (2, -1)), ("flatten", ()),
        ("flatten", (1,)),
        ("unflatten", (2, (2, 2))), ("squeeze", ()), ("unsqueeze", (-1,)), ("permute", (2, 0, 1)),
        ("transpose", (0, -1)),
        ("swapaxes", (0, 1)), ("movedim", (0, 2)), ("expand", (5, 2, 3, 4)), ("repeat", (2, 1, 1)), ("tile", (2,)),
        ("narrow", (1, 0, 2)), ("select", (1, 0)), ("split", ([1, 2], 1)),
        ("chunk", (2, -1)), ("flip", (0,)), ("roll", (1, 0)), ("unfold", (2, 2, 1)), ("repeat_interleave", (2, 1)),
        ("view", (torch.int16,)), ("view", (torch.float64,)),
    ],
)  # fmt: skip
def test_each(name, args):
    assert told(f"torch.Tensor.{name}", X, *args) == "exact"


@pytest.mark.parametrize(("name", "args"), [("unbind", (1,)), ("split", (2,)), ("chunk", (3,))])
def test_a_size_that_is_a_name_hides_how_many_pieces_there_are(name, args):
    assert told(f"torch.Tensor.{name}", X, *args) == "unknown"


@pytest.mark.parametrize(
    ("name", "args"), [("view", (5, 5)), ("permute", (0, 1)), ("transpose", (0, 3)), ("expand", (3, 3, 4)), ("t", ())]
)
def test_refusals(name, args):
    assert told(f"torch.Tensor.{name}", X, *args) == "predicted"


def test_attributes():
    assert told("torch.Tensor.mT", X) == "exact"
    assert told("torch.Tensor.T", torch.ones(2, 3)) == "exact"

"""Where a mode of ours stands among those of the program."""

import pytest
import torch
from torch.overrides import TorchFunctionMode

from dtensortypes.runtime.lineage.stack import modes, push, remove


class Ours(TorchFunctionMode):
    """The one that is pushed."""


class Users(TorchFunctionMode):
    """One of the program's."""


@pytest.fixture
def ours():
    mode = Ours()
    yield mode
    remove(mode)


def test_it_stands_below_the_modes_of_the_program(ours):
    with Users() as users:
        push(ours)
        assert modes() == [ours, users]
    assert modes() == [ours], "the program's block ends, and takes its own mode"


def test_the_default_device_stays_at_the_bottom(ours):
    torch.set_default_device("meta")
    try:
        (default,) = modes()
        push(ours)
        assert modes() == [default, ours]
    finally:
        torch.set_default_device(None)
    assert modes() == [ours]


def test_it_is_taken_from_wherever_it_stands(ours):
    push(ours)
    with Users() as users:
        remove(ours)
        assert modes() == [users]
    assert modes() == []
    remove(ours)
    assert modes() == []

"""What a file puts in the place of torch's own is not torch's: nothing is known of what it gives."""

from tests.mypy_plugin.checking import program

FUNCTION = program("""
import torch.nn.functional as F
def run() -> None:
    F.relu = lambda x: x[0]  # type: ignore[assignment,misc]
    reveal_type(F.relu(torch.ones(2, 3)))
    reveal_type(torch.relu(torch.ones(2, 3)))
    reveal_type(torch.tanh(torch.ones(2, 3)))
""")
METHODS = program("""
def run() -> None:
    torch.Tensor.cuda = lambda self: self  # type: ignore[assignment,misc,method-assign]
    nn.Module.half = lambda self: self  # type: ignore[assignment,misc,method-assign]
    reveal_type(torch.ones(2).cuda())
    reveal_type(torch.ones(2).double())
    net = nn.Linear(2, 2)
    net.half()
    net(torch.ones(1, 2))
""")
BY_NAME = program("""
from unittest import mock
@mock.patch("torch.relu", lambda x: x[0])
def patched() -> None:
    reveal_type(torch.relu(torch.ones(2, 3)))
def run() -> None:
    setattr(torch, "tanh", lambda x: x[0])
    with mock.patch.object(torch, "zeros", lambda n: torch.ones(n, 1)):
        reveal_type(torch.zeros(3))
    reveal_type(torch.tanh(torch.ones(2, 3)))
    reveal_type(torch.ones(2, 3))
""")


def test_a_function():
    assert FUNCTION.revealed == ["Tensor", "Tensor", 'Tensor[Float32, CPU, "2 3"]']


def test_a_method():
    assert METHODS.revealed == ["Tensor", 'Tensor[Float64, CPU, "2"]']
    assert not METHODS.refused


def test_by_its_name():
    assert BY_NAME.revealed == ["Tensor", "Tensor", "Tensor", 'Tensor[Float32, CPU, "2 3"]']

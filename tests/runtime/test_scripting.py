"""TorchScript would compile a checked method without its checks: a module that has one is refused."""

import enum
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

import pytest
import torch
from torch import nn

from dtensortypes import CPU, Float32, Tensor, checked

pytestmark = pytest.mark.filterwarnings("ignore:.*torch.jit")
zeros = torch.zeros
X = Tensor[Float32, CPU, "b n"]


class Plain(nn.Module):
    """Hints that TorchScript understands."""

    @checked
    def forward(self, x: torch.Tensor, k: int = 2) -> torch.Tensor:
        return x * k


class Hinted(nn.Module):
    @checked
    def forward(self, x: X) -> X:
        return x * 2


class Exported(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x

    @torch.jit.export
    @checked(mode="warn")
    def twice(self, x: torch.Tensor) -> torch.Tensor:
        return x * 2


class Derived(Plain):
    """It has the checked method from elsewhere."""


class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.plain = Plain()

    def forward(self, x):
        return self.plain(x)


@pytest.mark.parametrize(
    ("module", "name"),
    [
        (Plain, "Plain.forward"),
        (Hinted, "Hinted.forward"),
        (Exported, "Exported.twice"),
        (Derived, "Derived.forward"),
        (Inner, "Plain.forward"),
        (lambda: nn.Sequential(nn.ReLU(), Hinted()), "Hinted.forward"),
    ],
)
def test_a_module_with_a_checked_method_is_refused(module, name):
    with pytest.raises(TypeError, match=f'torch.jit.script cannot compile the checks of "{name}": use torch.compile'):
        torch.jit.script(module())


class Unchecked(Plain):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + 1


class Ignored(nn.Module):
    @torch.jit.ignore
    @checked
    def doubled(self, x: torch.Tensor) -> torch.Tensor:
        return x * 2

    @checked
    def generate(self, x: X) -> X:
        return self(x)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.doubled(x)


@pytest.mark.parametrize("module", [Unchecked, Ignored])
def test_what_is_not_checked_is_compiled(module):
    assert torch.equal(torch.jit.script(module())(zeros(2, 2)), module()(zeros(2, 2)))


class Row(NamedTuple):
    x: X

    @checked
    def double(self) -> X:
        return self.x * 2


@dataclass
class Batch:
    x: X

    @checked
    def double(self) -> X:
        return self.x * 2


class Colour(enum.Enum):
    RED = 1

    @checked
    def times(self, x: X) -> X:
        return x * self.value


@runtime_checkable
class Doubles(Protocol):
    @checked
    def double(self) -> X: ...


def test_classes_that_are_no_modules_are_as_they_were():
    for cls in (Batch, Colour, Doubles):
        assert "__prepare_scriptable__" not in dir(cls)
    assert isinstance(Batch(zeros(1, 2)), Doubles)
    assert Row(zeros(1, 2)).double().shape == Colour.RED.times(zeros(1, 2)).shape
    assert list(Colour) == [Colour.RED]


def test_the_hook_of_the_users_is_kept():
    class Own(nn.Module):
        def __prepare_scriptable__(self):
            return nn.ReLU()

        @checked
        def forward(self, x: X) -> X:
            return x

    assert torch.jit.script(Own())(zeros(2) - 1).tolist() == [0, 0]

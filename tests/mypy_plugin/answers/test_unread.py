"""Generic functions that nobody reads give some tensor, and not the one that they are given."""

import pytest

from tests.mypy_plugin.checking import PLAIN, program
from tests.mypy_plugin.several_files import errors, written

SETTINGS = """\
[mypy]
plugins = dtensortypes.mypy_plugin
allow_redefinition = true
local_partial_types = true
check_untyped_defs = true
"""
FILES = {
    "axes.pyi": """
from typing import Any, TypeVar, overload
T = TypeVar("T")
@overload
def rearrange(tensor: list[T], pattern: str, **sizes: int) -> T: ...
@overload
def rearrange(tensor: T, pattern: str, **sizes: int) -> T: ...
def halved(tensor: T) -> T: ...
def shown(tensor: Any) -> Any: ...
""",
    "main.py": """
from typing import TypeVar

import torch
from axes import halved, rearrange
from torch import nn

T = TypeVar("T")

def own(x: T) -> T:
    return x

net = nn.Linear(3, 2)
x = torch.zeros(2, 4)
net(rearrange(x, "b n -> n b"))
net(rearrange([x, x], "k b n -> b (k n)"))
net(halved(x))
net(own(x))
net(x)
""",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    return written(tmp_path_factory.mktemp("unread"), SETTINGS, FILES)


def test_cold_and_warm(project):
    cold = errors(project, "main.py")
    assert cold == ["main.py:18 [tensor-shape]", "main.py:19 [tensor-shape]"]
    with (project / "main.py").open("a") as file:
        file.write("# changed\n")
    assert errors(project, "main.py") == cold


NO_TYPE = program(
    """
NoType = TypeVar("torch.tensor")  # type: ignore[misc]
class Ladder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.rungs = nn.Sequential(nn.Linear(16, 8), nn.Linear(8, 4))
        self.first = nn.Linear(4, 2)
    def noise(self, x) -> NoType:
        return x + torch.randn_like(x)
    def sample(self, n: int) -> torch.Tensor:
        z = torch.randn(n, 16)
        for rung in self.rungs:
            z = self.noise(rung(z))
        return self.first(z)
    def again(self, n: int) -> torch.Tensor:
        z = torch.randn(n, 16)
        return self.first(z)  # refused
Ladder().sample(3)
print(Ladder().noise(torch.zeros(3)).nothing)
""",
    PLAIN,
)


def test_what_is_declared_as_no_type_may_be_anything():
    assert NO_TYPE.refused == NO_TYPE.marked
    assert any('NoType? has no attribute "nothing"' in one for one in NO_TYPE.messages)

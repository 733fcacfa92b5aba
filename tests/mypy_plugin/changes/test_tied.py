"""Weights that layers share change no tensor of the program's own classes."""

import pytest

from tests.mypy_plugin.checking import program

GIVEN = {
    "pass": 'Parameter[Float32, CPU, "4"]',
    "self.head.weight = self.embed.weight": 'Parameter[Float32, CPU, "4"]',
    "self.parts['embed'].weight = self.head.weight": "Parameter",
    "self.norm.weight = self.other.weight": "Parameter",
    "other.weight = self.head.weight": "Parameter",
    "other.head.weight = self.head.weight; setattr(other, 'head', Norm(5))": "Parameter",
    "other.head.weight = self.head.weight; dict(head=Norm(5))": "Parameter",
}
CLASSES = """
from typing import Any
class Norm(torch.nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(width))
class Net(torch.nn.Module):
    def __init__(self, other: Any) -> None:
        super().__init__()
        self.embed = torch.nn.Embedding(9, 4)
        self.head = torch.nn.Linear(4, 9)
        self.norm = Norm(4)
        self.other = Norm(5)
        self.parts = {{"embed": self.embed}}
        {}
reveal_type(Norm(4).weight)
"""
PROGRAMS = [(program(CLASSES.format(body)), found) for body, found in GIVEN.items()]


@pytest.mark.parametrize(("said", "found"), PROGRAMS)
def test_shared_weights(said, found):
    assert said.revealed == [found]

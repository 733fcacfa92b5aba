"""Weights that layers share change no tensor of the program's own classes; nor does what others' objects are given."""

import pytest

from tests.mypy_plugin.checking import PLAIN, program

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


NET = """
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("m", torch.ones(3))
        self.fc = torch.nn.Linear(3, 2)
        self.add_module("head", torch.nn.Linear(2, 1))
    def reset(self, n):
        {}
    def forward(self, x):
        return self.fc(x * self.m)
net: Any = Net() if torch.rand(()) < 2 else 0
"""
REGISTERED = {
    "net.register_buffer('m', torch.ones(5)); Net().m @ torch.ones(5)": "pass",
    "Net().register_module('fc', torch.nn.Linear(3, 7)); Net()(torch.ones(3)) @ torch.ones(7)": "pass",
    "Net().reset(5)": 'self.register_buffer("m", torch.ones(n)); self.m @ torch.ones(5)',
}
ANEW = [program(NET.format(body) + after, PLAIN) for after, body in REGISTERED.items()]
ONCE = program(NET.format("pass") + "Net()(torch.ones(5))", PLAIN)


@pytest.mark.parametrize("said", ANEW)
def test_what_is_registered_anew_is_not_what_the_constructor_has_registered(said):
    assert said.refused == []


def test_what_a_constructor_registers_is_known():
    assert ONCE.refused


GIVEN_TO = {
    "record = Record(); record.total = 3": 'Tensor[Float32, CPU, "3"]',
    "record = Net(); record.total = torch.zeros(2)": "Tensor",
    "record = Below(); record.total = torch.zeros(2)": "Tensor",
    "record = other; record.total = 3": "Tensor",
    "record = Record(); record = other; record.total = 3": "Tensor",
}
RECORDS = """
from typing import Any
class Record:
    total = 0
class Net:
    def __init__(self) -> None:
        self.total = torch.zeros(3)
    def show(self) -> None:
        reveal_type(self.total)
class Below(Net): ...
def use(other: Any) -> None:
    {}
"""
PROGRAMS_OF_RECORDS = [(program(RECORDS.format(body)), found) for body, found in GIVEN_TO.items()]


@pytest.mark.parametrize(("said", "found"), PROGRAMS_OF_RECORDS, ids=list(GIVEN_TO))
def test_whose_attribute_it_is(said, found):
    assert said.revealed == [found]

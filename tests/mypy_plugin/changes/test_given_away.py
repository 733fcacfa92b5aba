"""An attribute's module that the constructor gives to another object may be moved by that one."""

from dtensortypes.mypy_plugin.changes.given_away import given_away
from tests.mypy_plugin.checking import parsed, program

FILE = """
def leaves(net):
    print(net)

def moves(net):
    net.cuda()

class C:
    def __init__(self, x):
        {}

    def m(self, net):
        net.half()

    def n(self, net): ...
"""


HELD = program("""
class Copy(nn.Module):
    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

class Trainer:
    def __init__(self) -> None:
        self.net, self.other = nn.Linear(2, 2), nn.Linear(2, 2)
        self.copy = Copy(self.net)
        self.copy.cuda()

    def step(self, x: Tensor[Float32, CUDA, "b 2"]) -> None:
        self.net(x)
        self.other(x)  # refused
""")


def found(*statements):
    file = parsed(FILE.format("\n        ".join(statements)))
    return given_away(file.defs[-1], file)


def test_what_an_object_or_an_unknown_function_is_given_is_given_away():
    assert found("self.a = EMA(self.net)") == ["net"]
    assert found("self.a = nn.Sequential(self.net, x)") == ["net"]
    assert found("unknown(self.net)") == ["net"]


def test_a_function_of_the_file_is_asked_what_it_does():
    assert found("moves(self.net)", "self.m(self.other)") == ["net", "other"]
    assert found("leaves(self.net)", "self.n(self.other)") == []


def test_a_variable_that_is_an_attribute_too_is_given_away_with_it():
    assert found("net = Net()", "self.a = EMA(net)", "self.net = net") == ["net"]
    assert found("net = Net()", "self.net = net", "self.opt = Adam(net.parameters())") == []


def test_a_module_that_is_wrapped_is_another_one():
    assert found("self.net = wrapped(self.net)") == []


def test_nothing_is_known_of_where_such_a_module_is():
    assert HELD.refused == HELD.marked

"""A part of a module that gets a second name stays known where nothing is changed or handed on by it."""

import pytest

from dtensortypes.mypy_plugin.changes.second_names import (
    called_of,
    layers,
    mentioned_inside,
    of_one_object,
    parts_named,
)
from tests.mypy_plugin.checking import parsed, program, unplaced

NET = """
class Part(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(4, 4)
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.fc(x)
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.one = Part()
        self.other = Part()
    def prepare(self) -> None:
        {method}
def casts(part: nn.Module) -> None:
    part.half()
def use(x: Tensor[Float32, CPU, "b 4"], h: Tensor[Float16, CPU, "b 4"]) -> None:
    net = Net()
    part = net.one
    {body}
"""
WRONG = ['"Linear" needs all tensors in one dtype: float16 and float32']
CASES = [
    ("part(h)", WRONG),
    ("part.fc(h)", WRONG),
    ("net.one(h)", WRONG),
    ("part.eval(); net.other(h)", WRONG),
    ("print(len(list(part.parameters()))); net.one(h)", WRONG),
    ("first, second = net.one, net.other; second(first(h))", WRONG),
    ("net.half(); part(h)", []),
    ("net.one.half(); part(h)", []),
    ("net.prepare(); part(h)", []),
    ("part.half(); net.one(h)", []),
    ("part.fc.half(); net.one(h)", []),
    ("casts(part); net.one(h)", []),
    ("casts(net); part(h)", []),
    ("part.apply(casts); net.one(h)", []),
    ("kept = [part]; kept[0].half(); net.one(h)", []),
    ("cast = part.half; cast(); net.one(h)", []),
    ("again = part; again.half(); net.one(h)", []),
    ("part.fc = nn.Linear(4, 4).half(); net.one(h)", []),
    ("(lambda: part.half())(); net.one(h)", []),
]
PROGRAMS = [
    (program(NET.format(body=body.replace("; ", "\n    "), method="self.half()")), wrong) for body, wrong in CASES
]


@pytest.mark.parametrize(("said", "wrong"), PROGRAMS, ids=[body for body, _ in CASES])
def test_named_again(said, wrong):
    errors = [
        unplaced(message.partition("error: ")[2]).partition(";")[0]
        for message in said.messages
        if "[tensor-" in message
    ]
    assert errors == wrong


FILE = parsed("""
class A:
    def __init__(self):
        self.gate = 1
        self.run = 2
    def run(self): pass
def f(net):
    part, other = net.part, net.other
    part.gate(1)
    def inner(): other
    return part(2)
def g(net):
    part = net.part
    return part
""")


def body_of(name):
    return next(one for one in FILE.defs if getattr(one, "name", "") == name).body.body


def test_what_is_called_of_each():
    assert called_of(body_of("f")) == {"part": {"gate"}}
    assert called_of(body_of("g")) == {}


def test_names_by_which_parts_go():
    assert parts_named(body_of("f")[0]) == [("part", "net"), ("other", "net")]
    assert parts_named(body_of("f")[1]) == []
    assert mentioned_inside(body_of("f")) == {"other"}


def test_attributes_that_are_no_methods():
    assert layers(FILE) == {"gate"}


def test_variables_that_are_given_one_object():
    body = parsed("a = b = net\nc = a\nd, e = f.part, 3\ng = (h := i)").defs
    assert of_one_object(body) == [(1, {"a", "b", "c", "net"}), (3, {"d", "f"}), (4, {"g", "h", "i"})]


MADE = program("""
# mypy: disallow-untyped-defs=False
layers = [nn.Linear(3, 2), nn.ReLU()]
net = nn.Sequential(*layers)
layers[0].double()
net(torch.rand(4, 3).double())
""")


def test_a_module_is_made_of_what_another_name_has():
    assert not [text for text in MADE.messages if "tensor-" in text]


SHARED = program("""
first = nn.Linear(3, 2)
net = nn.Sequential(first, nn.ReLU())
other = nn.Sequential(first, nn.Tanh())
net(torch.rand(4, 3).double())  # refused
other.double()
net(torch.rand(4, 3).double())
""")


def test_a_part_of_two_modules_is_cast_with_either():
    assert SHARED.refused == SHARED.marked

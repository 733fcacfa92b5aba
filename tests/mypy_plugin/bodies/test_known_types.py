"""Types say which number, word or class a value is, and what is in a list."""

import pytest
from mypy.types import LiteralType, NoneType, TupleType

from dtensortypes.mypy_plugin.bodies.known_types import OPAQUE, is_plain, value_of
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.types.types_of import anything
from tests.mypy_plugin.checking import program, types

EMPTY = program("\n")


def whole(*items):
    return TupleType(list(items), types().instance(names.TUPLE, anything()))


@pytest.mark.parametrize("value", [3, "a", True])
def test_literals(value):
    literal = types().literal(value)
    assert value_of(literal) == value
    known = literal.fallback.copy_modified(last_known_value=LiteralType(value, literal.fallback))
    assert value_of(known) == value
    assert value_of(literal.fallback) is OPAQUE


def test_the_name_of_a_size_is_no_word():
    assert value_of(types().size("n")) is OPAQUE


def test_what_is_in_a_list():
    assert value_of(whole(types().literal(3), anything())) == (3, OPAQUE)
    assert value_of(whole()) == ()
    assert value_of(types().instance("builtins.list", anything())) is OPAQUE


def test_a_class_that_is_given_and_one_that_is_declared():
    info = types().info("torch.nn.modules.linear.Linear")
    exact = objects.exactly(types(), info)
    assert value_of(exact) is info
    assert value_of(type(exact)(objects.stripped(exact.item))) is OPAQUE


CLASSES = program("""
from dataclasses import dataclass
class Plain: ...
class Sized(Plain):
    def __len__(self) -> int:
        return 0
class Asked:
    def __bool__(self) -> bool:
        return False
@dataclass
class Several:
    n: int
    def __len__(self) -> int:
        return self.n
class Act(nn.Module):
    def __init__(self, n):
        super().__init__()
class Counted(Act):
    def __len__(self):
        return 0
def f(x, thing=None):
    return x.repeat(1, 2) if thing else x
def g(x, thing):
    if not thing:
        return x
    for i in range(len(thing)):
        x = x[0]
    return x.repeat(1, 2)
x = torch.zeros(2, 3)
reveal_type(f(x, Plain()))
reveal_type(f(x, Act(2)))
reveal_type(f(x))
reveal_type(f(x, Sized()))
reveal_type(f(x, Asked()))
reveal_type(f(x, Several(0)))
reveal_type(f(x, Counted(2)))
reveal_type(g(x, Several(1)))
def h(thing: Plain, x):
    return x.repeat(1, 2) if thing else x
def k(thing: Plain):
    reveal_type(h(thing, x))
""")


def test_an_object_is_true_if_its_class_does_not_say_otherwise():
    there, not_there = 'Tensor[Float32, CPU, "2 6"]', 'Tensor[Float32, CPU, "2 3"]'
    assert CLASSES.revealed[:3] == [there, there, not_there]
    assert all(there in one and not_there in one for one in CLASSES.revealed[3:7])
    assert there not in CLASSES.revealed[7]
    assert there in CLASSES.revealed[8]
    assert not_there in CLASSES.revealed[8]


def test_none():
    assert value_of(NoneType()) is None


@pytest.mark.parametrize(
    ("held", "plain"), [((3, "a", None), True), ((), True), (((3,), (4,)), False), ((3, OPAQUE), False), (3, False)]
)
def test_lists_of_numbers_and_words(held, plain):
    assert is_plain(held) is plain


DEVICES = program("""
# mypy: allow-untyped-defs, allow-untyped-calls
def begun(device):
    return torch.zeros(3, dtype=torch.float16 if device.type == "cuda" else torch.float32)
class Engine:
    def __init__(self, device: torch.device):
        self.device = device
    def begun(self):
        if self.device.type == "cuda":
            return torch.zeros(3).half()
        return torch.zeros(3)
def main(given: torch.device):
    reveal_type(begun(torch.device("cpu")).dtype)
    reveal_type(begun(torch.device("cuda:0")).dtype)
    reveal_type(begun(torch.device("cuda" if torch.cuda.is_available() else "cpu")).dtype)
    reveal_type(begun(given).dtype)
    reveal_type(Engine(torch.device("cpu")).begun())
""")


def test_which_kind_of_device_it_is():
    assert DEVICES.revealed == [
        "torch.dtype[Float32]",
        "torch.dtype[Float16]",
        "torch.dtype[Float16] | torch.dtype[Float32]",
        "torch.dtype[Float16] | torch.dtype[Float32]",
        'Tensor[Float32, CPU, "3"]',
    ]


WORDS = program("""
# mypy: allow-untyped-defs, allow-untyped-calls
from typing import Protocol, runtime_checkable
@runtime_checkable
class Placed(Protocol):
    type: str
def begun(device):
    if isinstance(device, str):
        device = torch.device(device)
    return torch.zeros(3).half() if device.type in ("cuda", "meta") else torch.zeros(3)
def chosen(device: torch.device | None = None):
    device = device or torch.device("meta")
    return torch.zeros(3, dtype=torch.float32 if device.type == "cpu" else torch.float16)
def asked(device):
    return torch.zeros(3) if isinstance(device, Placed) else torch.zeros(3).half()
def main():
    reveal_type(begun("cpu").dtype)
    reveal_type(begun(torch.device("cpu")).dtype)
    reveal_type(begun("cuda:0").dtype)
    reveal_type(chosen().dtype)
    reveal_type(chosen(torch.device("cpu")).dtype)
    reveal_type(asked(torch.device("cpu")).dtype)
""")


def test_devices_by_their_words():
    assert WORDS.revealed == ["torch.dtype[Float32]"] * 2 + ["torch.dtype[Float16]"] * 2 + ["torch.dtype[Float32]"] * 2


GIVEN = """
@dataclass
class Config:
    hidden: int = 4
def build(config: Config) -> torch.Tensor:
    {}
    return torch.zeros(2) if config.hidden == 4 else torch.zeros(3)
reveal_type(build(Config()))
"""
CHANGES = [
    "config.hidden = 8",
    "setattr(config, 'hidden', 8)",
    "for k, v in {'hidden': 8}.items(): setattr(config, k, v)",
]
CHANGED = [program(f"\nfrom dataclasses import dataclass{GIVEN.format(change)}") for change in CHANGES]
KEPT = program(f"\nfrom dataclasses import dataclass{GIVEN.format('print(config)')}")


@pytest.mark.parametrize("said", CHANGED)
def test_a_field_may_be_given_another_value_by_then(said):
    assert said.revealed != KEPT.revealed
    assert KEPT.revealed == ['Tensor[Float32, CPU, "2"]']

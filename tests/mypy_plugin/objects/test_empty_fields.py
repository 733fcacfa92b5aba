"""A list that a dataclass begins empty holds what its methods put there, where no call of the class gives another."""

import pytest

from tests.mypy_plugin.checking import program

MEMORY = """
@dataclasses.dataclass
class Memory:
    size: int = 3
    keys: list[torch.Tensor] = dataclasses.field(default_factory={factory})
    def add(self, k: Tensor[Float16, CPU, "b 4"]) -> None:
        self.keys.append(k)
    def all(self) -> torch.Tensor:
        return torch.cat(self.keys)
def use() -> None:
    memory = {made}
    reveal_type(memory.all())
{more}
"""
OTHER = "def other(xs: list[torch.Tensor]) -> Memory:\n    return {}"
CASES = [
    ("list", "Memory()", "", True),
    ("list", "Memory(size=4)", OTHER.format("Memory(3)"), True),
    ("list", "Memory()", OTHER.format("Memory(3, xs)"), False),
    ("list", "Memory()", OTHER.format("Memory(keys=xs)"), False),
    ("list", "Memory()", OTHER.format("Memory(*[3, xs])"), False),
    ("list", "Memory()", OTHER.format("dataclasses.replace(Memory(), keys=xs)"), False),
    ("list", "Memory()", "def other(xs: list[torch.Tensor]) -> None:\n    Memory().keys = xs", False),
    ("list", "Memory()", "make = [Memory]", False),
    ("list", "Memory()", OTHER.format("type(Memory())(3, xs)"), False),
    ("list", "Memory()", OTHER.format("Memory().__class__(3, xs)"), False),
    ("lambda: [torch.zeros(1)]", "Memory()", "", False),
]
PRELUDE = "import dataclasses, torch; from dtensortypes import *"
FOUND = [
    (program(MEMORY.format(factory=factory, made=made, more=more), PRELUDE), is_known)
    for factory, made, more, is_known in CASES
]


@pytest.mark.parametrize(("found", "is_known"), FOUND, ids=[f"{one[1]}, {one[2]}" for one in CASES])
def test_what_it_holds(found, is_known):
    assert ("Float16" in found.revealed[0]) is is_known

"""What stays of an attribute that methods make anew."""

import pytest

from tests.mypy_plugin.checking import program

METHODS = {
    "self.x = self.x * 2": 'Tensor[Float32, CPU, "3"]',
    "self.x = self.x.half()": 'Tensor[Float16 | Float32, CPU, "3"]',
    "self.x = self.x.unsqueeze(0)": "Tensor[Float32, CPU]",
    "self.x = given": "Tensor",
    "self.x, y = self.x, 3": 'Tensor[Float32, CPU, "3"]',
    "self.x, y = given, 3": "Tensor",
    "self.y = self.x.half(); self.x = self.y": 'Tensor[Float16 | Float32, CPU, "3"]',
    "self.x = self.x + given.sum().to(self.x.dtype)": 'Tensor[Float32, CPU, "3"]',
    "self.x += 1; self.x = self.x * 2": 'Tensor[Float32, CPU, "3"]',
}
CLASS = """
class State:
    def __init__(self) -> None:
        self.x = torch.zeros(3)
        self.y = torch.zeros(3)
    def method(self, given: torch.Tensor) -> None:
        {}
    def read(self) -> None:
        reveal_type(self.x)
"""
PROGRAMS = [(program(CLASS.format(method)), found) for method, found in METHODS.items()]


@pytest.mark.parametrize(("said", "found"), PROGRAMS)
def test_what_every_method_leaves(said, found):
    assert (said.messages, said.revealed) == ([], [found])

"""An attribute that is set by its name may be anything."""

import pytest

from tests.mypy_plugin.checking import program

METHODS = {
    "pass": 'Tensor[Float32, CPU, "3"]',
    "setattr(self, 'x', given)": "Tensor",
    "setattr(self, 'y', given)": 'Tensor[Float32, CPU, "3"]',
    "setattr(self, name, given)": "Tensor",
    "object.__setattr__(self, 'x', given)": "Tensor",
    "self.__dict__.update(x=given)": "Tensor",
    "vars(self).update(x=given)": "Tensor",
    "setattr(other, name, given)": "Tensor",
}
CLASS = """
class State:
    def __init__(self) -> None:
        self.x = torch.zeros(3)
    def double(self) -> None:
        self.x = self.x * 2
    def method(self, given: torch.Tensor, name: str, other: object) -> None:
        {}
    def read(self) -> None:
        reveal_type(self.x)
"""
PROGRAMS = [(program(CLASS.format(method)), found) for method, found in METHODS.items()]


@pytest.mark.parametrize(("said", "found"), PROGRAMS)
def test_what_is_set_by_name(said, found):
    assert said.revealed == [found]

"""What the body of a class gives a variable that it declares is what its objects have, if nothing gives them more."""

import pytest

from tests.mypy_plugin.checking import program

CLASSES = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
from abc import ABC
from enum import Enum
from typing import ClassVar, NamedTuple
{head}
    x: torch.Tensor = torch.zeros(3)
    def shown(self) -> None:
        reveal_type(self.x)
{more}
"""
KNOWN = 'Tensor[Float32, CPU, "3"]'
CASES = [
    ("class A:", "", KNOWN),
    ("class A(ABC):", "", KNOWN),
    ("class A(nn.Module):", "", KNOWN),
    ("class A:", "class B(A):\n    x = torch.zeros(4)", "Tensor"),
    ("class A:", "A.x = torch.zeros(4)", "Tensor"),
    ("class A:", "def change(a: A) -> None: a.x = torch.zeros(4)", "Tensor"),
    ("class A:", "    def change(self) -> None: self.x = torch.zeros(4)", "Tensor"),
    ("class A:", "setattr(A, 'x', torch.zeros(4))", "Tensor"),
    ("def own(cls): return cls\n@own\nclass A:", "", "Tensor"),
    ("class M(type): ...\nclass A(metaclass=M):", "", "Tensor"),
    ("class A(NamedTuple):", "", "Tensor"),
]
PROGRAMS = [(program(CLASSES.format(head=head, more=more)), type_) for head, more, type_ in CASES]


@pytest.mark.parametrize(("said", "type_"), PROGRAMS)
def test_what_objects_have_of_their_class(said, type_):
    assert said.revealed == [type_]

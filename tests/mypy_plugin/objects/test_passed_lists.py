"""Modules in lists that a constructor is given are in the state of then, unless somebody changes it later."""

import pytest

from tests.mypy_plugin.checking import program

NET = """
class Head(nn.Module):
    def __init__(self, n: int, m: int) -> None:
        super().__init__()
        self.fc = nn.Linear(n, m)
    def forward(self, x: Any) -> Any:
        return self.fc(x)
class Net(nn.Module):
    def __init__(self, heads: {declared}) -> None:
        super().__init__()
        self.heads = nn.ModuleList(heads)
    def forward(self, x: Any) -> Any:
        return self.heads[0](x)
def use(x: Tensor[Any, CPU, "b 8"]) -> None:
    {made}
    reveal_type(net(x))
"""
DECLARED = ["list[Head]", "list[nn.Module]", "Any"]
KNOWN = {one: program(NET.format(declared=one, made="net = Net([Head(8, 2), Head(2, 3)])")) for one in DECLARED}
CHANGED = [
    "head = Head(8, 2)\n    net = Net([head])\n    head.half()",
    "heads = [Head(8, 2)]\n    net = Net(heads)\n    for head in heads: head.half()",
    "heads = [Head(8, 2)]\n    net = Net(heads)\n    heads[0].half()",
]
OPEN = [program(NET.format(declared=declared, made=made)) for made in CHANGED for declared in DECLARED]


@pytest.mark.parametrize("declared", DECLARED)
def test_what_is_in_a_list_is_known_whatever_is_declared(declared):
    assert KNOWN[declared].revealed == ['Tensor[Float32, CPU, "b 2"]']


@pytest.mark.parametrize("said", OPEN)
def test_a_list_whose_modules_are_cast_later(said):
    assert "Float" not in said.revealed[0]
    assert not said.refused

"""Containers of modules that a body fills one by one hold what was put in, in order, where that is known."""

import pytest

from tests.mypy_plugin.checking import program

NET = """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
class Net(nn.Module):
    def __init__(self, n, flag=True):
        super().__init__()
        {body}
    def forward(self, x):
        {run}
def use(n: int) -> None:
    reveal_type(Net({given})(torch.zeros(1, 2)))
"""
IN_TURN = "return self.net(x)"
LOOP = "for one in self.net:\n            x = one(x)\n        return x"
CASES = [
    ("self.net = nn.Sequential(); self.net.append(nn.Linear(2, 3))", IN_TURN, "1", '"1 3"'),
    ("self.net = nn.Sequential(nn.Linear(2, 3)); self.net.extend([nn.ReLU(), nn.Linear(3, n)])", IN_TURN, "4", '"1 4"'),
    ("self.net = nn.Sequential(nn.Linear(4, 3)); self.net.insert(0, nn.Linear(n, 4))", IN_TURN, "2", '"1 3"'),
    ("self.net = nn.ModuleList(); self.net += [nn.Linear(2, 3), nn.Linear(3, n)]", LOOP, "4", '"1 4"'),
    (
        "self.net = nn.ModuleList([nn.Linear(2, n)])\n        if flag: self.net.append(nn.Linear(n, 1))",
        LOOP,
        "4",
        '"1 1"',
    ),
    (
        "self.net = nn.Sequential()\n        for i in range(n): self.net.append(nn.Linear(2 + i, 3 + i))",
        IN_TURN,
        "n",
        None,
    ),
]
FOUND = [(program(NET.format(body=body, run=run, given=given)), shape) for body, run, given, shape in CASES]


@pytest.mark.parametrize(("said", "shape"), FOUND)
def test_filled(said, shape):
    assert said.revealed == ["Any" if shape is None else f"Tensor[Float32, CPU, {shape}]"]

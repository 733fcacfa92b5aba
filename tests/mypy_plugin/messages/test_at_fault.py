"""What a call finds wrong in a body is said there, and at the call where the caller is at fault."""

import pytest

from tests.mypy_plugin.checking import program
from tests.mypy_plugin.messages.lines import short

ROWS = """class Rows(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 3)
    def forward(self, batch):
        return self.fc(batch["x"])
"""
OUTER = """class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.zeros(4))
    def forward(self, x):
        return x.float() @ self.w
class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()
    def forward(self, x: Tensor[Float16, CPU, "b 4"]) -> torch.Tensor:
        return self.inner(x)
"""
BODIES = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, warn-unused-ignores=False
class Net(nn.Module):
    def __init__(self, n=3):
        super().__init__()
        self.fc = nn.Linear(n, 3)
    def forward(self, x):
        return self.fc(x)
def mean(x):
    return x.mean(0)
def both(x):
    y = x + 1
    return mean(y)
x = torch.zeros(2, 4)
i = torch.zeros(3, dtype=torch.int64)
{calls}
"""
CASES = {
    "one call": ("Net()(x)", ["7: tensor-shape as line 16 calls"]),
    "all calls": ("Net()(x)\nNet()(torch.zeros(5))", ["7: tensor-shape as line 16 calls"]),
    "a call before suits it": ("Net()(x[:, :3])\nNet()(x)", ["16: tensor-shape"]),
    "a later call suits it": (
        "Net()(x)\nNet()(torch.ones(5))\nNet()(x[:, :3])",
        ["15: tensor-shape", "16: tensor-shape"],
    ),
    "a call of which nothing is known": ("Net()(x)\nNet()(cast(Any, x))", ["7: tensor-shape as line 16 calls"]),
    "the module is of another dtype": ("Net().half()(x[:, :3])", ["15: tensor-dtype"]),
    "the module is on another device": ("Net().cuda()(x[:, :3])", ["15: tensor-device"]),
    "the module is elsewhere than a dict of tensors": (ROWS + "Rows().cuda()({'x': x})", ["21: tensor-device"]),
    "the caller gave it parts": ("net = Net()\nnet.fc = nn.Linear(9, 3)\nnet(x)", ["17: tensor-shape"]),
    "a function": ("mean(i)", ["9: tensor-dtype as line 16 calls"]),
    "a function in a function": ("both(i)", ["9: tensor-dtype as line 16 calls"]),
    "of the module less was known before": (
        f"{OUTER}Outer().half()(x.half())\n",
        ["20: tensor-dtype as line 28 calls"],
    ),
    "others suit the inner one": ("mean(x)\nboth(i)", ["12: tensor-dtype as line 17 calls"]),
    "the call is ignored": ("mean(i)  # type: ignore[tensor-dtype]", []),
    "the call is an argument": ("torch.abs(mean(i))", ["9: tensor-dtype as line 16 calls"]),
    "a call of open sizes suits it": (
        "def one(net: Net, y: Tensor[Float32, CPU, 'b _']) -> None: net(y)\nNet()(x)",
        ["7: tensor-shape as line 17 calls"],
    ),
    "a call in a function that is called suits it": (
        "net = Net()\nnet(x)\ndef give(y):\n    return net(y)\ngive(x[:, :3])",
        ["16: tensor-shape"],
    ),
    "a later round of its loop suits it": (
        "y = torch.zeros(2, 4)\nfor _ in range(3):\n    Net()(y)\n    y = torch.zeros(2, 3)",
        ["7: tensor-shape as line 18 calls"],
    ),
    "a later round in a function suits it": (
        "def run():\n    y = torch.zeros(2, 4)\n    for _ in range(3):\n        Net()(y)\n        y = y[:, :3]\nrun()",
        ["7: tensor-shape as line 19 calls"],
    ),
    "an argument of a call": ("Net()(mean(i))", ["9: tensor-dtype as line 16 calls"]),
}
PROGRAMS = [(program(BODIES.format(calls=calls)), said) for calls, said in CASES.values()]


@pytest.mark.parametrize(("found", "said"), PROGRAMS, ids=CASES)
def test_where_it_is_said(found, said):
    errors = [message for message in found.messages if "error:" in message]
    assert [short(error) for error in errors] == said

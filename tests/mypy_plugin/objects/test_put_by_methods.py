"""What a method of a module puts into it is known where it is called, if nobody else may have called such a method."""

import pytest

from tests.mypy_plugin.checking import program

NET = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Net(nn.Module):
    def __init__(self, n=4):
        super().__init__()
        self.body = nn.Linear(3, 8)
        self.head = nn.Linear(8, n)
    def reset(self, n):
        width = self.head.in_features
        self.head = nn.Linear(width, n)
    def perhaps(self, n, flag):
        if flag:
            self.head = nn.Linear(8, n)
    def early(self, n, flag):
        if flag:
            return
        self.head = nn.Linear(8, n)
    def forward(self, x):
        return self.head(self.body(x))
def other(model: Net):
    {other}
def use(x: Tensor[Float32, CPU, "n 3"], flag: bool) -> None:
    net = Net()
    {body}
    reveal_type(net(x))
"""
OPEN = 'Tensor[Float32, CPU, "n _"]'
CASES = [
    ("pass", "net.reset(6)", 'Tensor[Float32, CPU, "n 6"]'),
    ("pass", "net.reset(6); net.reset(5)", 'Tensor[Float32, CPU, "n 5"]'),
    ("model = Net(); model.reset(2)", "net.reset(6)", 'Tensor[Float32, CPU, "n 6"]'),
    ("pass", "net.reset(6); net.perhaps(5, flag)", OPEN),
    ("pass", "net.reset(6); net.early(5, flag)", OPEN),
    ("model.reset(2)", "net.reset(6)", OPEN),
    ("again = model.reset", "net.reset(6)", OPEN),
    ("pass", "second = net; net.reset(6); second.reset(5)", OPEN),
    ("model.head = nn.Linear(8, 3)", "net.reset(6)", OPEN),
    ("setattr(model, 'head', nn.Linear(8, 3))", "net.reset(6)", "Any"),
]
PROGRAMS = [(program(NET.format(other=other, body=body)), found) for other, body, found in CASES]


@pytest.mark.parametrize(("said", "found"), PROGRAMS, ids=[f"{other}; {body}" for other, body, _ in CASES])
def test_what_is_put(said, found):
    assert said.revealed == [found]
    assert not [message for message in said.messages if "[tensor-" in message]

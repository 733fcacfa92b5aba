"""Pairs that are taken together to one number are reported where the column was not made of a vector for them."""

import pytest

from tests.mypy_plugin.checking import codes, program

NET = """
# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Linear(8, 1)
    def forward(self, x):
        return self.fc(x)
def f(x: Tensor[Float32, CPU, "n 8"], y: Tensor[Float32, CPU, "n"], column: Tensor[Float32, CPU, "n 1"], given):
    net = Net()
    {}
"""
SAID = [
    "(net(x) - y).sum()",
    "torch.linalg.norm(y - net(x))",
    "(net.forward(x).detach() == y).any()",
    "net(x).sub(y).abs().max()",
    "(column - y).abs().mean()",
    "d = net(x) - y; e = d * d; e.mean()",
]
SILENT = [
    "(net(x) - y).sum(dim=1)",
    "(net(x) - y)[0, 0]",
    "(net(x) - y[:, None]).sum()",
    "(given[:, None] - y).sum()",
    "(y.view(-1, 1) - y).sum()",
    "(torch.stack([y], 1) - y).sum()",
    "d = net(x) - y; d = d[:, 0]; d.sum()",
    "c = given; (c - y).sum()",
    "s = net(x); (s - s.squeeze(1)).abs().mean()",
    "s = net(x); t = s.view(-1); (s - t).abs().mean()",
    "c, _ = given; (c - y).sum()",
    "(net(x) @ net(x).t() - y).sum()",
]
REPORTED = [program(NET.format(one)) for one in SAID]
MEANT = [program(NET.format(one)) for one in SILENT]
HELPERS = """
# mypy: allow-untyped-defs, allow-untyped-calls, allow-incomplete-defs
def distance(one, other):
    return (one - other).abs().mean()
def further(one, other):
    return distance(one, other) / 2
class Accuracy(nn.Module):
    def forward(self, one, other):
        return (one.round() == other).float().mean()
def f(x: Tensor[Float32, CPU, "n 8"], y: Tensor[Float32, CPU, "n"], given: Any):
    value, accuracy = nn.Linear(8, 1), Accuracy()
    {}
"""
CALLED = {
    "distance(value(torch.zeros(len(given), 8)), torch.zeros(len(given)))": "3 tensor-shape",
    "distance(value(x), y)": "3 tensor-shape",
    "further(value(x), y)": "3 tensor-shape",
    "accuracy(value(x), y)": "8 tensor-shape",
    "distance(y[:, None], y)": "",
    "further(y.unsqueeze(1), y)": "",
    "accuracy(y.view(-1, 1), y)": "",
    "distance(value(x)[:, 0], y)": "",
}
PROGRAMS = [(program(HELPERS.format(call)), found) for call, found in CALLED.items()]


@pytest.mark.parametrize("said", REPORTED, ids=SAID)
def test_what_is_reported(said):
    assert codes(said.messages) == ["10 tensor-shape"]


@pytest.mark.parametrize("said", MEANT, ids=SILENT)
def test_what_may_be_meant(said):
    assert said.messages == []


@pytest.mark.parametrize(("said", "found"), PROGRAMS, ids=CALLED)
def test_whoever_calls_knows_what_is_meant(said, found):
    assert codes(said.messages) == [found] * bool(found)

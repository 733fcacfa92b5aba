"""What is wrong in one of a loop's rounds is said at its line in the body, once, whatever calls it."""

import pytest

from tests.mypy_plugin.checking import program

NET = """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
class Net(nn.Module):
    def __init__(self, classes=3):
        super().__init__()
        {made}
        self.out = nn.Linear(5, classes)
    def forward(self, x):
        {loop}
        return self.out(x)
"""
TWO = "self.net = nn.ModuleList([nn.Linear(10, 20), nn.Linear({}, 5)])"
WRITTEN, FITTING = TWO.format(30), TWO.format(20)
FILLED = "self.net = nn.ModuleList()\n        for a, b in [(10, 20), (30, 5)]: self.net.append(nn.Linear(a, b))"
LOOP = "for one in self.net:\n            x = one(x)"
COUNTED = "for i in range(len(self.net)):\n            x = self.net[i](x)"
NUMBERED = "for i, one in enumerate(self.net):\n            x = one(x)\n            if i < 1: x = torch.relu(x)"
BEHIND = "for one in self.net:\n            if x.sum() > 0: x = one(x)"
SAID = "error: shapes (..., 20) and (30, 5) cannot be multiplied: 20 against 30"
CASES = [
    (WRITTEN, LOOP, ["9"]),
    (FILLED, LOOP, ["10"]),
    (WRITTEN, COUNTED, ["9"]),
    (WRITTEN, NUMBERED, ["9"]),
    (WRITTEN, f"{LOOP}\n            if x.sum() > 0: break", []),
    (FITTING, LOOP, []),
    (FITTING, BEHIND, []),
    (WRITTEN.replace("10", "classes"), LOOP, ["9"]),
    ("self.net = nn.ModuleList([nn.Linear(9, classes), nn.Linear(30, 5)])", LOOP, []),
    (f"{WRITTEN}\n        self.net.append(nn.Linear(1, 1))", "pass", []),
]
FOUND = [(program(NET.format(made=made, loop=loop)), lines) for made, loop, lines in CASES]


@pytest.mark.parametrize(("said", "lines"), FOUND)
def test_in_rounds(said, lines):
    assert said.messages == [f"{line}: {SAID}  [tensor-shape]" for line in lines]


AFTER = program("""
class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.net = nn.ModuleList([nn.Linear(10, 20), nn.Linear(20, 6)])
        self.out = nn.Linear(5, 1)
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for one in self.net:
            x = one(x)
        self.out(x)
        return x
    def each(self, x: Tensor[Float32, CPU, "b 10"]) -> None:
        for one in self.net:
            one(x)
    def quiet(self, x: torch.Tensor) -> None:
        for one in self.net:
            x = one(one(x))  # type: ignore[tensor-shape]
""")


def test_after_the_loop_and_before_mypy_comes_to_it():
    assert AFTER.messages == [
        "9: error: shapes (..., 6) and (5, 1) cannot be multiplied: 6 against 5  [tensor-shape]",
        "13: error: shapes (b, 10) and (20, 6) cannot be multiplied: 10 against 20  [tensor-shape]",
    ]


SUMMED = program("""
def listed(x: Tensor[Float32, CPU, "b 4"]) -> Tensor[Float32, CPU, ""]:
    total = torch.zeros(())
    for weight, term in [(0.1, x), (0.2, x.mean())]:
        total = total + weight * term
    return total  # refused
def by_key(x: Tensor[Float32, CPU, "b 4"]) -> Tensor[Float32, CPU, ""]:
    losses, total = {"a": x.double(), "b": x.mean()}, torch.zeros(())
    for name, loss in losses.items():
        total = total + loss.mean()
    return total  # refused
def counted(x: Tensor[Float32, CPU, "b 4"]) -> Tensor[Float32, CPU, ""]:
    total = torch.zeros(())
    for i, term in enumerate([x.mean(), x]):
        total = total + term
    return total  # refused
def known(x: Tensor[Float32, CPU, "b n"], w: Tensor[Float32, CPU, "n n"]) -> None:
    for term in [x, w]:
        if term is w:
            x @ term
def asked(x: Tensor[Float32, CPU, "b 4"]) -> Tensor[Float32, CPU, ""]:
    total = torch.zeros(())
    for name, loss in {"a": x, "b": x.mean()}.items():
        if name == "b":
            total = total + loss
    return total
def perhaps(x: Tensor[Float32, CPU, "b 4"], flag: bool) -> Tensor[Float32, CPU, ""]:
    total, terms = torch.zeros(()), [x.mean()]
    if flag:
        terms.append(x)
    for term in terms:
        total = total + term
    return total
""")


def test_tensors_that_differ_from_round_to_round():
    assert SUMMED.refused == SUMMED.marked

"""What a constructor puts into a container in rounds of unknown number is known as what any of the items may be."""

import pytest

from tests.mypy_plugin.checking import program

NET = """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return, name-defined"
class Net(nn.Module):
    def __init__(self, n, k):
        super().__init__()
        self.net = nn.ModuleList({begun})
        {fill}
    def forward(self, x):
        return self.net[0](x)
def use(n: int) -> None:
    reveal_type(Net(n, 2)(torch.zeros(1, 2)))
"""
CASES = [
    ("", "for _ in range(n): self.net.append(nn.Linear(k, 3))", 'Tensor[Float32, CPU, "1 3"]'),
    (
        "[nn.Linear(2, 4)]",
        "for _ in range(n): self.net.append(nn.Linear(k, 3))",
        'Tensor[Float32, CPU, "1 4"] | Tensor[Float32, CPU, "1 3"]',
    ),
    ("", "for _ in range(n): self.net.append(made(k))", "Any"),
    ("", "for _ in range(n): self.net.append(nn.Linear(k, 3))\n        self.net.extend(others(k))", "Any"),
    ("", "for _ in range(n): self.net.append(nn.Linear(k, 3)); self.net.pop(0)", "Any"),
]
FOUND = [(program(NET.format(begun=begun, fill=fill)), shown) for begun, fill, shown in CASES]


@pytest.mark.parametrize(("said", "shown"), FOUND)
def test_filled_at_last(said, shown):
    assert said.revealed == [shown]

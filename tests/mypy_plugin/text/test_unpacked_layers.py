"""What a loop over a container unpacks are the items of its items, however it goes through it."""

import pytest

from tests.mypy_plugin.checking import program

NET = """
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return, misc, has-type, index, var-annotated"
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.rows = nn.ModuleList()
        self.others = nn.ModuleList()
        for _ in range(n):
            self.rows.append(nn.ModuleList([nn.Linear(2, 3), nn.Linear(3, 2)]))
            self.others.append(nn.Linear(2, 2))
    def forward(self, x):
        {loop}
        return x
def use(n: int) -> None:
    torch.zeros(4, 1) @ Net(n)(torch.zeros(1, 2))
    Net(n)(torch.zeros(1, 2)) @ torch.zeros(5, 1)
"""
LOOPS = [
    "for a, b in self.rows: x = b(a(x))",
    "for i, (a, b) in enumerate(self.rows): x = b(a(x))",
    "for (a, b), other in zip(self.rows, self.others): x = other(b(a(x)))",
]
FOUND = [program(NET.format(loop=loop)) for loop in LOOPS]


@pytest.mark.parametrize("said", FOUND)
def test_unpacked(said):
    assert [one.partition(":")[0] for one in said.messages] == ["15"]

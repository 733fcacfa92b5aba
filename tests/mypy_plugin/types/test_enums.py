"""A member of an enum of numbers is that number; of another enum its value is."""

from tests.mypy_plugin.checking import program

PROGRAM = program("""
from enum import Enum, IntEnum
class Sizes(IntEnum):
    HIDDEN = 4
    OUT = 3
class Width(Enum):
    SMALL = 4
    LARGE = 8
class Net(nn.Module):
    def __init__(self, width=Width.SMALL, out=Sizes.OUT):
        super().__init__()
        self.fc = nn.Linear(width.value, Sizes.HIDDEN)
        self.out = nn.Linear(Sizes.HIDDEN * 2 - 4, out)
    def forward(self, x):
        return self.out(self.fc(x))
def use() -> None:
    Net()(torch.zeros(2, 8))  # refused
    Net()(torch.zeros(2, 4)) @ torch.zeros(4, 1)  # refused
    Net(Width.LARGE)(torch.zeros(2, 8)) @ torch.zeros(3, 1)
    Net(Width.LARGE, Sizes.HIDDEN)(torch.zeros(2, 8)) @ torch.zeros(3, 1)  # refused
""")


def test_what_is_refused():
    assert PROGRAM.refused == PROGRAM.marked

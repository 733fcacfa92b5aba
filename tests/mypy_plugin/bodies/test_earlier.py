"""A number that a constructor has given an attribute is a size in the rest of it, if no one else gives it another."""

from tests.mypy_plugin.checking import program

PROGRAM = program("""
class Net(nn.Module):
    def __init__(self, heads):
        super().__init__()
        self.pairs = heads * (heads - 1)
        self.gamma = nn.Parameter(torch.ones(16, self.pairs))
    def forward(self, x):
        return x @ self.gamma.t()
class Other(nn.Module):
    def __init__(self, heads):
        super().__init__()
        self.pairs = heads * (heads - 1)
        self.pairs = heads
        self.gamma = nn.Parameter(torch.ones(16, self.pairs))
    def forward(self, x):
        return x @ self.gamma.t()
def use() -> None:
    Net(3)(torch.zeros(2, 3))  # refused
    Net(3)(torch.zeros(2, 6))
    Other(3)(torch.zeros(2, 3))
""")


def test_what_is_refused():
    assert PROGRAM.refused == PROGRAM.marked

"""A constructor that gives attributes by name is read as if it assigned them, in modules that are no sequences."""

from tests.mypy_plugin.checking import PLAIN, program

KNOWN = program(
    """
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        setattr(self, "fc", nn.Linear(n, 4))
        self.add_module("out", nn.Linear(5, 3))
        self.register_buffer("mean", torch.zeros(4))
    def forward(self, x):
        return self.out(self.fc(x) - self.mean)  # refused
class Rows(nn.Sequential):
    def __init__(self):
        super().__init__()
        self.add_module("a", nn.Linear(8, 4))
        setattr(self, "b", nn.Linear(4, 2))
def run():
    Net(8)(torch.zeros(2, 8))
    Rows()(torch.zeros(2, 8))
""",
    PLAIN,
)
TAKEN = program(
    """
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        setattr(self, "fc", nn.Linear(n, 4))
    def drop(self):
        delattr(self, "fc")
        self.fc = nn.Identity()
    def forward(self, x):
        return getattr(self, "fc")(x)
def run():
    net = Net(8)
    net.drop()
    net(torch.zeros(2, 9))
""",
    PLAIN,
)


def test_it_is_an_assignment():
    assert KNOWN.refused == KNOWN.marked


def test_what_is_taken_away_by_name_is_not_believed():
    assert TAKEN.refused == []

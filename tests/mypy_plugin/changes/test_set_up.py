"""What a method that only the constructor calls gives the object is known as what the constructor gives it."""

from tests.mypy_plugin.checking import program

NET = """
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.n = n
        self.setup(4)
    def setup(self, out):
        self.fc = nn.Linear(self.n, out)
    def forward(self, x):
        return self.fc(x)
"""
ONCE = program(f"""{NET}
def use() -> None:
    Net(3)(torch.zeros(2, 5))  # refused
    Net(3)(torch.zeros(2, 3))
    Net(5)(torch.zeros(2, 5))
""")
AGAIN = program(f"""{NET}
def use(again) -> None:
    net = Net(3)
    again.n = 5
    again.setup(4)
    net(torch.zeros(2, 5))
""")
OVERRIDDEN = program(f"""{NET}
class Heir(Net):
    def setup(self, out):
        self.fc = nn.Linear(5, out)
def use() -> None:
    Heir(3)(torch.zeros(2, 5))
""")


def test_once():
    assert ONCE.refused == ONCE.marked


def test_again_or_by_an_heir():
    assert [AGAIN.refused, OVERRIDDEN.refused] == [[], []]

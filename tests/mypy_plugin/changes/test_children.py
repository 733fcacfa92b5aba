"""The children of a module are what its constructor registers, in that order; no others are believed."""

from tests.mypy_plugin.checking import program

PROGRAM = program("""
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(8, 16)
        self.b = nn.Linear(17, 4)
    def forward(self, x):
        for name, layer in self.named_children():
            x = layer(x)  # refused
        return x
class Cut(nn.Module):
    def __init__(self):
        super().__init__()
        base = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4))
        self.features = nn.Sequential(*list(base.children())[:-1])
        self.head = nn.Linear(4, 2)
    def forward(self, x):
        return self.head(self.features(x))  # refused
class Shared(nn.Module):
    def __init__(self):
        super().__init__()
        layer = nn.Linear(8, 4)
        self.a = layer
        self.b = layer
    def forward(self, x):
        for one in self.children():
            x = one(x)
        return x
class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(8, 16)
    def forward(self, x):
        for one in self.children():
            x = one(x)
        return x @ torch.zeros(4, 4)
class Heir(Base):
    def __init__(self):
        super().__init__()
        self.b = nn.Linear(16, 4)
def use() -> None:
    Net()(torch.zeros(2, 8))
    Cut()(torch.zeros(2, 8))
    Shared()(torch.zeros(2, 8))
    Heir()(torch.zeros(2, 8))
""")


def test_what_is_refused():
    assert PROGRAM.refused == PROGRAM.marked

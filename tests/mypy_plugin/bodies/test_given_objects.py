"""Loops and branches follow what an object says that is given to the body, where nothing gives it something else."""

from tests.mypy_plugin.checking import program

PROGRAM = program("""
class Fixed:
    def __init__(self):
        self.layers = 3
        self.shrinks = False
class Shared:
    layers = 2
    shrinks = True
class Made:
    def __init__(self, layers, **others):
        self.layers = layers
        self.shrinks = False
class Free:
    def __init__(self, **others):
        self.layers = 3
        self.shrinks = False
        for name, value in others.items():
            setattr(self, name, value)
class Net(nn.Module):
    def __init__(self, config):
        super().__init__()
        layers = [nn.Linear(4, 4)]
        width = 4
        for _ in range(config.layers):
            layers.append(nn.Linear(width, width * 2))
            width = width * 2
        if config.shrinks:
            layers.append(nn.Linear(width, 32))
        self.net = nn.Sequential(*layers)
        self.out = nn.Linear(32, 3)
    def forward(self, x):
        return self.out(self.net(x))
def use() -> None:
    Net(Fixed())(torch.zeros(2, 4))
    Net(Fixed())(torch.zeros(2, 5))  # refused
    Net(Shared())(torch.zeros(2, 4))
    Net(Made(3))(torch.zeros(2, 4))
    Net(Made(2))(torch.zeros(2, 4))  # refused
    Net(Free(layers=2, shrinks=True))(torch.zeros(2, 4))
""")
HEIRS = program("""
class Shared:
    layers = 3
class Heir(Shared):
    layers = 2
def wide(config):
    width = 4
    for _ in range(config.layers):
        width = width * 2
    return torch.zeros(width)
def use() -> None:
    wide(Shared()) + torch.zeros(16)
    wide(Heir()) + torch.zeros(16)
""")


def test_what_is_refused():
    assert PROGRAM.refused == PROGRAM.marked


def test_a_class_of_which_another_one_derives():
    assert HEIRS.refused == []

"""Lists of layers in attributes are known until they become a container, unless other methods fill them."""

from tests.mypy_plugin.checking import program

PROGRAM = program("""
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.model = []
        self.model += [nn.Linear(n, 8), nn.ReLU()]
        self.model.append(nn.Linear(9, 2))
        self.model = nn.Sequential(*self.model)
    def forward(self, x):
        return self.model(x)  # refused
class Kept(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.layers = []
        for i in range(2):
            self.layers.append(nn.Linear(n, n))
        self.net = nn.Sequential(*self.layers)
    def forward(self, x):
        return self.net(x)
class Filled(Kept):
    pass
class Late(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.layers = []
        self.layers.append(nn.Linear(n, n))
        self.more()
        self.net = nn.Sequential(*self.layers)
    def more(self):
        self.layers.append(nn.Linear(8, 2))
    def forward(self, x):
        return self.net(x)
def use() -> None:
    Net(3)(torch.zeros(2, 3))
    Kept(3)(torch.zeros(2, 4))  # refused
    Kept(4)(torch.zeros(2, 4))
    Late(8)(torch.zeros(2, 8)) @ torch.zeros(2, 8)
""")


def test_what_is_refused():
    assert PROGRAM.refused == PROGRAM.marked

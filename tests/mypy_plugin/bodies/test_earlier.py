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
class Body(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.layers = nn.Sequential(*[nn.Linear(i, o) for i, o in zip(sizes, sizes[1:])])
    def forward(self, x):
        return self.layers(x)
class Listed(nn.Module):
    def __init__(self, n, sizes):
        super().__init__()
        self.sizes = [n, *sizes]
        self.body = Body(self.sizes)
    def forward(self, x):
        return self.body(x)
class Filled(nn.Module):
    def __init__(self, n, sizes):
        super().__init__()
        self.widths = [n, *sizes]
        self.widths.insert(0, 2)
        self.body = Body(self.widths)
    def forward(self, x):
        return self.body(x)
class FilledAnew(nn.Module):
    def __init__(self, given):
        super().__init__()
        self.more = given
        self.more.insert(0, 2)
        self.body = Body(self.more)
    def forward(self, x):
        return self.body(x)
class Chosen(nn.Module):
    choice = [7, 2]
    def __init__(self, is_big):
        super().__init__()
        if is_big:
            self.choice = [3, 4]
        self.body = Body(self.choice)
    def forward(self, x):
        return self.body(x)
class Sized(nn.Module):
    width = 7
    def __init__(self, is_big):
        super().__init__()
        if is_big:
            self.width = 3
        self.body = nn.Linear(self.width, 2)
    def forward(self, x):
        return self.body(x)
class Sizes:
    width = 7
class Renewed:
    renewed = 7
class Read(nn.Module):
    def __init__(self):
        super().__init__()
        self.sizes = [3, 4]
        self.layers = nn.Sequential(*[nn.Linear(Sizes.width, Sizes.width) for _ in range(2)])
        self.last = nn.Linear(Sizes.width, self.sizes[0])
    def forward(self, x):
        return self.last(self.layers(x))
class ReadRenewed(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(*[nn.Linear(Renewed.renewed, Renewed.renewed) for _ in range(2)])
    def forward(self, x):
        return self.layers(x)
setattr(Renewed, "renewed", 3)
class Block(nn.Module):
    expansion = 2
class Wide(Block):
    expansion = 3
class Given(nn.Module):
    def __init__(self, block, n):
        super().__init__()
        self.fc = nn.Linear(n * block.expansion, 2)
    def forward(self, x):
        return self.fc(x)
class GivenAgain(nn.Module):
    def __init__(self, block, n):
        super().__init__()
        block = Wide
        self.fc = nn.Linear(n * block.expansion, 2)
    def forward(self, x):
        return self.fc(x)
class Grown(nn.Module):
    growth = 2
def grow() -> None:
    Grown.growth = 3
class GivenGrown(nn.Module):
    def __init__(self, block, n):
        super().__init__()
        self.fc = nn.Linear(n * block.growth, 2)
    def forward(self, x):
        return self.fc(x)
def given(flag: bool) -> None:
    Given(Block, 4)(torch.zeros(2, 12))  # refused
    Given(Block, 4)(torch.zeros(2, 8))
    Given(Wide, 4)(torch.zeros(2, 12))
    Given(Wide, 4)(torch.zeros(2, 8))  # refused
    Given(Wide if flag else Block, 4)(torch.zeros(2, 8))
    GivenAgain(Block, 4)(torch.zeros(2, 12))
    GivenGrown(Grown, 4)(torch.zeros(2, 12))
def read() -> None:
    Read()(torch.zeros(2, 7)) @ torch.zeros(3, 2)
    Read()(torch.zeros(2, 7)) @ torch.zeros(4, 2)  # refused
    Read()(torch.zeros(2, 3))  # refused
    ReadRenewed()(torch.zeros(2, 3))
def use(flag: bool) -> None:
    Listed(3, [4])(torch.zeros(2, 3))
    Listed(3, [4])(torch.zeros(2, 7))  # refused
    Filled(3, [4])(torch.zeros(2, 7))
    FilledAnew([7])(torch.zeros(2, 2))
    Chosen(flag)(torch.zeros(2, 7))
    Sized(flag)(torch.zeros(2, 7))
    Net(3)(torch.zeros(2, 3))  # refused
    Net(3)(torch.zeros(2, 6))
    Other(3)(torch.zeros(2, 3))
""")


def test_what_is_refused():
    assert PROGRAM.refused == PROGRAM.marked

"""What a call gives to `*args` and `**options` is known one by one."""

from tests.mypy_plugin.checking import program

PROGRAM = program("""
class Net(nn.Module):
    def __init__(self, *sizes, **options):
        super().__init__()
        layers = [nn.Linear(a, b) for a, b in zip(sizes[:-1], sizes[1:])]
        self.net = nn.Sequential(*layers)
        self.head = nn.Linear(options.get("hidden", 4), options["out"])
    def forward(self, x):
        return self.head(self.net(x))
class Heir(Net):
    def __init__(self, **options):
        super().__init__(8, 4, **options)
class Set(Net):
    def __init__(self, *sizes, **options):
        options["out"] = 9
        super().__init__(*sizes, **options)
def together(*xs, dim=0):
    return torch.cat(xs, dim=dim)
def use() -> None:
    Net(8, 16, 4, out=3)(torch.zeros(2, 9))  # refused
    Net(8, 16, 4, out=3)(torch.zeros(2, 8))
    Net(8, 16, 4, out=3, hidden=5)(torch.zeros(2, 8))  # refused
    Heir(out=3)(torch.zeros(2, 8))
    Heir(out=3, hidden=5)(torch.zeros(2, 8))  # refused
    torch.add(Set(8, 4, out=3)(torch.zeros(2, 8)), torch.zeros(2, 9))
    together(torch.zeros(2, 3), torch.zeros(2, 4))  # refused
    together(torch.zeros(2, 3), torch.zeros(2, 4), dim=1)
""")


def test_what_is_refused():
    assert PROGRAM.refused == PROGRAM.marked

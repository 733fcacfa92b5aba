"""What a constructor puts into its object by name is known where nobody else may do so."""

from tests.mypy_plugin.checking import PLAIN, program

NET = """
class Net(nn.Module):
    def __init__(self, n, names=()):
        super().__init__()
        for i in range(2):
            setattr(self, f"fc{i}", nn.Linear(n, n))
        for name in names:
            setattr(self, name, nn.Linear(3, 3))
    def forward(self, x):
        for i in range(2):
            x = getattr(self, f"fc{i}")(x)
        return x
"""
KNOWN = program(f"{NET}\nNet(4)(torch.zeros(2, 4))\nNet(4)(torch.zeros(2, 5))  # refused\n", PLAIN)
ANY_NAME = program(f"{NET}\ndef run(names: list[str]):\n    Net(4, names)(torch.zeros(2, 3))\n", PLAIN)
SECOND = program(
    f"""
{NET}
    def shrink(self):
        setattr(self, "fc0", nn.Linear(3, 4))
net = Net(4)
net.shrink()
net(torch.zeros(2, 3))
""",
    PLAIN,
)
OUTSIDE = program(f"{NET}\nnet = Net(4)\nnet.fc0 = nn.Linear(3, 4)\nnet(torch.zeros(2, 3))\n", PLAIN)
HEIR = program(
    f"""
{NET}
class Wide(Net):
    def __init__(self):
        super().__init__(4)
        setattr(self, "fc0", nn.Linear(3, 4))
def run(net: Net):
    net(torch.zeros(2, 3))
Wide()(torch.zeros(2, 3))
run(Wide())
""",
    PLAIN,
)


def test_each_is_what_its_round_gives():
    assert KNOWN.refused == KNOWN.marked


def test_of_one_that_may_be_another_nothing_is_said():
    assert [one.refused for one in (ANY_NAME, SECOND, OUTSIDE, HEIR)] == [[], [], [], []]

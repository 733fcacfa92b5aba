"""Children of a module, given to another one: which they are is known as long as nobody may have put in others."""

from tests.mypy_plugin.checking import PLAIN, program

NET = """
class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = nn.Conv2d(3, width, 3)
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.fc = nn.Linear(width, 10)
"""
X = "torch.zeros(2, 3, 8, 8)"
KNOWN = program(
    f"""
{NET}
class Head(nn.Module):
    def __init__(self, net):
        super().__init__()
        layers = list(net.children())[:-1]
        self.features = nn.Sequential(*layers)
        self.fc = nn.Linear(32, 2)
    def forward(self, x):
        return self.fc(self.features(x))  # refused
def run():
    net = Net(32)
    nn.Sequential(*net.children())({X})  # refused
    layers = list(net.children())
    nn.Sequential(*layers[:2], nn.Flatten(), nn.Linear(16, 2))({X})  # refused
    nn.Sequential(*list(net.children())[:-1], nn.Flatten(), nn.Linear(32, 2))({X})
    Head(net)({X})
""",
    PLAIN,
)
REPLACED = program(
    f"""
{NET}
def run():
    net = Net(32)
    net.fc = nn.Linear(32, 3)
    nn.Sequential(*list(net.children())[:-1], nn.Flatten(), nn.Linear(16, 2))({X})  # refused
""",
    PLAIN,
)
CHANGED = program(
    f"""
{NET}
def cut(net):
    layers = list(net.children())
    layers.pop(1)
    return nn.Sequential(*layers)
def run():
    net = Net(32)
    layers = list(net.children())
    layers[2] = nn.Flatten()
    nn.Linear(32, 2)(nn.Sequential(*layers)({X}))
    nn.Linear(6, 2)(cut(net)({X}))
    moved = Net(32)
    features = nn.Sequential(*list(moved.children())[:-1])
    moved.half()
    features({X}.half())
    each = net.children()
    next(each)
    nn.Sequential(*each)({X})
""",
    PLAIN,
)
MORE = program(
    f"""
{NET}
def extend(net):
    net.flat = nn.Flatten()
def run():
    net = Net(32)
    extend(net)
    nn.Sequential(*net.children())({X})
""",
    PLAIN,
)
LESS = program(
    f"""
{NET}
def run():
    net = Net(32)
    del net.fc
    nn.Sequential(*net.children())({X})
    other = Net(32)
    other.fc = None
    nn.Sequential(*other.children())({X})
""",
    PLAIN,
)
GROWN = program(
    f"""
{NET}
    def grow(self):
        self.flat = nn.Flatten()
class Wide(Net):
    pass
def run():
    net = Net(32)
    net.grow()
    nn.Sequential(*net.children())({X})
""",
    PLAIN,
)


def test_they_are_what_the_constructor_makes_them():
    assert KNOWN.refused == KNOWN.marked
    assert REPLACED.refused == REPLACED.marked


def test_of_others_nothing_is_said():
    assert [one.refused for one in (CHANGED, MORE, LESS, GROWN)] == [[], [], [], []]

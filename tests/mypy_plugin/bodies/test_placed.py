"""What is kept of a variable is what does not change; what is read there are its items at their places."""

from mypy.nodes import IndexExpr, IntExpr, NameExpr, StrExpr

from dtensortypes.mypy_plugin.bodies.known_types import OPAQUE
from dtensortypes.mypy_plugin.bodies.placed import in_all, placed, plain
from dtensortypes.mypy_plugin.text.computed import Modules, ModulesByName
from tests.mypy_plugin.checking import PLAIN, program


def test_plain():
    assert plain(NameExpr("x")) is OPAQUE
    assert plain((1, NameExpr("x"), (NameExpr("y"), 2))) == (1, OPAQUE, (OPAQUE, 2))
    assert isinstance(plain(Modules([OPAQUE])), Modules)
    assert plain(ModulesByName({"a": NameExpr("x")})) == {"a": OPAQUE}


def test_in_all():
    assert in_all([1, 1]) == 1
    assert in_all([1, True]) is OPAQUE


def test_placed():
    place = NameExpr("xs")
    number, module = placed((1, OPAQUE), place)
    assert number == 1
    assert isinstance(module, IndexExpr)
    assert isinstance(module.index, IntExpr)
    rows = placed(Modules([Modules([OPAQUE])]), place)
    assert rows.place is place
    assert isinstance(rows[0].place, IndexExpr)
    assert isinstance(rows[0][0].base, IndexExpr)
    named = placed(ModulesByName({"a": OPAQUE}), place)
    assert isinstance(named["a"].index, StrExpr)


IN_WORDS = program("""
class Block(nn.Module):
    def __init__(self, options=None):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3, **(options or {}))
    def forward(self, x):
        return self.conv(x)
class Stored(nn.Module):
    def __init__(self, stored=None):
        super().__init__()
        if stored:
            stored["padding"] = 1
        self.conv = nn.Conv2d(3, 8, 3, **(stored or {"padding": 1}))
    def forward(self, x):
        return self.conv(x)
class Twice(nn.Module):
    def __init__(self, twice=None):
        super().__init__()
        twice = twice or {"bias": False}
        for _ in range(2):
            self.conv = nn.Conv2d(3, 8, 3, **twice)
            twice = {"padding": 1}
    def forward(self, x):
        return self.conv(x)
def use(x: Tensor[Float32, CPU, "2 3 16 16"], head: nn.Linear) -> None:
    nn.Linear(16, 2)(Block()(x))  # refused
    nn.Linear(16, 2)(Block({"stride": 1})(x))  # refused
    nn.Linear(16, 2)(Block({"padding": 1})(x))
    nn.Linear(16, 2)(Stored()(x))
    nn.Linear(16, 2)(Stored({"stride": 1})(x))
    nn.Linear(16, 2)(Twice()(x))
    nn.Linear(14, 2)(Twice()(x))  # refused
""")


def test_put_in_words():
    assert IN_WORDS.refused == IN_WORDS.marked


ANSWERS = program(
    """
class Residual(nn.Module):
    def __init__(self, n, m, stride, shortcut=True):
        super().__init__()
        self.is_same = (n == m)
        self.adds = shortcut and stride == 1 and self.is_same
        self.conv = nn.Conv2d(n, m, 3, stride, 1)
    def forward(self, x):
        if self.adds:
            return x + self.conv(x)
        else:
            return self.conv(x)
class Widened(Residual):
    def widen(self):
        self.adds = True
class Fused(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.is_fused = not n
        self.fc = nn.Linear(4, n)
    def forward(self, x):
        return x if self.is_fused else self.fc(x)
class Training(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.training = n == 3
        self.fc = nn.Linear(4, n)
    def forward(self, x):
        return self.fc(x) if self.training else x
x = torch.zeros(2, 8, 6, 6)
reveal_type(Residual(8, 8, 1)(x))
reveal_type(Residual(8, 5, 1)(x))
reveal_type(Residual(8, 8, 2)(x))
reveal_type(Residual(8, 5, int(input()))(x))
reveal_type(Widened(8, 8, 2)(x))
reveal_type(Fused(3)(torch.zeros(2, 4)))
fused = Fused(3)
reveal_type(Training(3)(torch.zeros(2, 4)))
Residual(8, 5, 2)(x[:, 1:])  # refused
def later(net: Widened) -> None:
    net.widen()
""",
    prelude=PLAIN,
)


def test_the_answers_that_a_constructor_keeps():
    assert ANSWERS.revealed == [
        'Tensor[Float32, CPU, "2 8 6 6"]',
        'Tensor[Float32, CPU, "2 5 6 6"]',
        'Tensor[Float32, CPU, "2 8 3 3"]',
        'Tensor[Float32, CPU, "2 5 _ _"]',
        "Tensor[Float32, CPU]",
        'Tensor[Float32, CPU, "2 3"]',
        'Tensor[Float32, CPU, "2 3"] | Tensor[Float32, CPU, "2 4"]',
    ]
    assert ANSWERS.refused == ANSWERS.marked


OF_COMPREHENSIONS = program(
    """
class Branches(nn.Module):
    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleList([nn.Sequential(nn.Conv2d(3, 4, k, padding=k // 2), nn.ReLU()) for k in (1, 3)])
    def forward(self, x):
        return torch.stack([conv(x) for conv in self.convs])
    def numbered(self, x):
        return torch.stack([conv(x) * i for i, conv in enumerate(self.convs)])
    def odd(self, x):
        return torch.cat([conv(x) for conv in self.convs if x.shape[0] == 2], dim=1)
made, x = Branches(), torch.zeros(2, 3, 5, 5)
reveal_type(made(x))
reveal_type(made.numbered(x))
reveal_type(made.odd(x))
""",
    prelude=PLAIN,
)


def test_the_variable_of_a_comprehension_is_nothing_outside_of_it():
    assert OF_COMPREHENSIONS.revealed == [
        'Tensor[Float32, CPU, "2 2 4 5 5"]',
        'Tensor[Float32, CPU, "_ 2 4 5 5"]',
        'Tensor[Float32, CPU, "2 8 5 5"]',
    ]

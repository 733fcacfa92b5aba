"""A body is read with what its call, its class and its constructor say of numbers."""

from mypy.nodes import Block, FuncDef

from dtensortypes.mypy_plugin.bodies.reread import written_in
from tests.mypy_plugin.checking import parsed, program

READ = program("""
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
class Net(nn.Module):
    growth = 2
    def __init__(self, depth, width=4):
        super().__init__()
        self.depth, self.width = depth, width
        self.steps = depth
        self.fc = nn.Linear(width, width)
    def forward(self, x):
        for _ in range(self.steps):
            x = x.repeat(1, self.growth)
        return x
class Wide(Net):
    growth = 3
class Set(Net):
    def grow(self):
        self.steps = 5
def use(n: int) -> None:
    reveal_type(Net(2)(torch.zeros(1, 4)))
    reveal_type(Wide(2)(torch.zeros(1, 4)))
    reveal_type(Net(n)(torch.zeros(1, 4)))
    reveal_type(Set(1)(torch.zeros(1, 4)))
""")


def test_attributes():
    assert READ.revealed[:2] == ['Tensor[Float32, CPU, "1 16"]', 'Tensor[Float32, CPU, "1 36"]']
    assert READ.revealed[0] not in READ.revealed[2:]


FIELDS = program("""
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
from dataclasses import dataclass
@dataclass
class Config:
    depth: int = 2
    width: int = 4
class Net(nn.Module):
    def __init__(self, config):
        super().__init__()
        layers = []
        for i in range(config.depth):
            layers.append(nn.Linear(config.width + i, config.width + i + 1))
        self.net = nn.Sequential(*layers)
    def forward(self, x):
        return self.net(x)
def use() -> None:
    reveal_type(Net(Config())(torch.zeros(1, 4)))
    reveal_type(Net(Config(depth=3))(torch.zeros(1, 4)))
""")


def test_fields_of_a_configuration():
    assert FIELDS.revealed == ['Tensor[Float32, CPU, "1 6"]', 'Tensor[Float32, CPU, "1 7"]']


def test_what_is_written_out():
    (function,) = parsed("\ndef f(xs):\n    for x in xs: pass\n").defs
    assert isinstance(function, FuncDef)
    assert not written_in(function, function, frozenset()).has_rounds
    loop = Block([])  # as it stands where a loop was
    loop.set_line(3)
    copied = FuncDef("f", [], Block([loop]))
    assert written_in(function, copied, frozenset({"ys"})) == (True, {"ys"})
    (made,) = parsed("\ndef f(xs):\n    return [x for x in xs]\n").defs
    assert isinstance(made, FuncDef)
    assert not written_in(made, made, frozenset()).has_rounds
    copied.body.body.clear()
    assert written_in(made, copied, frozenset()).has_rounds


UNPACKED = program("""
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
def of_two(xs):
    a, b = xs
    return a, b
def of_itself(x):
    x, skip = x
    return torch.cat([x, skip], 1)
def turned(xs):
    xs.reverse()
    a, b = xs
    return a, b
def again(xs):
    if len(xs) > 1:
        xs = [xs[0], xs[0]]
    a, b = xs
    return a, b
def use() -> None:
    x, y = torch.zeros(2, 3), torch.zeros(2, 4)
    reveal_type(of_two([x, y]))
    reveal_type(of_itself([x, y]))
    reveal_type(turned([x, y]))
    reveal_type(again([x, y]))
""")


def test_lists_that_are_unpacked():
    x, y, whole = (f'Tensor[Float32, CPU, "2 {size}"]' for size in (3, 4, 7))
    assert UNPACKED.revealed[:2] == [f"tuple[{x}, {y}]", whole]
    assert not {f"tuple[{x}, {y}]", f"tuple[{y}, {x}]"} & set(UNPACKED.revealed[2:])

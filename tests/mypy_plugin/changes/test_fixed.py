"""A number that a class gives an attribute, and nobody else, is the size of a layer."""

import pytest

from tests.mypy_plugin.checking import program, unplaced

NET = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Net(nn.Module):
    {above}
    def __init__(self) -> None:
        super().__init__()
        {first}
        self.fc = nn.Linear(self.hidden, 4)
    def forward(self, x):
        return self.fc(x)
{beside}
def use() -> None:
    Net()(torch.zeros(2, 5))
"""
MISFIT = ["shapes (2, 5) and (8, 4) cannot be multiplied: 5 against 8"]
CASES = [
    ("pass", "self.hidden = 8", "", MISFIT),
    ("hidden = 8", "pass", "", MISFIT),
    ("hidden = 8", "self.hidden = 5", "", []),
    ("hidden: int = 8", "pass", "", []),
    ("hidden = 2 * 2 * 2", "pass", "", MISFIT),
    ("pass", "self.hidden = 4 * 2", "", MISFIT),
    ("pass", "self.hidden = 4 * HALF", "HALF = 2", MISFIT),
    ("pass", "n = 2\n        self.hidden = 4 * n\n        n = 1", "", MISFIT),
    ("hidden = 4 * 2", "pass", "class Wide(Net):\n    hidden = 5", []),
    ("pass", "self.hidden = 8", "def change(net: Net) -> None: net.hidden = 5", []),
    ("hidden = 8", "pass", "class Wide(Net):\n    hidden = 5", MISFIT),  # it is a Net, and no Wide
    ("hidden = 8", "for name in ['hidden']:\n            setattr(self, name, 5)", "", []),
]
PROGRAMS = [(program(NET.format(above=a, first=f, beside=b)), wrong) for a, f, b, wrong in CASES]


@pytest.mark.parametrize(("said", "wrong"), PROGRAMS)
def test_fixed_numbers(said, wrong):
    assert [unplaced(message.partition("error: ")[2]) for message in said.messages] == wrong


FUNCTIONS = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
def pair(a, b): return a + b
def table(a, b): return a[:, None] + b[None]
def use(fn, a, b): return fn(a, b)
def late(fn, a):
    fn = table
    return fn(a, a)
def usual(a, fn=pair): return fn(a, a)
x = torch.zeros(3)
chosen = pair if torch.rand(()) > 0.5 else table
kept = table
by_name = {"pair": pair, "table": table}
reveal_type(use(pair, x, x))
reveal_type(use(table, x, x))
reveal_type(use(kept, x, x))
reveal_type(usual(x))
reveal_type(usual(x, table))
reveal_type(use(chosen, x, x))
reveal_type(use(by_name["table"], x, x))
reveal_type(use(pair if len(x) else table, x, x))
reveal_type(late(pair, x))
""")


def test_functions():
    row, grid = 'Tensor[Float32, CPU, "3"]', 'Tensor[Float32, CPU, "3 3"]'
    assert FUNCTIONS.revealed == [row, grid, grid, row, grid, "Any", grid, "Any", FUNCTIONS.revealed[-1]]
    assert FUNCTIONS.revealed[-1] in {"Any", grid}


OF_CLASSES = program("""
class Config:
    hidden = 64
class Given:
    given = 64
class Looking(type):
    def __getattribute__(cls, name):
        return 32 if name == "looked" else super().__getattribute__(name)
class Looked(metaclass=Looking):
    looked = 64
class Net(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.fc = nn.Linear(config.hidden, 4)
    def forward(self, x):
        return self.fc(x)
class OfGiven(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.fc = nn.Linear(config.given, 4)
    def forward(self, x):
        return self.fc(x)
Given.given = 32
def use() -> None:
    nn.Linear(Config.hidden, 3)(torch.zeros(2, 64))
    nn.Linear(Config.hidden, 3)(torch.zeros(2, 32))  # refused
    nn.Linear(Given.given, 3)(torch.zeros(2, 32))
    nn.Linear(Looked.looked, 3)(torch.zeros(2, 32))
    Net(Config)(torch.zeros(2, 64))
    Net(Config)(torch.zeros(2, 32))  # refused
    OfGiven(Given)(torch.zeros(2, 32))
""")


def test_attributes_of_classes():
    assert OF_CLASSES.refused == OF_CLASSES.marked


CHOSEN = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
WHERE = "cuda" if torch.cuda.is_available() else "cpu"
class Settings:
    device = "cuda" if torch.cuda.is_available() else "cpu"
class Trainer:
    def __init__(self, flag):
        self.word = "cuda" if torch.cuda.is_available() else "cpu"
        self.named = WHERE
        self.other = "cuda" if flag else "cpu"
        self.again = "cuda" if torch.cuda.is_available() else "cpu"
    def back(self) -> None:
        self.again = "cpu"
    def step(self, x: Tensor[Float32, CPU, "n"]) -> None:
        reveal_type(x.to(self.word))
        reveal_type(x.to(self.named))
        reveal_type(x.to(self.other))
        reveal_type(x.to(self.again))
        reveal_type(x.to(Settings.device))
""")


def test_a_word_that_is_chosen_at_run_time():
    assert CHOSEN.revealed == [
        'Tensor[Float32, Accelerator, "n"]',
        'Tensor[Float32, Accelerator, "n"]',
        'Tensor[Float32, Any, "n"]',
        'Tensor[Float32, Any, "n"]',
        'Tensor[Float32, Accelerator, "n"]',
    ]


METHODS = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.fc = nn.Linear(n, 3)
    def encode(self, x):
        return self.fc(x)
    def forward(self, x):
        encode = self.encode
        return encode(x)
    @property
    def chosen(self):
        return self.encode
net = Net(4)
encode = net.encode
def run(x: Tensor[Float32, CPU, "2 4"], given: Net) -> None:
    reveal_type(encode(x))
    reveal_type(Net(4)(x))
    own = Net(4)
    half, whole = own.encode, own.fc.forward
    held = own.encode
    reveal_type(held(x=x))
    own.half()
    reveal_type(held(x.half()))
    other = Net(4)
    later = other.encode
    other = Net(5)
    reveal_type(later(x))
    for i, n in enumerate((4, 5)):
        one = Net(n)
        if i == 0:
            first = one.encode
        reveal_type(first(x))
    chosen = own.chosen
    reveal_type(chosen(x.half()))
    swapped = given.encode
    given = Net(5)
    reveal_type(swapped(x))
""")


def test_a_method_in_a_variable_is_that_of_its_object_as_that_is_by_then():
    assert METHODS.revealed[:4] == [
        'Tensor[Float32, CPU, "2 3"]',
        'Tensor[Float32, CPU, "2 3"]',
        'Tensor[Float32, CPU, "2 3"]',
        'Tensor[Float16, CPU, "2 3"]',
    ]


def test_a_method_of_one_of_several_objects_is_unknown():
    assert METHODS.revealed[4:] == ["Any", "Any", "Any", "Any"]
    assert not METHODS.refused

"""A module has the sizes and the parts that its constructor's arguments give it, wherever it is called."""

import pytest

from tests.mypy_plugin.checking import PLAIN, program, unplaced

CLASSES = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-any-unimported=False
class Net(nn.Module):
    def __init__(self, n: int, hidden: int = 8, part: nn.Module | None = None) -> None:
        super().__init__()
        self.hidden = hidden
        self.first = nn.Linear(n, self.hidden * 2)
        self.part = part
    def forward(self, x):
        return self.first(x)
class Holder(nn.Module):
    def __init__(self, part):
        super().__init__()
        self.part = part
        self.own = nn.Linear(2, 2)
    def forward(self, x):
        return self.part(x)
class Warm(nn.Module):
    warmth: torch.Tensor
    def __init__(self, is_learned=False):
        super().__init__()
        if is_learned:
            self.warmth = nn.Parameter(torch.ones(3))
        else:
            self.register_buffer("warmth", torch.ones(3))
    def forward(self, x):
        return self.warmth * x
def use(flag: bool) -> None:
"""


MISFIT = "shapes (2, 5) and (3, 16) cannot be multiplied: 5 against 3"
UNLIKE = '"Linear" needs all tensors in one dtype: float32 and float16'
CASES = [
    ("Net(3)(torch.zeros(2, 3))", []),
    ("Net(3)(torch.zeros(2, 5))", [MISFIT]),
    ("Net(n=3, hidden=8)(torch.zeros(2, 5))", [MISFIT]),
    ("n = 3; net = Net(n); net(torch.zeros(2, 5))", [MISFIT]),
    ("net = Net(3) if flag else Net(5); net(torch.zeros(2, 5))", []),
    ("[net(torch.zeros(2, 5)) for net in [Net(3), Net(5)]]", [MISFIT]),
    ("[net(torch.zeros(2, 5)) for net in [Net(5), Net(5)]]", []),
    ("Holder(Net(3))(torch.zeros(2, 5))", [MISFIT]),
    ("Holder(Net(5))(torch.zeros(2, 5))", []),
    ("Holder(Net(5).half())(torch.zeros(2, 5).half())", []),
    ("Holder(Net(5)).half()(torch.zeros(2, 5).half())", []),
    ("Holder(Net(5)).half()(torch.zeros(2, 5))", [UNLIKE]),
    ("nets = [Net(3)]; nets.append(Net(5)); nets[0](torch.zeros(2, 5))", []),
    ("net = Net(3); net = Net(5); net(torch.zeros(2, 5))", []),
    ("Warm().cuda()(torch.zeros(3).cuda())", []),
]
PROGRAMS = [(program(f"{CLASSES}    {body}\n"), wrong) for body, wrong in CASES]


@pytest.mark.parametrize(("said", "wrong"), PROGRAMS, ids=[body for body, _ in CASES])
def test_what_the_arguments_say(said, wrong):
    told = [unplaced(message.partition("error: ")[2]) for message in said.messages if "error:" in message]
    assert told == wrong


GROWN = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Grown:
    def __init__(self, xs):
        self.xs = xs
        self.xs = [x.relu() for x in self.xs]
    def first(self):
        return self.xs[0]
Grown([torch.zeros(2)]).first()
""")


def test_an_attribute_that_is_made_of_itself():
    assert GROWN.messages == []


CLASSES = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
class Basic(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.conv = nn.Conv1d(i, o, 1)
    def forward(self, x):
        return self.conv(x)
class Wide(Basic):
    def __init__(self, i, o):
        super().__init__(i, o * 2)
class Net(nn.Module):
    def __init__(self, i, block: type[nn.Module] = Basic):
        super().__init__()
        self.n = block(i, 4)
    def forward(self, x):
        return self.n(x)
class Other(nn.Module):
    def __init__(self, i, block, flag):
        super().__init__()
        if flag:
            block = Wide
        self.n = block(i, 4)
    def forward(self, x):
        return self.n(x)
def use(x: Tensor[Float32, CPU, "b 3 9"], flag: bool, block: type[Basic]) -> None:
    reveal_type(Net(3)(x))
    reveal_type(Net(3, Wide)(x))
    reveal_type(Net(3, block)(x))
    reveal_type(Other(3, Basic, flag)(x))
    Net(2)(x)
""")


def test_a_class_that_is_an_argument():
    known = ['Tensor[Float32, CPU, "b 4 9"]', 'Tensor[Float32, CPU, "b 8 9"]']
    assert CLASSES.revealed == [*known, "Any", 'Tensor[Float32, CPU, "b _ 9"]']
    (said,) = (message for message in CLASSES.messages if "[tensor-" in message)
    assert "the weight takes 2 channels" in said


NUMBERS = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Scaler:
    def __init__(self, mean, k):
        self.mean = torch.tensor(mean)
        self.rows = torch.zeros(k)
def use(k: int) -> None:
    scaler = Scaler((0.5, 1.5), k)
    reveal_type(scaler.mean)
    reveal_type(scaler.rows)
    reveal_type(Scaler((1, 2), 3).mean)
    reveal_type(Scaler((1, 2.5), 3).mean)
""")


def test_what_kind_of_number_an_argument_is():
    mean, whole = 'Tensor[Float32, CPU, "2"]', 'Tensor[Int64, CPU, "2"]'
    assert NUMBERS.revealed == [mean, 'Tensor[Float32, CPU, "_"]', whole, mean]


ANYTHING = program(
    """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Corpus:
    def __init__(self, words, ids):
        self.ids = self.encode(words)
        self.given = ids
        self.later = ids
    def encode(self, words):
        return torch.zeros(len(words), 4)
    def change(self, ids):
        self.later = ids
corpus = Corpus(["a", "b"], torch.zeros(3))
reveal_type(corpus.ids)
reveal_type(corpus.given)
reveal_type(corpus.later)
corpus.ids.unheard_of
other = corpus.given
other = "a"
def use():
    corpus = Corpus(["a", "b"], torch.zeros(3))
    corpus.given.unheard_of
    torch.zeros(2, 3) @ corpus.ids
def alter(corpus):
    corpus.change("a")
""",
    PLAIN,
)


def test_an_attribute_that_is_anything_to_mypy():
    assert ANYTHING.revealed == ['Tensor[Float32, CPU, "2 4"]', 'Tensor[Float32, CPU, "3"]', "Any"]
    (said,) = ANYTHING.messages
    assert "shapes (2, 3) and (2, 4) cannot be multiplied" in said


DECLARED = program("""
class Held(nn.Module):
    kept: nn.Parameter
    def __init__(self) -> None:
        super().__init__()
        self.kept = nn.Parameter(torch.zeros(8, 4))
        self.first: nn.Linear = nn.Linear(8, 4)
        self.body: nn.Module = nn.Sequential(nn.Linear(8, 4), nn.ReLU())
        self.mean: torch.Tensor = torch.zeros(3)
        self.perhaps: Optional[torch.Tensor] = torch.zeros(3)
        self.word: torch.dtype = torch.float16
        self.place: torch.device = torch.device("cuda")
        self.pair: tuple[torch.Tensor, torch.Tensor] = (torch.zeros(3), torch.zeros(4).half())
        self.by_name: dict[str, torch.Tensor] = {"a": torch.zeros(3)}
        self.anything: Any = torch.zeros(3)
    def forward(self, x: Tensor[Float32, CPU, "b 8"]) -> None:
        reveal_type(x @ self.kept)
        reveal_type(self.first(x))
        reveal_type(self.body(x))  # a class below may have another one
        reveal_type(self.mean)
        reveal_type(self.perhaps)
        reveal_type(torch.zeros(2, dtype=self.word, device=self.place))
        reveal_type(self.pair[1])
        reveal_type(self.by_name["a"])
        reveal_type(self.anything)
        self.first(x[:, :4])  # refused
class Wide(nn.Module):
    def __init__(self, n: int) -> None:
        super().__init__()
        self.inner: nn.Module = nn.Sequential(nn.Linear(n, 4), nn.ReLU())
def use(x: Tensor[Float32, CPU, "b 8"]) -> None:
    fits = Wide(8)
    other = Wide(9)
    fits.inner(x)
    other.inner(x)  # refused
class Open:
    def __init__(self, given: torch.Tensor, flag: bool) -> None:
        self.given: torch.Tensor = given
        self.made_later: torch.Tensor = torch.zeros(3)
        self.put_there: torch.Tensor = torch.zeros(3)
        self.in_one_case: torch.Tensor = torch.zeros(3)
        if flag:
            self.in_one_case = self.in_one_case.half()
    def half(self) -> None:
        self.made_later = self.made_later.half()
    def read(self) -> None:
        reveal_type(self.given)
        reveal_type(self.made_later)
        reveal_type(self.put_there)
        reveal_type(self.in_one_case)
class Below(Open):
    def put(self) -> None:
        self.put_there = torch.zeros(3).double()
""")


def test_an_attribute_that_is_declared_to_hold_any_tensor():
    assert DECLARED.refused == DECLARED.marked
    *known, open_, half, put, case = DECLARED.revealed
    assert known == [
        'Tensor[Float32, CPU, "b 4"]',
        'Tensor[Float32, CPU, "b 4"]',
        "Any",
        'Tensor[Float32, CPU, "3"]',
        'Tensor[Float32, CPU, "3"] | None',
        'Tensor[Float16, CUDA, "2"]',
        'Tensor[Float16, CPU, "4"]',
        'Tensor[Float32, CPU, "3"]',
        "Any",
    ]
    assert [open_, case] == ["Tensor"] * 2
    assert [half, put] == ['Tensor[Float16 | Float32, CPU, "3"]', 'Tensor[Float32 | Float64, CPU, "3"]']


LABELS = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
from torch.utils.data import DataLoader, Dataset
class Data(Dataset[Any]):
    def __init__(self, rows, labels):
        self.rows, self.labels = rows, labels
    def __getitem__(self, i):
        return self.rows[i], self.labels[i]
def use() -> None:
    rows = [torch.zeros(3) for _ in range(8)]
    for labels in ([k % 2 for k in range(8)],):
        reveal_type(next(iter(DataLoader(Data(rows, labels)))))
    pairs = [(k, 0.5 * k) for k in range(8)]
    reveal_type(next(iter(DataLoader(Data(rows, pairs)))))
    words = [str(k) for k in range(8)]
    reveal_type(next(iter(DataLoader(Data(rows, words)))))
""")


def test_lists_of_numbers_are_known():
    x = 'Tensor[Float32, CPU, "1 3"]'
    assert LABELS.revealed == [
        f'tuple[{x}, Tensor[Int64, CPU, "1"]]',
        f'tuple[{x}, tuple[Tensor[Int64, CPU, "1"], Tensor[Float64, CPU, "1"]]]',
        f"tuple[{x}, Any]",
    ]


PERHAPS_NONE = program("""
class Field:
    def __init__(self, x: torch.Tensor, n: int, points: torch.Tensor = None) -> None:  # type: ignore[assignment]
        if points is None:
            assert x.ndim == 2 + n
        else:
            assert x.ndim == 2
        self.x = x
def stretched(x: torch.Tensor, points: torch.Tensor = None) -> torch.Tensor:  # type: ignore[assignment]
    if points is None:
        return x.half()
    return x.float()
def use(given: Any, x: Tensor[Float32, CPU, "n"]) -> None:
    field = Field(given, 2, given)
    reveal_type(field.x)
    other = Field(given, 2)
    reveal_type(other.x)
    reveal_type(stretched(x, given))
    reveal_type(stretched(x))
""")


def test_what_is_none_by_default_may_be_so_where_something_unknown_is_given():
    assert PERHAPS_NONE.messages == []
    assert PERHAPS_NONE.revealed == [
        "Tensor",
        'Tensor[Any, Any, "_ _ _ _"]',
        'Tensor[Float16, CPU, "n"] | Tensor[Float32, CPU, "n"]',
        'Tensor[Float16, CPU, "n"]',
    ]


UNCHECKED = program(
    """
# mypy: disallow-untyped-defs=False, check-untyped-defs=False, disallow-untyped-calls=False
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 3)
    def forward(self, x):
        return self.fc(x)
net = Net()
reveal_type(net.fc(torch.zeros(2, 4)))
net(torch.zeros(2, 5))
""",
    PLAIN,
)


def test_a_constructor_that_mypy_does_not_look_into_is_read():
    assert UNCHECKED.revealed == ['Tensor[Float32, CPU, "2 3"]']
    assert UNCHECKED.refused == [7]

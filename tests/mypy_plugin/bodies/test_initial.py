"""A constructor makes its own attributes, and hands on what its base makes others of."""

import pytest

from tests.mypy_plugin.checking import program

CLASSES = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def all_of(n: int) -> list[int]:
    return [n]
class Base(nn.Module):
    def __init__(self, n: int = 8, k: int = 4) -> None:
        super().__init__()
        self.fc = nn.Linear(n, k)
    def forward(self, x):
        return self.fc(x)
class Own(Base):
    def __init__(self, n: int) -> None:
        super().__init__({passed})
        {more}
def use() -> None:
    Own(3)(torch.zeros(2, 5))
"""
CASES = [
    ("n, 6", "pass", ["(3, 6)"]),
    ("n * 2, k=2", "pass", ["(6, 2)"]),
    ("", "pass", ["(8, 4)"]),
    ("*[n]", "pass", ["(3, 4)"]),
    ("*all_of(n)", "pass", []),
    ("n", "self.fc = nn.Linear(5, 4)", []),
]
PROGRAMS = [(program(CLASSES.format(passed=passed, more=more)), sizes) for passed, more, sizes in CASES]


@pytest.mark.parametrize(("said", "sizes"), PROGRAMS)
def test_what_is_passed_on(said, sizes):
    told = [message.partition("shapes (2, 5) and ")[2].partition(" cannot")[0] for message in said.messages]
    assert told == sizes


FILLED = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Filled:
    def __init__(self, n: int = 2):
        self.d = {{}}
        self.xs = [torch.zeros(2)]
        {body}
    def get(self, k):
        return self.d[k]
    def last(self, k):
        return self.xs[k]
made = Filled()
{after}
reveal_type(made.get(0))
"""
KEPT = 'Tensor[Float32, CPU, "3"]'
FILLS = [
    ("self.d[0] = torch.zeros(3)", "", KEPT),
    ("for i in range(n): self.d[i] = torch.zeros(3)", "", KEPT),
    ("self.d[0] = torch.zeros(3); self.d[1] = torch.zeros(2).half()", "", 'Tensor[Float16 | Float32, CPU, "_"]'),
    ("self.d[0] = torch.zeros(3); e = self.d; e[0] = torch.zeros(2)", "", "Any"),
    ("self.d = e = {}; self.d[0] = torch.zeros(3); e[0] = torch.zeros(2)", "", "Any"),
    ("self.d[0] = torch.zeros(3)", "e = made.d; e[0] = torch.zeros(2)", "Any"),
    ("self.d[0] = torch.zeros(3)", "made.d[0] = torch.zeros(2)", "Any"),
]
ROWS = "\n        "
CONTAINERS = [
    (program(FILLED.format(body=body.replace("; ", ROWS), after=after.replace("; ", "\n"))), found)
    for body, after, found in FILLS
]
LISTS = program(FILLED.format(body="self.xs.append(torch.zeros(2).half())", after="reveal_type(made.last(1))"))


@pytest.mark.parametrize(("said", "found"), CONTAINERS)
def test_what_a_constructor_puts_into_a_dict(said, found):
    assert said.revealed == [found]


def test_a_list_is_not_what_it_begins_with():
    assert LISTS.revealed[0] == 'Tensor[Float16 | Float32, CPU, "2"]'


UNPACKED = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
class Keeper:
    def __init__(self, net):
        self.net = net.half()
def made(n):
    return nn.Linear(n, 3), (torch.zeros(n), torch.zeros(n, 2))
class Trainer:
    def __init__(self, n):
        self.net, (self.x, self.y) = made(n)
        self.cast, *self.rest = made(n)
        self.kept, self.more = made(n)
        self.keeper = Keeper(self.kept)
        self.again, _ = made(n)
    def later(self):
        self.again = nn.Linear(5, 3)
    def run(self, x: Tensor[Float32, CPU, "2 5"]):
        reveal_type(self.x)
        self.net(x)
    def more_runs(self, x: Tensor[Float32, CPU, "2 5"]):
        self.kept(x.half())
        self.again(x)
trainer = Trainer(4)
reveal_type(trainer.y)
trainer.run(torch.zeros(2, 5))
trainer.more_runs(torch.zeros(2, 5))
""")


def test_what_a_constructor_unpacks():
    assert UNPACKED.revealed == ["Tensor[Float32, CPU]", 'Tensor[Float32, CPU, "4 2"]']
    assert UNPACKED.refused == [18, 20]  # `again` may be either, and `kept` half of the same size

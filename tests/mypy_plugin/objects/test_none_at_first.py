"""Attributes that are None at first, in classes whose constructors declare what they take."""

import pytest

from tests.mypy_plugin.checking import PLAIN, program

LATER = {
    "self.x = torch.zeros(3)": 'Tensor[Float32, CPU, "3"] | None',
    "self.x = torch.zeros(3) if self.x is None else self.x.half()": 'Tensor[Float16 | Float32, CPU, "3"] | None',
    "self.x = given": "Tensor | None",
    "self.x = None": "None",
}
CLASS = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
class State(nn.Module):
    def __init__(self, n: int):
        super().__init__()
        self.n = n
        self.x = None
    def fill(self, given: torch.Tensor):
        {}
    def read(self) -> None:
        reveal_type(self.x)
"""
PROGRAMS = [(program(CLASS.format(given)), found) for given, found in LATER.items()]
FILLED = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False, disallow-incomplete-defs=False
class Cached:
    def __init__(self, n: int):
        self.n = n
        self.total = torch.zeros(3)
        self.mask = None
    def grow(self):
        self.total = self.total * 2
    def make(self, size: int):
        if self.mask is None or self.mask.shape[-1] != size:
            self.mask = torch.arange(size) * torch.ones(1)  # int64 becomes float32
        return self.mask
    def use(self, x: Tensor[Float32, CUDA, "n"]):
        return x * self.make(4)  # refused
""")
UNAIDED = program(
    """
class State:
    def __init__(self, n: int):
        self.x = None
    def fill(self) -> None:
        self.x = torch.zeros(3)
""",
    PLAIN,
)


@pytest.mark.parametrize(("said", "found"), PROGRAMS)
def test_what_a_method_gives_is_there_besides_none(said, found):
    assert (said.messages, said.revealed) == ([], [found])


def test_what_is_known_of_it_is_known_to_callers():
    assert FILLED.refused == FILLED.marked


def test_where_nobody_uses_our_types_mypy_says_what_it_says_alone():
    assert [one.partition(" (")[0] for one in UNAIDED.messages] == ["5: error: Incompatible types in assignment"]


READ = program(
    """
class Bank(nn.Module):
    def __init__(self, n: int = 4):
        super().__init__()
        self.n = n
        self.bank = None
    def begin(self, rows):
        self.bank = torch.zeros(rows, self.n)
        self.bank = self.bank / 2
    def keep(self, x):
        if self.bank is None:
            self.begin(x.shape[1])
        return x, self.bank
class Loss(Bank):
    def __init__(self, scale: float = 0.5, n: int = 5):
        super().__init__(n)
        self.scale = scale
    def forward(self, x):
        x, bank = super().keep(x)
        return x @ bank.clone()
Loss().cuda()(torch.zeros(2, 3).cuda())
""",
    PLAIN,
)


def test_in_a_body_that_is_read_it_is_open_to_those_that_do_not_know_us_too():
    assert READ.refused == [19]
    assert any("Incompatible types in assignment" in message for message in READ.messages)

"""Of what a call finds wrong in a body notes tell where it began: in that body, or in what the call gives it."""

import re

from tests.mypy_plugin.checking import PLAIN, program

IN_THE_BODY = program(
    """
class Coder(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(8, 8)

    def drawn(self, mean):
        return mean + torch.zeros(8).double()

    def decoded(self, z):
        return self.out(z)

    def forward(self, x):
        z = self.drawn(x)
        return self.decoded(z)

Coder()(torch.zeros(2, 8))
""",
    PLAIN,
)

GIVEN = program(
    """
def loaded(n):
    return torch.zeros(n, 8).double()

def scaled(x):
    return x / 2

def product(scale, weight, x=None):
    y = scaled(x)
    return y @ weight

def use(weight, rows):
    return product(2, x=rows, weight=weight)

rows = loaded(4)
use(torch.zeros(8, 3), rows)
""",
    PLAIN,
)

DECLARED = program("""
def joined(x: Tensor[Float16, CPU, "n"], other: torch.Tensor) -> torch.Tensor:
    whole = x.dot(other)
    return whole

def use(x: Tensor[Float16, CPU, "n"]) -> None:
    joined(x, x.float())
""")


def notes(checked):
    return [message for message in checked.messages if re.search(r": note: .* (comes from|gives) ", message)]


def test_what_began_in_the_body_that_is_called():
    assert notes(IN_THE_BODY) == [
        '7: note: float64 comes from what "drawn" returns here, used in line 14',
        "13: note: .drawn() gives float64 here, used in line 14",
    ]


def test_what_the_call_gives():
    began, *others = notes(GIVEN)
    # mypy before 2.4 comes to the function later, and the cast is seen
    assert began.startswith(('2: note: float64 comes from what "loaded"', "2: note: float64 comes from .double() here"))
    assert others == [
        "8: note: scaled gives float64 here, used in line 9",
        "14: note: loaded gives float64 here, used in line 15",
        "15: note: float32 comes from torch.zeros here",
    ]


def test_what_the_signature_declares_is_said_there():
    assert notes(DECLARED) == [
        '1: note: float16 comes from the declaration of "x" here, used in line 2',
        "6: note: float32 comes from .float() here",
    ]

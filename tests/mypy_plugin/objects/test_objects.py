"""An object of a plain class is what its constructor was given, where that one call alone makes it."""

import pytest

from tests.mypy_plugin.checking import program, unplaced

CLASSES = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
from dataclasses import dataclass, field
@dataclass
class Config:
    hidden: int = 8
    name: str = "cpu"
    dtype: torch.dtype = field(default=torch.float16)
class Runner:
    def __init__(self, n, device="cpu"):
        self.layer = nn.Linear(n, 4)
        self.device = torch.device(device)
        self.n = n
    def run(self, x):
        return self.layer(x.to(self.device))
{beside}
def use(flag: bool) -> None:
    {body}
"""
MISFIT = ["shapes (2, 5) and (8, 4) cannot be multiplied: 5 against 8"]
CASES = [
    ("", "Runner(8).run(torch.zeros(2, 5))", MISFIT),
    ("", "Runner(5).run(torch.zeros(2, 5))", []),
    ("", "r = Runner(n=8); r.run(torch.zeros(2, 5))", MISFIT),
    ("", "r = Runner(8) if flag else Runner(5); r.run(torch.zeros(2, 5))", []),
    ("", "r = Runner(8)\n    if flag:\n        r = Runner(5)\n    r.run(torch.zeros(2, 5))", []),
    ("", "for r in [Runner(8), Runner(5)]:\n        r.run(torch.zeros(2, 5))", []),
    ("def change(r): r.layer = nn.Linear(5, 4)", "r = Runner(8); r.run(torch.zeros(2, 5))", []),
    ("def run(r, x): return r.run(x)", "run(Runner(8), torch.zeros(2, 5))", MISFIT),
    ("", "nn.Linear(Config().hidden, 4)(torch.zeros(2, 5))", MISFIT),
    ("", "c = Config(5); nn.Linear(c.hidden, 4)(torch.zeros(2, 5))", []),
    ("", "c = Config(hidden=8); nn.Linear(c.hidden, 4)(torch.zeros(2, 5))", MISFIT),
    ("", "c = Config(); c.hidden = 5; nn.Linear(c.hidden, 4)(torch.zeros(2, 5))", []),
    ("", "c = Config(8) if flag else Config(5); nn.Linear(c.hidden, 4)(torch.zeros(2, 5))", []),
    ("", "reveal_type(torch.zeros(2, dtype=Config().dtype))", []),
]
PROGRAMS = [(program(CLASSES.format(beside=b, body=c)), wrong) for b, c, wrong in CASES]
REVEALED = [(PROGRAMS[-1][0], ['Tensor[Float16, CPU, "2"]'])]


@pytest.mark.parametrize(("said", "wrong"), PROGRAMS)
def test_what_constructors_were_given(said, wrong):
    assert [unplaced(message.partition("error: ")[2]).partition("  [")[0] for message in said.messages] == wrong


@pytest.mark.parametrize(("said", "types"), REVEALED)
def test_what_fields_are(said, types):
    assert said.revealed == types

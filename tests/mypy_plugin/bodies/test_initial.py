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

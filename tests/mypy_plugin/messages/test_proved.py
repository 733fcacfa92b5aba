"""What a message of a body says of its place, by which it is told from what mypy says of the body itself."""

import pytest

from dtensortypes.core.problems import Kind, Problem
from dtensortypes.mypy_plugin.messages.proved import place_of
from tests.mypy_plugin.checking import program, unplaced

LOOP = program("""
class Blocks(nn.Module):
    def __init__(self, n: int) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([nn.Sequential(nn.Linear(n, 16), nn.Linear(n, n)) for _ in range(3)])
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for block in self.blocks:
            x = x + block(x)
        return x
def run() -> None:
    Blocks(8)(torch.zeros(2, 5, 8))
""")

TRIED = program("""
def at_last(x: torch.Tensor) -> torch.Tensor:
    try:
        y = x @ x
    finally:
        print("at last")
    return y
def told(x: torch.Tensor) -> torch.Tensor:
    try:
        return x @ x
    except RuntimeError as error:
        print(error)
        raise
def caught(x: torch.Tensor) -> torch.Tensor:
    try:
        return x @ x
    except ValueError:
        raise
    except RuntimeError:
        return x
def vanished(x: torch.Tensor) -> torch.Tensor:
    try:
        return x @ x
    finally:
        return x
def passed(x: torch.Tensor) -> torch.Tensor:
    for _ in range(2):
        try:
            return x @ x
        finally:
            break
    return x
def perhaps(x: torch.Tensor) -> torch.Tensor:
    try:
        return x @ x
    except RuntimeError as error:
        if x.sum() > 0:
            raise
    return x
def run(x: Tensor[Float32, CPU, "2 3"]) -> None:
    at_last(x)
    told(x)
    caught(x)
    vanished(x)
    passed(x)
    perhaps(x)
""")

BRANCHES = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
import os
def each(x, y):
    if os.getpid() < 9000:
        z = x @ y
    elif os.getpid() < 9000:
        if os.getpid() < 9000:
            z = y @ y
        else:
            z = x - y
    else:
        z = x + y
    return z
def some(x, y):
    if os.getpid() < 9000:
        z = x @ y
    elif os.getpid() < 9000:
        z = x + y
    else:
        z = x
    return z
def perhaps(x, y):
    if os.getpid() < 9000:
        z = x @ y
    else:
        if os.getpid() < 9000:
            return x
        z = x + y
    return z
def none(x, y):
    if os.getpid() < 9000:
        z = x @ y
each(torch.rand(2, 3), torch.rand(4, 5))
some(torch.rand(2, 3), torch.rand(4, 5))
perhaps(torch.rand(2, 3), torch.rand(4, 5))
none(torch.rand(2, 3), torch.rand(4, 5))
""")

TOSSED = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
import random
def some(x, y):
    if random.random() < 0.5:
        z = x @ y  # refused
    else:
        z = x
    return z
def behind(x, y):
    if random.random() < 0.5:
        return x
    return x @ y  # refused
some(torch.rand(2, 3), torch.rand(4, 5))
behind(torch.rand(2, 3), torch.rand(4, 5))
""")

PARTS = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
import random
def mapped(x, y):
    q, k = map(lambda part: part + 1, (x @ y).chunk(2))  # refused
    return q
def in_the_lambda(x, y):
    q, k = map(lambda part: part @ part, x.chunk(2))  # refused
    return q
def keyed(x, y):
    return sorted([1, 2], key=lambda i: (x @ y)[i])
def beside(x, y):
    return (x @ y) * (2 if random.random() < 0.5 else 3)  # refused
def one_of_two(x, y):
    return (x @ y) if random.random() < 0.5 else x
def neither(x, y):
    return x if random.random() < 0.5 or (x @ y).sum() else y
def the_first(x, y, mask=None):
    return (x @ y) if mask is None else x  # refused
def the_other(x, y, mask=None):
    return (x @ y) if mask is not None else x
def not_given(x, y, mask=None):
    return x if not mask is None else x @ y  # refused
def given(x, y):
    return the_first(x, y, y)
def perhaps_given(x, y):
    return the_other(x, y, y if random.random() < 0.5 else None)
for helper in (0,):
    mapped(torch.rand(2, 3), torch.rand(4, 5))
    in_the_lambda(torch.rand(2, 3), torch.rand(4, 5))
    keyed(torch.rand(2, 3), torch.rand(4, 5))
    beside(torch.rand(2, 3), torch.rand(4, 5))
    one_of_two(torch.rand(2, 3), torch.rand(4, 5))
    neither(torch.rand(2, 3), torch.rand(4, 5))
    the_first(torch.rand(2, 3), torch.rand(4, 5))
    the_other(torch.rand(2, 3), torch.rand(4, 5))
    not_given(torch.rand(2, 3), torch.rand(4, 5))
    perhaps_given(torch.rand(2, 3), torch.rand(4, 5))
""")


@pytest.mark.parametrize(
    ("reason", "place"),
    [
        ('sizes differ (line 3 of "Net.forward")', 'sizes differ (line 3 of "Net.forward")'),
        ('sizes differ (line 3 of "forward" in model.py)', 'line 3 of "forward" in model.py'),
        ("shapes (2, 3) and (4, 5) differ", "shapes (2, 3) and (4, 5) differ"),
    ],
)
def test_the_place_is_the_line_of_another_file_or_all_that_is_said(reason, place):
    assert place_of(Problem(Kind.SHAPE, reason)) == place


def test_what_a_loop_comes_to_again_is_said_once():
    assert [unplaced(text) for text in LOOP.messages if "error" in text] == [
        "7: error: shapes (2, 5, 16) and (8, 8) cannot be multiplied: 16 against 8"
    ]


def test_what_is_tried_is_certain_where_every_exception_goes_on():
    assert TRIED.refused == [3, 9]


def test_what_is_wrong_where_chance_leads_is_wrong():
    assert TOSSED.refused == TOSSED.marked


def test_what_is_wrong_in_each_of_several_branches_is_wrong():
    assert [unplaced(text) for text in BRANCHES.messages if "error" in text] == [
        "5: error: shapes (2, 3) and (4, 5) cannot be multiplied: 3 against 4"
    ]


def test_parts_of_a_statement_that_may_not_be_run_are_told_from_the_others():
    assert PARTS.refused == PARTS.marked


PERHAPS = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def wide(x, n):
    if n and x.size(1) > 2:
        x = x + 1
    if x.dim() > 1 and x.shape[1]:
        return x
    return x * 2
def first(x, n):
    if x.size(1) > 2 and n:  # refused
        x = x + 1
    return x
def on_one_line(x, n, flag):
    if flag: x @ torch.zeros(7, 2)
    for _ in range(n): x @ torch.zeros(7, 2)  # refused
    while flag: x @ torch.zeros(7, 2)
    return x
def use(flag: bool) -> None:
    wide(torch.zeros(3), 0)
    on_one_line(torch.zeros(2, 3), 2, flag)
    first(torch.zeros(3), 0)
""")


def test_a_question_behind_another_one_may_not_be_asked():
    assert PERHAPS.refused == PERHAPS.marked

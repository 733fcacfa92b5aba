"""What is in a list or dict is believed as long as nothing changes it."""

import pytest

from tests.mypy_plugin.checking import PLAIN, program

PROGRAM = program("""
def widen(sizes):
    sizes["hidden"] = 8
def use() -> None:
    kept = {"hidden": 4}
    nn.Linear(kept["hidden"], 2)(torch.zeros(2, 3))  # refused
    stored = {"hidden": 4}
    stored["hidden"] = 3
    nn.Linear(stored["hidden"], 2)(torch.zeros(2, 3))
    handed = {"hidden": 4}
    widen(handed)
    nn.Linear(handed["hidden"], 2)(torch.zeros(2, 3))
    shared = {"hidden": 4}
    def shrink():
        shared["hidden"] = 3
    shrink()
    nn.Linear(shared["hidden"], 2)(torch.zeros(2, 3))
    spread = {"hidden": 4}
    dict(**spread, out=2)
    nn.Linear(spread["hidden"], 2)(torch.zeros(2, 3))  # refused
    listed = [4, 5]
    listed.reverse()
    nn.Linear(listed[0], 2)(torch.zeros(2, 3))
""")


def test_what_is_refused():
    assert PROGRAM.refused == PROGRAM.marked


TOGETHER = program("""
sizes = [1, 2] + [3]
sizes.append(4)
reveal_type(torch.zeros(sizes))
twice = [2] * 3
twice[0] = 5
reveal_type(torch.zeros(twice))
kept = [2] * 3
reveal_type(torch.zeros(kept))
""")


def test_lists_that_are_put_together():
    assert "1 2 3" not in TOGETHER.revealed[0]
    assert "2 2 2" not in TOGETHER.revealed[1]
    assert TOGETHER.revealed[2] == 'Tensor[Float32, CPU, "2 2 2"]'


ALIKE = """
xs = [torch.zeros(2, 3)]
{body}
torch.zeros(7, 2).half() @ xs[0]
"""
RENAMED = [
    "ys = xs or []\nys[0] = ys[0].half()",
    "ys = xs if xs else []\nys[0] = ys[0].half()",
    "(ys := xs)[0] = xs[0].half()",
    "a, b = xs, 1\na[0] = a[0].half()",
    "pair = (xs, 1)\npair[0][0] = xs[0].half()",
    "held = {'a': xs}\nheld['a'][0] = xs[0].half()",
    "for l in [xs]:\n    l[0] = l[0].half()",
    "for i, l in enumerate([xs]):\n    l[i] = l[i].half()",
    "for l, t in zip((xs,), (torch.zeros(2, 3).half(),)):\n    l[0] = t",
    "[l.insert(0, l[0].half()) for l in (xs,)]",
    "[xs.insert(0, xs[0].half()) for _ in range(2)]",
    "xs.__setitem__(0, xs[0].half())",
]
RIGHT = [program(ALIKE.format(body=body)) for body in RENAMED]


@pytest.mark.parametrize("said", RIGHT)
def test_a_list_under_another_name(said):
    assert [one for one in said.messages if "[tensor-" in one] == []


READ_ONCE = program("""
def keep(sizes: list[int], kept: list[list[int]]) -> None:
    kept.append(sizes)
def read(x: Tensor[Float32, CPU, "6 4"]) -> None:
    sizes = [3, 8]
    reveal_type(x.view(sizes))
def kept(x: Tensor[Float32, CPU, "6 4"], others: list[list[int]]) -> None:
    sizes = [3, 8]
    keep(sizes, others)
    others[0][0] = 6
    reveal_type(x.view(sizes))
""")


def test_a_list_that_nobody_had_before_it_is_read():
    assert READ_ONCE.revealed == ['Tensor[Float32, CPU, "3 8"]', "Tensor[Float32, CPU]"]


TABLES = program(
    """
class Written(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = [[1, 16, 1], [6, 24, 2]]
        block, n = Block, 3
        layers = []
        for t, c, s in self.table:
            layers.append(block(n, c, s, t))
            n = c
        self.layers = nn.Sequential(*layers)
    def forward(self, x):
        return self.layers(x)
class Nested(nn.Module):
    def __init__(self):
        super().__init__()
        self.rows = [[[1], 16, 1], [[6], 24, 2]]
        block, n = Block, 3
        layers = []
        for t, c, s in self.rows:
            layers.append(block(n, c, s, t))
            n = c
        self.layers = nn.Sequential(*layers)
    def forward(self, x):
        return self.layers(x)
class Block(nn.Module):
    def __init__(self, n, m, stride, t):
        super().__init__()
        self.conv = nn.Conv2d(n, m, 3, stride, 1)
    def forward(self, x):
        return self.conv(x)
reveal_type(Written()(torch.zeros(1, 3, 8, 8)))
reveal_type(Nested()(torch.zeros(1, 3, 8, 8)))
Written()(torch.zeros(1, 4, 8, 8))  # refused
""",
    prelude=PLAIN,
)


def test_tables_of_numbers_that_a_loop_takes_apart():
    assert TABLES.revealed == ['Tensor[Float32, CPU, "1 24 4 4"]', "Any"]
    assert TABLES.refused == TABLES.marked


ROUNDS = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def keep(n, others=None):
    kept.append(n)
    if others is not None:
        others.append(n)
kept: list[Any] = []
class Given(nn.Module):
    def __init__(self, depths=(2, )):
        super().__init__()
        stages = []
        for depth in depths:
            stages.append(self.stage(depth))
        self.body = nn.Sequential(*stages)
    def stage(self, depth):
        return nn.Sequential(*[nn.Linear(3 + i, 4 + i) for i in range(depth)])
class Handed(nn.Module):
    def __init__(self, depths):
        super().__init__()
        stages = []
        for depth in depths:
            keep(depth, depths)
            stages.append(nn.Linear(3, depth))
        self.body = nn.Sequential(*stages)
class Rows(nn.Module):
    def __init__(self, rows):
        super().__init__()
        for row in rows:
            keep(3, row)
        self.body = nn.Sequential(*[nn.Linear(row[0], row[-1]) for row in rows])
class Local(nn.Module):
    def __init__(self, n):
        super().__init__()
        depths = [n]
        stages = []
        for depth in depths:
            keep(depth)
            stages.append(nn.Linear(3, depth))
        self.body = nn.Sequential(*stages)
def use() -> None:
    reveal_type(Given().body(torch.zeros(2, 3)))
    reveal_type(Given([2]).body(torch.zeros(2, 3)))
    reveal_type(Local(5).body(torch.zeros(2, 3)))
    reveal_type(Handed([5]).body(torch.zeros(2, 3)))
    reveal_type(Rows([[3, 4]]).body(torch.zeros(2, 3)))
""")


def test_a_number_that_is_handed_on_leaves_the_list_that_it_comes_from():
    known = 'Tensor[Float32, CPU, "2 5"]'
    assert ROUNDS.revealed == [known, known, known, "Any", "Any"]
    assert ROUNDS.refused == []


OF_THE_FILE = program("""
SIZES = {"a": 3}
ALSO = SIZES
KEPT = {"a": 3}
AGAIN = KEPT
def grow() -> None:
    ALSO["a"] = 5
def main() -> None:
    grow()
    reveal_type(torch.zeros(SIZES["a"]))
    reveal_type(torch.zeros(KEPT["a"]))
""")


def test_what_the_file_has_under_two_names_functions_change_by_either():
    assert OF_THE_FILE.revealed == ['Tensor[Float32, CPU, "_"]', 'Tensor[Float32, CPU, "3"]']

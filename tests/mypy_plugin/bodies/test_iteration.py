"""Iterating over a tensor gives its rows, in a `for` and in everything that begins like one."""

from tests.mypy_plugin.checking import program

ROWS = program("""
def f(x: Tensor[Float16, CUDA, "b n"], y: Tensor[Int64, CPU, "b"], names: list[str]) -> None:
    for row in x:
        reveal_type(row)
    for i, row in enumerate(x):
        reveal_type(row)
    for row, name, label in zip(x, names, y):
        reveal_type((row, name, label))
    reveal_type(next(iter(x)))
    reveal_type([row.float() for row in x])
    first, second = x
    reveal_type(second)
    for number in y.tolist():
        pass
    for name in names:
        reveal_type(name)
""")


def test_rows():
    row = 'Tensor[Float16, CUDA, "n"]'
    assert ROWS.messages == []
    assert ROWS.revealed == [
        row, row, f'tuple[{row}, str, Tensor[Int64, CPU, ""]]', row, 'list[Tensor[Float32, CUDA, "n"]]', row, "str"
    ]  # fmt: skip


TURNED = program("""
def f(x: Tensor[Float16, CUDA, "b n"], words: list[str]) -> None:
    for row in reversed(x):
        reveal_type(row)
    for i, row in enumerate(reversed(x)):
        reveal_type(row)
    for word in reversed(words):
        reveal_type(word)
""")


def test_rows_from_the_last_one_on():
    row = 'Tensor[Float16, CUDA, "n"]'
    assert TURNED.revealed == [row, row, "str"]


GIVING = program("""
class Halves:
    def __init__(self, xs: list[torch.Tensor]) -> None:
        self.xs = xs
    def __iter__(self) -> Iterator[torch.Tensor]:
        for x in self.xs:
            yield x.half()
class Numbers:
    def __iter__(self) -> Iterator[int]:
        return iter([1])
def f(x: Tensor[Float32, CPU, "3"]) -> None:
    halves = Halves([x])
    for _, one in enumerate(halves):
        reveal_type(one)
    reveal_type(next(iter(halves)))
    for _, number in enumerate(Numbers()):
        reveal_type(number)
""")


def test_objects_that_give_one_thing_after_the_other():
    assert GIVING.messages == []
    assert GIVING.revealed == ['Tensor[Float16, CPU, "3"]'] * 2 + ["int"]


LISTS = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
from typing import Any
def levels(n):
    return [torch.zeros(n, 2 + i) for i in range(2)]
def states(n):
    return [(torch.zeros(n), torch.zeros(n).half()) for _ in range(2)]
def change(xs):
    xs[0] = torch.zeros(5)
def f(anything: Any) -> None:
    for x in levels(3):
        reveal_type(x)
    for i, (h, c) in enumerate(states(3)):
        reveal_type((h, c))
    for i, h, in zip(range(2), states(3)):
        reveal_type(h)
    reveal_type([x * 2 for x in levels(3)])
def g(anything: Any) -> None:
    xs = levels(3)
    xs.append(anything)
    for x in xs:
        reveal_type(x)
def h(anything: Any) -> None:
    xs = levels(3)
    change(xs)
    for x in xs:
        reveal_type(x)
""")


def test_items_of_a_list_that_a_function_gives():
    state = 'tuple[Tensor[Float32, CPU, "3"], Tensor[Float16, CPU, "3"]]'
    level = 'Tensor[Float32, CPU, "3 _"]'
    assert LISTS.messages == []
    assert LISTS.revealed == [level, state, state, f"list[{level}]", "Any", "Any"]


COLUMNS = program("""
def collate(rows):
    states, actions, done = zip(*rows)
    return torch.tensor(np.array(states)), torch.tensor(actions), torch.tensor(done)
reveal_type(collate([(np.random.rand(4), 1, True) for _ in range(5)]))
first, second = zip(*[(1, "a") for _ in range(5)])
reveal_type(second)
""")


def test_columns_of_rows_in_a_body_that_is_read():
    columns = 'Tensor[Float64, CPU, "_ _"]', 'Tensor[Int64, CPU, "_"]', 'Tensor[Bool, CPU, "_"]'
    assert COLUMNS.revealed == [f"tuple[{', '.join(columns)}]", "tuple[Any, ...]"]

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

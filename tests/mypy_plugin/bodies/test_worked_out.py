"""Sizes that functions of numbers give are known where their arguments are."""

import pytest

from tests.mypy_plugin.checking import program

HELPERS = """
import inspect
def out_size(size: int, kernel: int, *, stride: int = 1) -> int:
    rest = size - kernel
    return rest // stride + 1
def widths(first: int, depth: int) -> list[int]:
    found = [first]
    for _ in range(depth):
        found.append(found[-1] * 2)
    return found
def doubled(first: int) -> Iterator[int]:
    for i in range(3):
        if i == 2:
            return
        yield first * 2**i
def chosen(name: str) -> int:
    if name == "base":
        return out_size(8, 3)
    return 4
def shared(xs: list[int]) -> list[int]:
    ys = xs
    ys.append(1)
    return xs
def counted(n: int) -> int:
    while n > 10:
        n -= 1
    return n
def change(xs: list[int]) -> None: ...
def default(value: int | None, other: int) -> int:
    if value is not None:
        return value
    return other() if inspect.isfunction(other) else other
"""
USE = HELPERS + "def use() -> None:\n    {before}\n    reveal_type(torch.zeros({size}))\n"
CASES = {
    ("", "out_size(28, 3)"): "26",
    ("", "out_size(28, kernel=3, stride=2)"): "13",
    ("ws = widths(4, 2)", "ws[-1], ws[0]"): "16 4",
    ("a, b = doubled(3)", "a, b"): "3 6",
    ("", "chosen('base')"): "6",
    ("", "default(None, 4), default(3, 4)"): "4 3",
    ("", "shared([1])[1]"): "_",
    ("", "counted(12)"): "_",
    ("n = int(input())", "out_size(n, 3)"): "_",
    ("ws = widths(4, 2); change(ws)", "ws[0]"): "_",
}
PROGRAMS = [(program(USE.format(before=before or "pass", size=size)), shape) for (before, size), shape in CASES.items()]


@pytest.mark.parametrize(("said", "shape"), PROGRAMS, ids=[size for _, size in CASES])
def test_sizes(said, shape):
    assert said.revealed == [f'Tensor[Float32, CPU, "{shape}"]']

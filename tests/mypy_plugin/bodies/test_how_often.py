"""A loop goes round as often as what it goes through has items; what others give may have any number."""

import pytest

from tests.mypy_plugin.checking import program

LOOP = """
ROWS = [1]
def loop(x: Tensor[Float32, CPU, "n"], y: Tensor[Float32, CPU, "1 n"], z: Tensor, n: int, xs: list[int]) -> None:
    one, row, empty, several = 1, [y], [], [x]
    several = several[:n]
    for _ in {whole}:
        x.sub_(2)
        x = x > 1
"""
ONCE = (
    "range(1)",
    "range(one)",
    "range(2, 4, 2)",
    "y",
    "enumerate(y)",
    "zip(xs, y)",
    "[x]",
    "(x,)",
    "row",
    "{'a': x}.items()",
    "several",
    "y.split(n)",
    "x[None]",
    "y.shape[:1]",
    "ROWS",
)
AGAIN = (
    "range(2)",
    "range(n)",
    "range(0, 5, 2)",
    "z",
    "enumerate(xs)",
    "zip(xs, z)",
    "[x, y]",
    "[*row]",
    "xs",
    "y.shape",
)
SAID = [(program(LOOP.format(whole=whole)), whole in AGAIN) for whole in (*ONCE, *AGAIN)]


@pytest.mark.parametrize(("said", "is_wrong"), SAID, ids=[*ONCE, *AGAIN])
def test_second_round(said, is_wrong):
    assert any("tensor-dtype" in message for message in said.messages) is is_wrong

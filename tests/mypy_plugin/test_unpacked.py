"""What a variable gets in an unpacking is what stands in its place, where nothing else gives it a value."""

import pytest

from tests.mypy_plugin.checking import program

CASES = [
    ("a, b, c = x.shape\n    reveal_type(torch.zeros(b * c))", "12"),
    ("a, *rest, c = x.shape\n    reveal_type(torch.zeros(c))", "4"),
    ("a, *rest = x.shape\n    reveal_type(torch.zeros(a))", "2"),
    ("[a, b, c] = x.size()\n    reveal_type(torch.zeros(a, c))", "2 4"),
    ("h, w = x.shape[-2:]\n    reveal_type(torch.zeros(h, w))", "3 4"),
    ("a, b, c = x.shape\n    n = b // 2\n    reveal_type(torch.zeros(n))", "1"),
    ("a, b, c = x.shape\n    a = int(c * f())\n    reveal_type(torch.zeros(a))", "_"),
    ("a, b, c = y.shape\n    reveal_type(torch.zeros(a))", "_"),
]
FUNCTIONS = """
def f() -> float: return 1.0
def g(x: Tensor[Any, CPU, '2 3 4'], y: Tensor[Any, CPU, '_ _ _']) -> None:
    {body}
"""
PROGRAMS = [(program(FUNCTIONS.format(body=body)), size) for body, size in CASES]


@pytest.mark.parametrize(("said", "size"), PROGRAMS)
def test_items(said, size):
    assert said.revealed == [f'Tensor[Float32, CPU, "{size}"]']

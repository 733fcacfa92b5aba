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
    ("a, b, c = x.shape\n    a = int(c * f())\n    reveal_type(torch.zeros(a))", "4"),
    ("a, (b, c) = h()\n    reveal_type(torch.zeros(a, b, c))", "1 2 3"),
    ("a, [b, *c] = h()\n    reveal_type(torch.zeros(a, b))", "1 _"),
    ("a, (b, c) = h()\n    b = int(c * f())\n    reveal_type(torch.zeros(b))", "3"),
    ("a, b, c = y.shape\n    reveal_type(torch.zeros(a))", "_"),
]
FUNCTIONS = """
# mypy: disable-error-code="no-untyped-def, no-untyped-call"
def f() -> float: return 1.0
def h(): return 1, (2, 3)
def g(x: Tensor[Any, CPU, '2 3 4'], y: Tensor[Any, CPU, '_ _ _']) -> None:
    {body}
"""
PROGRAMS = [(program(FUNCTIONS.format(body=body)), size) for body, size in CASES]


@pytest.mark.parametrize(("said", "size"), PROGRAMS)
def test_items(said, size):
    assert said.revealed == [f'Tensor[Float32, CPU, "{size}"]']


OF_ITSELF = program("""
# mypy: disable-error-code="no-untyped-def, no-untyped-call, no-any-return"
def pair(n, m):
    return n + 1, m + 1

def broken_over_lines(n, m):
    n, m = pair(
        n, m
    )
    return nn.Linear(n, m)(torch.zeros(2, n))

def given_besides(flag, n, m):
    if flag:
        n, m = pair(1, 2)
    return nn.Linear(n, m)(torch.zeros(2, 5))

broken_over_lines(1, 2)
given_besides(False, 5, 3)
""")


def test_what_a_function_gives_a_variable_that_is_also_passed():
    assert OF_ITSELF.messages == []

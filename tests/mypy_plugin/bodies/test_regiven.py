"""A number that a call gives a parameter holds until the body gives it another one, on whatever way.

That one is known where it is certain.
"""

import pytest

from tests.mypy_plugin.checking import program

FUNCTION = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def f(x: torch.Tensor, n={default}):
    {given}
    return torch.zeros(n)
def use(x: torch.Tensor) -> None:
    reveal_type(f(x, {argument}))
"""
CASES = [
    ("pass", "3", "3"),
    ("n = n + 1", "0", "1"),
    ("n += 1", "3", "4"),
    ("n = 5", "3", "5"),
    ("n = n or 5", "3", "3"),
    ("n = n if n is not None else 5", "3", "3"),
    ("if n is None: n = 5", "3", "3"),
    ("if x.sum() > 0: n = 5", "3", "_"),
    ("for n in range(x.size(0)): pass", "3", "_"),
    ("n, k = x.size(0), 3", "3", "_"),
    ("k = torch.zeros(n); n = 5; return k", "3", "3"),
    ("while x.sum() > 0: n = n + 1", "3", "_"),
]
PROGRAMS = [
    (program(FUNCTION.format(default=default, given=given, argument=argument)), size)
    for given, argument, size in CASES
    for default in ("None", "2")
]


@pytest.mark.parametrize(("said", "size"), PROGRAMS)
def test_the_number_of_the_call(said, size):
    assert said.revealed == [f'Tensor[Float32, CPU, "{size}"]']

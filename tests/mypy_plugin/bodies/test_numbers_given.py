"""What a function without annotations gives is a float, or a list of floats, where its body says so."""

import pytest

from tests.mypy_plugin.checking import program

HELPERS = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
import math
def root(n):
    return 1 / math.sqrt(n)
def power(n):
    start = 2 ** (-(2 ** -(math.log2(n) - 3)))
    return [start * start**i for i in range(n)]
def twice(n):
    return 2 * n
def one_or_other(n):
    if n > 3:
        return 1.0
    return 2
def itself(n):
    return itself(n - 1)
class Grid:
    def root(self, n):
        return 1 / math.sqrt(n)
def use(n: int, x: Tensor[Float32, CPU, "b"], u) -> None:
    reveal_type({expression})
"""
CASES = {
    "torch.full((3,), root(n))": 'Tensor[Float32, CPU, "3"]',
    "torch.full((3,), root(u))": 'Tensor[Float32, CPU, "3"]',
    "torch.tensor(power(n))": 'Tensor[Float32, CPU, "_"]',
    "torch.full((3,), twice(u))": 'Tensor[Any, CPU, "3"]',
    "torch.full((3,), one_or_other(n))": 'Tensor[Any, CPU, "3"]',
    "torch.full((3,), itself(n))": 'Tensor[Any, CPU, "3"]',
    "torch.full((3,), Grid().root(n))": 'Tensor[Any, CPU, "3"]',
}
PROGRAMS = [(program(HELPERS.format(expression=one)), type_) for one, type_ in CASES.items()]


@pytest.mark.parametrize(("said", "type_"), PROGRAMS, ids=list(CASES))
def test_numbers(said, type_):
    assert said.revealed == [type_]

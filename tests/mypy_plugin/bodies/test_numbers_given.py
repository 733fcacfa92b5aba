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


PAIRS = program("""
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def pair(t):
    return t if isinstance(t, tuple) else (t, t)
def same(t):
    return t
class Patches(nn.Module):
    def __init__(self, patch, dim, channels=3):
        super().__init__()
        height, width = pair(patch)
        size = height * width * channels
        self.embed = nn.Sequential(nn.LayerNorm(size), nn.Linear(size, same(dim)))
    def forward(self, x):
        return self.embed(x)
def rebound(n):
    n = n + 1
    return torch.zeros(same(n))
def in_rounds(n):
    for _ in range(3):
        m = same(n)
        n = n * 2
    return torch.zeros(m)
def perhaps(n, flag):
    if flag:
        n = 5
    return torch.zeros(same(n))
def read(x: Tensor[Float32, CPU, "b 7"], flag: bool) -> None:
    reveal_type(Patches(16, 8)(torch.zeros(2, 768)))
    Patches(16, 8)(torch.zeros(2, 25))  # refused
    reveal_type(rebound(3))
    reveal_type(in_rounds(3))
    reveal_type(perhaps(3, flag))
    reveal_type(torch.zeros(same(x.shape[0])))
    reveal_type(torch.zeros(pair(x.shape[1])))
""")


def test_parameters_are_what_the_call_gives():
    shapes = [type_.partition('"')[2].rstrip('"]') for type_ in PAIRS.revealed]
    assert shapes == ["2 8", "4", "12", "_", "", "7 7"]
    assert PAIRS.refused == PAIRS.marked

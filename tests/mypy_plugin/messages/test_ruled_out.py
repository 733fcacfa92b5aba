"""Of what an earlier answer rules out nothing is said, in declared functions as in those that are read for a call."""

import pytest

from tests.mypy_plugin.checking import PLAIN, program

RULED_OUT = [
    "return x.dim() == 4 and x.size(3) == 1",
    "return x.ndim != 4 or x.size(3) == 1",
    "return x.ndim > 2 and x.transpose(1, 2).sum() > 0",
    "return x.ndim > 2 and x.shape[2] > 4",
    "return n and x.ndim == 3 and n > 1 and x.size(2) > 0",
    "return [t.shape[2] for t in [x] if t.ndim > 2]",
    "is_3d = x.ndim == 3\n    return is_3d and x.size(2) == 1",
    "is_3d = x.ndim == 3\n    if is_3d:\n        x = x.mean(2)\n    return x",
    "is_2d = x.dim() == 2\n    if is_2d:\n        x = x[0]\n    else:\n        x = x.mean(2)\n    return x",
    "is_2d = x.dim() == 2\n    return 1 if is_2d else x.size(2)",
    "is_3d = x.ndim == 3\n    if n and not is_3d:\n        return x\n    return x if not is_3d else x.mean(2)",
    "is_3d = x.ndim == 3\n    while is_3d and n:\n        x = x.mean(2)\n    return x",
]
SAID = [
    "return x.dim() == 2 and x.size(3) == 1  # refused",
    "return x.ndim != 2 or x.size(3) == 1  # refused",
    "return n and x.size(3) == 1  # refused",
    "return (x.ndim == 3 or n) and x.size(3) == 1  # refused",
    "return x.size(3) == 1 and x.dim() == 4  # refused",
    "is_2d = x.ndim == 2\n    if is_2d:\n        x = x.mean(2)  # refused\n    return x",
    "is_3d = n == 3\n    if is_3d:\n        x = x.mean(2)  # refused\n    return x",
]
DECLARED = """
def f(x: Tensor[Float32, CPU, "a b"], n: int) -> object:
    {}
"""
READ = """
# mypy: disallow-untyped-defs=False, disallow-untyped-calls=False
def f(x, n):
    {}
f(torch.ones(3, 4), 3)
"""
PROGRAMS = [program(DECLARED.format(body)) for body in [*RULED_OUT, *SAID]]
TRIALS = [program(READ.format(body), PLAIN) for body in RULED_OUT]


@pytest.mark.parametrize("said", PROGRAMS, ids=[*RULED_OUT, *SAID])
def test_in_a_declared_function(said):
    assert said.refused == said.marked


@pytest.mark.parametrize("said", TRIALS, ids=RULED_OUT)
def test_for_a_call(said):
    assert said.messages == []

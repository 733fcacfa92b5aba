"""Who compares two sizes has both cases in mind: of dims with two names nothing is said there."""

import pytest
from mypy.nodes import FuncDef

from dtensortypes.core.problems import Kind, Problem
from dtensortypes.mypy_plugin.messages.compared_sizes import compares_sizes, is_doubted
from tests.mypy_plugin.checking import parsed, program

COMPARING = [
    "assert a.shape == b.shape",
    "if a.shape[0] != b.size(0): raise ValueError",
    "while len(b) < len(a): b = torch.cat([b, b])",
    "n, m = len(a), b.shape[1]\nassert n == m",
    "b, n = a.shape\nassert n * 2 == x.size(1)",
    "same = a.shape[1:] == tuple(b.shape)",
    "assert all(a.shape == x.shape for x in xs)",
    "if x.size(0) == 1: x = x.squeeze(0)",
    "n = max(a.shape[0], b.shape[0])\nassert 1 < n",
]
OTHERS = [
    "assert a.shape[0] == 3",
    "a.shape",
    "n = len(a)\nassert n > 0",
    "assert a.dim() == b.dim()",
    "assert len(a.shape) == 1",
    "assert 1 == 1",
    "if n == m: pass",
]
BETWEEN_NAMES = "shapes (n,) and (m,) do not broadcast: n against m at dim -1"
BETWEEN_NUMBERS = "shapes (2,) and (3,) do not broadcast: 2 against 3 at dim -1"


@pytest.mark.parametrize(("source", "does"), [(one, True) for one in COMPARING] + [(one, False) for one in OTHERS])
def test_compares_sizes(source, does):
    assert compares_sizes(parsed(source).defs) is does


def _in(source, words, kind=Kind.SHAPE):
    tree = parsed(source)
    (function, *_) = (one for one in tree.defs if isinstance(one, FuncDef))
    return is_doubted(Problem(kind, words), function, tree)


@pytest.mark.parametrize(
    "body",
    ["assert a.shape == b.shape", "check(a, b)", "if check(a, b): pass", "assert check(a, b)"],
)
def test_of_names_nothing_is_said(body):
    source = f"def f(a, b):\n    {body}\n    a + b\ndef check(a, b):\n    return a.shape == b.shape\n"
    assert _in(source, BETWEEN_NAMES)
    assert _in(source, 'has shape (m,), declared "n": dim 0 is m, not n')
    assert not _in(source, BETWEEN_NUMBERS)
    assert not _in(source, BETWEEN_NAMES, Kind.DEVICE)


def test_who_takes_a_result_asks_for_nothing():
    source = "def f(a, b):\n    c = check(a, b)\n    a + b\ndef check(a, b):\n    return a.shape == b.shape\n"
    assert not _in(source, BETWEEN_NAMES)


DECLARED = program("""
def of_batches(
    x: Tensor[Float32, CPU, "b n"], y: Tensor[Float32, CPU, "c m"], w: Tensor[Float32, CPU, "k 3"]
) -> None:
    assert x.shape[0] == y.size(0)
    x @ w  # refused
    x + y  # refused
def of_columns(x: Tensor[Float32, CPU, "b n"], y: Tensor[Float32, CPU, "b m"]) -> None:
    assert x.shape[1] == y.size(1)
    x + y
def of_rows(x: Tensor[Float32, CPU, "b n"], y: Tensor[Float32, CPU, "b m"]) -> None:
    assert len(x) == len(y)
    x + y  # refused
def of_all(x: Tensor[Float32, CPU, "b n"], y: Tensor[Float32, CPU, "b m"]) -> None:
    if x.shape != y.shape:
        raise ValueError
    x + y
def unpacked(x: Tensor[Float32, CPU, "b n"], y: Tensor[Float32, CPU, "b m"]) -> None:
    b, n = x.shape
    c, m = y.shape
    assert n == m
    x + y
def of_another(x: Tensor[Float32, CPU, "b n"], y: Tensor[Float32, CPU, "b m"]) -> None:
    z = y * 2
    assert x.shape[-1] == z.shape[-1]
    x + y
def of_runs(x: Tensor[Float32, CPU, "*s n"], y: Tensor[Float32, CPU, "*s m"]) -> None:
    assert x.shape[0] == y.shape[0]
    x + y
def given_anew(x: Tensor[Float32, CPU, "b n"], y: Tensor[Float32, CPU, "b m"]) -> None:
    if x.size(0) == 1:
        x = x.squeeze(0)
    x + y
""")


def test_of_other_sizes_than_are_compared_all_is_said():
    assert DECLARED.refused == DECLARED.marked

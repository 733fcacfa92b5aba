"""Who compares two sizes has both cases in mind: of dims with two names nothing is said there."""

import pytest
from mypy.nodes import FuncDef

from dtensortypes.core.problems import Kind, Problem
from dtensortypes.mypy_plugin.messages.compared_sizes import compares_sizes, is_doubted
from tests.mypy_plugin.checking import parsed

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

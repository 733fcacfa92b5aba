"""A body is copied for a call only where something in it may be foreseen."""

import pytest
from mypy.nodes import FuncDef

from dtensortypes.mypy_plugin.changes.foreseeable import is_open
from tests.mypy_plugin.checking import parsed


@pytest.mark.parametrize(
    ("body", "is_foreseeable"),
    [
        ("return x", False),
        ("if x.dim() == 3: x = x[0]", False),
        ("if self.training: x = x[0]", False),
        ("if not self.training: x = x[0]", False),
        ("if self.transform: x = x[0]", True),
        ("if not mode: x = x[0]", True),
        ("x = self.act(x) if self.act else x", True),
        ("x = x[0] if x.dim() == 3 else x", False),
        ("if self.mode == 'mean': x = x[0]", True),
        ("if mode in ('mean', 'sum'): x = x[0]", True),
        ("for i in range(3): x = x[0]", True),
        ("xs = [y for y in x]", True),
    ],
)
def test_what_may_be_foreseen(body, is_foreseeable):
    (function,) = parsed(f"def f(self, x, mode):\n    {body}\n").defs
    assert isinstance(function, FuncDef)
    assert is_open(function, None) is is_foreseeable


@pytest.mark.parametrize(
    ("body", "is_foreseeable"),
    [
        ("side = side // 2", True),
        ("side *= 2", True),
        ("side = out_size(side, 5)", True),
        ("side = size // 2", False),
        ("self.side = self.side // 2", False),
    ],
)
def test_what_a_constructor_counts_on(body, is_foreseeable):
    (function,) = parsed(f"def __init__(self, side, size):\n    {body}\n").defs
    assert isinstance(function, FuncDef)
    assert is_open(function, None) is is_foreseeable


HELPERS = """
def default(value, other):
    return value if value is not None else other
def plain(value, other):
    return other
"""


@pytest.mark.parametrize(("place", "is_foreseeable"), [(0, True), (1, False)])
def test_what_a_helper_chooses(place, is_foreseeable):
    *helpers, build = parsed(f"{HELPERS}\ndef build(n):\n    n = helper(n, 3)\n").defs
    assert isinstance(build, FuncDef)
    (given,) = build.body.body
    given.rvalue.callee.node = helpers[place]
    assert is_open(build, None) is is_foreseeable


@pytest.mark.parametrize(
    ("value", "is_foreseeable"), [("options or {}", True), ("options or other", True), ("options and other", False)]
)
def test_options_that_may_be_left_out(value, is_foreseeable):
    (function,) = parsed(f"def __init__(self, options, other):\n    options = {value}\n").defs
    assert isinstance(function, FuncDef)
    assert is_open(function, None) is is_foreseeable


@pytest.mark.parametrize(
    ("value", "is_foreseeable"), [("n == m", True), ("n > 1 and m", True), ("not n", True), ("n + m", False)]
)
def test_an_answer_that_a_constructor_keeps(value, is_foreseeable):
    (function,) = parsed(f"def __init__(self, n, m):\n    self.kept = {value}\n").defs
    assert isinstance(function, FuncDef)
    assert is_open(function, None) is is_foreseeable

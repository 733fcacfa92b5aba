"""A body tells a list from a tuple where it asks for one of both, or stores into it by number."""

import pytest
from mypy.nodes import ForStmt

from dtensortypes.mypy_plugin.text.list_or_tuple import is_told_apart, told_apart
from dtensortypes.mypy_plugin.text.scope import statements
from tests.mypy_plugin.checking import parsed

APART = ["isinstance(x, list)", "isinstance(x, (tuple, dict))", "type(x) is list", "x[0] = 1", "x[i] = 1", "x[1:] = y"]
TOGETHER = ["isinstance(x, (list, tuple))", "isinstance(x, dict)", "isinstance(y[0], list)", 'x["a"] = 1', "x = y[0]"]


@pytest.mark.parametrize("statement", APART)
def test_it_is_told(statement):
    assert told_apart(parsed(statement).defs) == {"x"}
    assert told_apart(parsed(f"def f(x):\n    {statement}").defs) == {"x"}


@pytest.mark.parametrize("statement", TOGETHER)
def test_it_is_not(statement):
    assert not told_apart(parsed(statement).defs)


@pytest.mark.parametrize(
    ("loop", "found"),
    [
        ("for x in xs:\n    x[0] = 1", True),
        ("for i, x in enumerate(xs):\n    x[0] = 1", True),
        ("for x in xs:\n    y[0] = 1", False),
        ("for x in xs:\n    print(x)", False),
    ],
)
def test_of_what_a_loop_takes(loop, found):
    body = parsed(loop).defs
    (one,) = (statement for statement in statements(body) if isinstance(statement, ForStmt))
    assert is_told_apart(body, one.expr) == found

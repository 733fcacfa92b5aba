"""What is run after an expression alone can have done nothing to what it finds."""

import pytest
from mypy.nodes import Expression, NameExpr, Statement

from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.order import is_later, left_undone
from dtensortypes.mypy_plugin.text.scope import statements
from tests.mypy_plugin.checking import parsed


def named(body: list[Statement], name: str) -> Expression:
    every = (part for one in statements(body) for part in expressions(one))
    return next(part for part in every if isinstance(part, NameExpr) and part.name == name)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("here\nthere", True),
        ("there\nhere", False),
        ("here + there", False),
        ("for i in a:\n    here\n    there", False),
        ("while a:\n    here\nthere", True),
        ("for i in a:\n    for j in b:\n        here\n    there", False),
        ("if a:\n    here\nelse:\n    there", True),
        ("f = lambda: here\nthere", False),
        ("f = (here for i in a)\nthere", False),
        ("f = [here for i in a]\nthere", True),
    ],
)
def test_what_is_run_after_a_place_alone(source, expected):
    body = parsed(source).defs
    assert is_later(body, named(body, "there"), named(body, "here")) is expected


@pytest.mark.parametrize(
    ("source", "stopping", "undone"),
    [
        ("a = b()\nc(a)\nd", {1}, {1, 2}),
        ("a = b()\nc = a\nd = c\ne = f", {1}, {1, 2, 3}),
        ("a, *b = c()\nd[0] = b\nd", {1}, {1, 2, 3}),
        ("for i in a:\n    b = c()\n    d(b)\nb", {2}, {2, 3}),
        ("try:\n    a = b()\n    c(a)\nexcept E:\n    c(a)\nc(a)", {2}, {2, 3}),
        ("a = b()\nif c:\n    a\nelse:\n    d", {1}, {1, 3}),
        ("if a:\n    b = c()\nb", {2}, {2}),
        ("if a:\n    b = c()\nb", {1}, set()),
        ("a = lambda: b\na", {1}, set()),
        ("def a():\n    b = c()\nb", {2}, set()),
        ("a = [b for b in c]\na", {1}, set()),
        ("a = b if c else d\na", {1}, set()),
        ("a = b and c\na", {1}, set()),
    ],
)
def test_what_needs_what_raises(source, stopping, undone):
    assert left_undone(parsed(source).defs, stopping) == undone

"""What is run after an expression alone can have done nothing to what it finds."""

import pytest
from mypy.nodes import Expression, NameExpr, Statement

from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.order import is_later, never_run
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
    ("source", "stopping", "never"),
    [
        ("a\nb\nc", {2}, {2, 3}),
        ("for i in a:\n    b\n    c\nd", {2}, {2, 3}),
        ("try:\n    a\n    b\nexcept E:\n    c\nd", {2}, {2, 3}),
        ("a\nif b:\n    c\nelse:\n    d", {1}, {1, 2, 3, 4, 5}),
        ("if a:\n    b\nc", {1}, set()),
        ("a = lambda: b\nc", {1}, set()),
        ("def a():\n    b\nc", {2}, set()),
        ("[a for a in b]\nc", {1}, set()),
        ("a = b if c else d\ne", {1}, set()),
        ("a and b\nc", {1}, set()),
    ],
)
def test_what_comes_after_what_raises(source, stopping, never):
    assert never_run(parsed(source).defs, stopping) == never

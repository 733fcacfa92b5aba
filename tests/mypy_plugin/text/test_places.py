"""What a body gives a value has a word: a variable its name, an attribute of the object one that begins with a dot."""

import pytest
from mypy.nodes import NameExpr, Var

from dtensortypes.mypy_plugin.text.expressions import gathered
from dtensortypes.mypy_plugin.text.places import may_set_attributes, places_given
from dtensortypes.mypy_plugin.text.rewritten import inside
from tests.mypy_plugin.checking import parsed


def body(source):
    statements = parsed(source).defs
    itself = Var("self")
    itself.is_self = True
    for name in (part for statement in inside(statements) for part in gathered(statement)):
        if isinstance(name, NameExpr) and name.name == "self":
            name.node = itself
    return statements


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = 1\nself.y = 2", ["x", ".y"]),
        ("for i in n:\n    a, b = c", ["i", "a", "b"]),
        ("other.y = 1\nx[0] = 2", []),
        ("x += 1", ["x"]),
    ],
)
def test_given(source, expected):
    assert places_given(body(source)) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [("self.grow()", True), ("grow(self)", True), ("other.grow()", False), ("x = f(self.y)", False)],
)
def test_calls_that_may_set_attributes(source, expected):
    (statement,) = body(source)
    assert may_set_attributes(statement) is expected

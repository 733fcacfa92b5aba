"""Of which variable or attribute a place is."""

import pytest

from dtensortypes.mypy_plugin.changes.owners import SELF, attribute_of, is_item, places_in, root
from tests.mypy_plugin.checking import parsed


def expression(text):
    [statement] = parsed(text).defs
    return statement.expr


@pytest.mark.parametrize(
    ("text", "variable", "attribute", "item"),
    [
        ("net", "net", SELF, False),
        ("net.encoder.layers", "net", "encoder", False),
        ("net.encoder.layers[0]", "net", "encoder", True),
        ("nets[0].encoder", "nets", "encoder", True),
        ("make().encoder", SELF, "encoder", False),
    ],
)
def test_where_a_place_is(text, variable, attribute, item):
    place = expression(text)
    assert (root(place), attribute_of(place), is_item(place)) == (variable, attribute, item)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(a, [b, c.d], {'e': f})", ["a", "b", "c", "f"]),
        ("a if x else b", ["a", "b"]),
        ("a or b", ["a", "b"]),
        ("a + b", []),
        ("[a, b][0]", ["a", "b"]),
        ("net.head.weight", []),
        ("f(a)", []),
    ],
)
def test_what_a_value_gathers(text, found):
    assert [root(place) for place in places_in(expression(text))] == found

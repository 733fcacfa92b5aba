"""Whether something is put into a variable's dict between where it is given, and where it is read."""

import pytest
from mypy.nodes import NameExpr

from dtensortypes.mypy_plugin.changes.since_begun import is_filled_in_rounds, is_filled_since
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import statements
from tests.mypy_plugin.checking import parsed

BODIES = {
    "d = {}; read(d)": (False, False),
    "d = {}; d['x'] = 1; read(d)": (True, False),
    "d = {}; d.clear(); read(d)": (True, False),
    "d = {}; read(d); d['x'] = 1": (False, False),
    "d = {}\nfor _ in xs:\n    read(d)\n    d['x'] = 1": (False, True),
    "d = {}\nwhile xs:\n    d['x'] = 1\n    read(d)": (True, True),
    "for _ in xs:\n    d = {}\n    read(d)\n    d['x'] = 1": (False, False),
}


@pytest.mark.parametrize(("text", "found"), BODIES.items())
def test_what_stands_between(text, found):
    body = parsed(text.replace("; ", "\n")).defs
    every = statements(body)
    begun = next(one for one in every if getattr(getattr(one, "lvalues", [None])[0], "name", "") == "d")
    calls = (one for one in every if getattr(getattr(one, "expr", None), "args", None))
    place = next(part for one in calls for part in expressions(one) if isinstance(part, NameExpr) and part.name == "d")
    assert (is_filled_since(body, begun, place), is_filled_in_rounds(body, begun, place)) == found

"""Who stores to what a method gives back stores to the attribute that it gives."""

import pytest
from mypy.nodes import NameExpr, Var

from dtensortypes.mypy_plugin.changes.given_back import is_filled_as_given
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import functions, statements
from tests.mypy_plugin.checking import parsed

CLASS = """
class Model:
    def rows(self):
        return self.kept

    def each(self):
        for _ in range(2):
            yield self.kept

    def first(self):
        return self.kept[0]

"""


@pytest.mark.parametrize(
    ("use", "is_filled"),
    [
        ("Model().rows()[0] = x", True),
        ("Model().rows().append(x)", True),
        ("Model().rows[0] = x", True),
        ("rows = Model().rows()\nrows.append(x)", True),
        ("for rows in Model().each():\n    rows[0] = x", True),
        ("unknown(Model().rows())", True),
        ("rows = Model().rows()\nrows[0].sum()", False),
        ("Model().first()[0] = x", False),
    ],
)
def test_what_is_filled(use, is_filled):
    tree, own = parsed(CLASS + use), Var("self")
    own.is_self, methods = True, list(functions(tree))
    every = (statement for method in methods for statement in statements(method.body.body))
    for part in (part for statement in every for part in expressions(statement)):
        if isinstance(part, NameExpr) and part.name == "self":
            part.node = own
    assert is_filled_as_given([tree], methods, "kept") == is_filled
    assert not is_filled_as_given([tree], methods, "other")

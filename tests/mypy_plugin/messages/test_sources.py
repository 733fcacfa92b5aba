"""The items of a container, by its text; what needs a program's types stands in `test_provenance.py`."""

from types import SimpleNamespace
from typing import Any

import pytest
from mypy.nodes import CallExpr, ExpressionStmt, IntExpr, NameExpr, Var

from dtensortypes.mypy_plugin.messages.sources import Sources
from dtensortypes.mypy_plugin.text.expressions import expressions
from tests.mypy_plugin.checking import parsed


@pytest.mark.parametrize(
    ("container", "at", "items"),
    [
        ("(1, 2)", None, [1, 2]),
        ("(1, 2)", 1, [2]),
        ("(1, 2)", 5, []),
        ("[(1, 2), (3, 4)]", 0, [1, 3]),
        ("[(1, 2), (3, 4)][1]", None, [2, 4]),
        ("{'a': 1, 'b': [2]}", None, [1, 2]),
        ("[(1, 2) for _ in xs]", 1, [2]),
        ("((1, 2) for _ in xs)", 0, [1]),
        ("list([1, 2])", None, [1, 2]),
        ("sets(1, 2)", 1, [2, 1]),
        ("{'a': 1}.values()", None, [1]),
    ],
)
def test_what_is_in_a_container(container, at, items):
    tree = parsed(container)
    (statement,) = tree.defs
    assert isinstance(statement, ExpressionStmt)
    checker: Any = SimpleNamespace(tree=tree, lookup_type_or_none=lambda _: None)
    found = Sources(checker).items(statement.expr, at)
    assert [item.value for item in found if isinstance(item, IntExpr)] == items


def test_what_is_made_of_itself_is_looked_into_once():
    tree = parsed("a, b = [\n    g(a),\n    h(b),\n]\n(a, b)\n")
    variables = {name: Var(name) for name in "abxgh"}
    for statement in tree.defs:
        for part in expressions(statement):
            if isinstance(part, NameExpr):
                part.node = variables.get(part.name)
    last = tree.defs[-1]
    assert isinstance(last, ExpressionStmt)
    checker: Any = SimpleNamespace(
        tree=tree, lookup_type_or_none=lambda _: None, scope=SimpleNamespace(stack=[]), modules={}
    )
    found = list(Sources(checker).items(last.expr, None))
    assert any(isinstance(part, CallExpr) and getattr(part.callee, "name", "") == "g" for part in found)
    assert len(found) <= 3 * len(set(found))  # a and b are asked for as a whole, and by either place

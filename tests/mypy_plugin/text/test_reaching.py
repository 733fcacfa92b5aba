"""The assignments that a value may come from: the last sure one, and those after it that some ways take."""

import pytest
from mypy.nodes import AssignmentStmt, NameExpr

from dtensortypes.mypy_plugin.text.reaching import reaching
from dtensortypes.mypy_plugin.text.scope import statements
from tests.mypy_plugin.checking import parsed


def before(source: str, line: int) -> tuple[list[int], bool]:
    body = parsed(source).defs
    given = [
        (statement, statement.rvalue)
        for statement in statements(body)
        if isinstance(statement, AssignmentStmt)
        and isinstance(statement.lvalues[0], NameExpr)
        and statement.lvalues[0].name == "x"
    ]
    found, is_sure = reaching(body, given, line)
    return [statement.line for statement, _ in found], is_sure


@pytest.mark.parametrize(
    ("source", "line", "expected"),
    [
        ("x = 1\nx = 2\nx", 3, ([2], True)),
        ("x = 1\nif a:\n    x = 2\nx", 4, ([1, 3], True)),
        ("if a:\n    x = 2\nx", 3, ([2], False)),
        ("x = 1\nif a:\n    x = 2\n    x\nelse:\n    x = 3", 4, ([3], True)),
        ("x = 1\nfor i in a:\n    x\n    x = 2", 3, ([1], True)),
        ("x\nx = 1", 1, ([], False)),
        ("x = 1\nx = x", 2, ([1], True)),
    ],
)
def test_the_assignments_before_a_line(source, line, expected):
    assert before(source, line) == expected

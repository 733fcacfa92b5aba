"""The assignments that a value may come from: the last sure one, and those after it that some ways take."""

import pytest
from mypy.nodes import AssignmentExpr, AssignmentStmt, CallExpr, ForStmt, GeneratorExpr, NameExpr, Var

from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.reaching import gone_through, in_later_rounds, is_as_given, reached, reaching
from dtensortypes.mypy_plugin.text.scope import statements, targets
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


def reads(source: str) -> list[int | None]:
    """The lines of what each `use(x)` certainly has, in their order."""
    body = parsed(source).defs
    every = statements(body)
    given = [(one, target.rvalue) for one in every if isinstance(target := one, AssignmentStmt)]
    given += [(one, None) for one in every if isinstance(one, ForStmt) and one.index.name == "x"]
    calls = [part for one in every for part in expressions(one) if isinstance(part, CallExpr)]
    used = [part for call in calls for part in call.args if isinstance(part, NameExpr) and part.name == "x"]
    found = [reached(body, given, one) for one in used]
    return [None if one is None else one[0].line for one in found]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = 1\nx = 2\nuse(x)", [2]),
        ("x = 1\nx = use(x)\nuse(x)", [1, 2]),
        ("x = 1; x = 2; use(x)", [None]),
        ("x = 1\nx = 2; use(x)", [None]),
        ("x = 1\nif a:\n    x = 2\n    use(x)\nuse(x)", [3, None]),
        ("for x in y:\n    use(x)\n    x = 2\n    use(x)\nuse(x)", [1, 3, None]),
        ("x = 1\nfor _ in y:\n    use(x)\n    x = 2", [None]),
        ("x = 1\nwhile use(x):\n    x = 2", [None]),
        ("x = 1\nwhile a:\n    use(x)", [1]),
        ("x = 1\ntry:\n    x = 2\n    use(x)\nexcept E:\n    use(x)", [3, None]),
        ("x = 1\nfor y in z:\n    x = 2\nelse:\n    use(x)", [None]),
    ],
)
def test_what_certainly_was_given_last(source, expected):
    assert reads(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = f(x)", True),
        ("f(x)\nx = 1", True),
        ("x = 1\nf(x)", False),
        ("if a:\n    x = 1\nf(x)", False),
        ("for i in a:\n    f(x)\n    x = 1", False),
        ("g((x := 1), f(x))", False),
    ],
)
def test_a_parameter_is_what_was_given_until_it_is_given_another_value(source, expected):
    body = parsed(source).defs
    given = [(one, value) for one in statements(body) for target, value in targets(one) if _is_x(target)]
    given += [(one, None) for one in statements(body) if any(isinstance(e, AssignmentExpr) for e in expressions(one))]
    every = [part for one in statements(body) for part in expressions(one) if isinstance(part, CallExpr)]
    (read,) = (one.args[0] for one in every if isinstance(one.callee, NameExpr) and one.callee.name == "f")
    assert isinstance(read, NameExpr)
    assert is_as_given(body, given, read) is expected


def _is_x(target):
    return isinstance(target, NameExpr) and target.name == "x"


def test_what_a_comprehension_goes_through():
    body = parsed("[row for row in rows]").defs
    (made,) = [part for part in expressions(body[0]) if isinstance(part, GeneratorExpr)]
    own = Var("row")
    for part in (*made.indices, made.left_expr):
        assert isinstance(part, NameExpr)
        part.node = own
    assert isinstance(made.left_expr, NameExpr)
    assert gone_through(body, made.left_expr, None) is made.sequences[0]


def test_what_a_later_round_may_have():
    body = parsed("for i in a:\n    x\n    if b:\n        x = 1\nx = 2\nx").defs
    given = [(one, one.rvalue) for one in statements(body) if isinstance(one, AssignmentStmt)]
    assert [one.line for one, _ in in_later_rounds(body, given, 2)] == [4]
    assert in_later_rounds(body, given, 6) == []

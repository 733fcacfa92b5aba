"""What an expression is to the statement that it stands in."""

from mypy.nodes import AssignmentStmt, ExpressionStmt, MemberExpr, NameExpr, OperatorAssignmentStmt

from dtensortypes.mypy_plugin.text.expressions import calls, expressions
from dtensortypes.mypy_plugin.text.roles import (
    is_asked_for_truth,
    is_in_rounds,
    is_needed,
    is_replaced,
    is_statement,
    is_updated,
)
from tests.mypy_plugin.checking import parsed

BODY = parsed("""
x = abs(1)
abs(2)
x += 1
""").defs


def test_alone():
    given, alone = BODY[0], BODY[1]
    assert isinstance(given, AssignmentStmt)
    assert isinstance(alone, ExpressionStmt)
    assert is_statement(BODY, alone.expr)
    assert not is_statement(BODY, given.rvalue)


def test_updated():
    given, updated = BODY[0], BODY[2]
    assert isinstance(given, AssignmentStmt)
    assert isinstance(updated, OperatorAssignmentStmt)
    assert is_updated(BODY, updated.lvalue)
    assert not is_updated(BODY, given.lvalues[0])


def test_replaced():
    given, updated = BODY[0], BODY[2]
    assert isinstance(given, AssignmentStmt)
    assert isinstance(updated, OperatorAssignmentStmt)
    assert is_replaced(BODY, given.lvalues[0])
    assert not is_replaced(BODY, updated.lvalue)


def test_in_rounds():
    body = parsed("y = [abs(x) for x in z]\nw = {x: abs(x) for x in z}\nabs(2)").defs
    found = [calls(statement)[0] for statement in body]
    assert [is_in_rounds(body, call) for call in found] == [True, True, False]


def test_needed():
    body = parsed("x.a.mean(); x.b[0]; 0.9 * x.c; y and x.d; f(x.e)").defs
    every = [part for one in body for part in expressions(one) if isinstance(part, MemberExpr)]
    assert {one.name for one in every if is_needed(body, one)} == {"a", "b", "c"}


def test_asked_for_truth():
    body = parsed("if a and b: pass\nx = c or d\ny = e if not f else g\nassert h, i\nwhile j + k: pass").defs
    every = [part for one in body for part in expressions(one) if isinstance(part, NameExpr)]
    assert {one.name for one in every if is_asked_for_truth(body, one)} == set("abcfh")

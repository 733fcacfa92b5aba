"""Cases as conditions; what comes of them is in the chapter on narrowing."""

import pytest
from mypy.nodes import CallExpr, ComparisonExpr, IntExpr, MatchStmt, NameExpr, OpExpr, StrExpr, UnaryExpr

from dtensortypes.mypy_plugin.text.cases import cases
from tests.mypy_plugin.checking import parsed


def written(expression):
    match expression:
        case OpExpr(op=op, left=left, right=right):
            return f"({written(left)} {op} {written(right)})"
        case ComparisonExpr(operators=[op], operands=[left, right]):
            return f"{written(left)} {op} {written(right)}"
        case UnaryExpr(expr=inner):
            return f"not {written(inner)}"
        case CallExpr(callee=callee, args=[inner]):
            return f"{written(callee)}({written(inner)})"
        case NameExpr(name=name):
            return name
        case IntExpr(value=value) | StrExpr(value=value):
            return repr(value)
    return None


@pytest.mark.parametrize(
    ("patterns", "conditions"),
    [
        (["1", "2", "_"], ["s == 1", "(not s == 1 and s == 2)", "(not s == 1 and not s == 2)"]),
        (["'a' | 'b'", "c"], ["(s == 'a' or s == 'b')", "not (s == 'a' or s == 'b')"]),
        (["1 if flag", "_"], ["s == 1", None]),
        (["(a, b)", "_"], ["len(s) == 2", "not len(s) == 2"]),
        (["(a, 3)", "_"], ["len(s) == 2", None]),
        (["1 as one", "(1 | [*_])", "int()"], ["s == 1", "not s == 1", "not s == 1"]),
    ],
)
def test_what_is_true_in_each_body(patterns, conditions):
    (statement,) = parsed("\nmatch s:\n" + "".join(f"    case {one}: pass\n" for one in patterns)).defs
    assert isinstance(statement, MatchStmt)
    assert [written(condition) for condition in cases(statement)] == conditions

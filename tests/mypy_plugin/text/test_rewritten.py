"""A duplicate is another tree of the same variables; what is put into an expression stands in the place of its part."""

import pytest
from mypy.nodes import CallExpr, Decorator, ExpressionStmt, IntExpr, NameExpr, StarExpr, Var
from mypy.options import Options
from mypy.strconv import StrConv

from dtensortypes.mypy_plugin.text.expressions import gathered
from dtensortypes.mypy_plugin.text.rewritten import duplicate, replaced
from tests.mypy_plugin.checking import parsed


def text(node):
    return node.accept(StrConv(options=Options()))


@pytest.mark.parametrize(
    "source", ["f(*xs, k=a[1:2])", "[*xs, a if b else c]", "{k: v, 'a': 1}", "[x for x in xs if x]"]
)
def test_a_duplicate_says_the_same(source):
    (statement,) = parsed(source).defs
    copied = duplicate(statement)
    assert text(copied) == text(statement)
    assert not {id(part) for part in gathered(statement)} & {id(part) for part in gathered(copied)}


def test_fresh_variables_are_others():
    (statement,) = parsed("x = x + y").defs
    x, y = Var("x"), Var("y")
    for part in gathered(statement):
        if isinstance(part, NameExpr):
            part.node = x if part.name == "x" else y
            part.kind = 0
    nodes = {part.name: part.node for part in gathered(duplicate(statement, [x])) if isinstance(part, NameExpr)}
    assert nodes["y"] is y
    assert isinstance(nodes["x"], Var)
    assert nodes["x"] is not x


def test_a_decorated_function_is_the_same_one():
    """Mypy's own visitor leaves of it a variable, of a type that nobody infers any more."""
    made, statement = parsed("@checked\ndef f(x): return x\nf(1)").defs
    assert isinstance(made, Decorator)
    assert isinstance(statement, ExpressionStmt)
    assert isinstance(statement.expr, CallExpr)
    assert isinstance(statement.expr.callee, NameExpr)
    statement.expr.callee.node = made
    called = [part.node for part in gathered(duplicate(statement)) if isinstance(part, NameExpr)]
    assert called == [made]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("f(n, k=g[n])", "f(1, k=g[1])"),
        ("[n, *n]", "[1, *1]"),
        ("a if n else n + n", "a if 1 else 1 + 1"),
        ("lambda x: n", "lambda x: n"),
    ],
)
def test_replaced(source, expected):
    (statement,), (other,) = parsed(source).defs, parsed(expected).defs
    assert isinstance(statement, ExpressionStmt)
    assert isinstance(other, ExpressionStmt)
    found = replaced(statement.expr, lambda part: IntExpr(1) if text(part).startswith("NameExpr(n") else None)
    assert _shape(found) == _shape(other.expr)


def _shape(expression):
    """The expression's parts, without their lines."""
    return [(type(part).__name__, getattr(part, "name", getattr(part, "value", None))) for part in gathered(expression)]


def test_a_star_is_copied_with_what_it_unpacks():
    (statement,) = parsed("[*xs]").defs
    (star,) = (part for part in gathered(duplicate(statement)) if isinstance(part, StarExpr))
    assert star.expr not in gathered(statement)

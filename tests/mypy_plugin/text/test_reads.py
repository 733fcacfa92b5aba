"""Where a body reads its variables, and what it does with what it reads."""

from mypy.nodes import AssignmentStmt, CallExpr, ExpressionStmt, GeneratorExpr, IndexExpr

from dtensortypes.mypy_plugin.text.reads import read, users
from tests.mypy_plugin.checking import parsed


def body(source):
    return parsed(source).defs


def test_what_is_given_is_not_read():
    places = read(body("x = y\nx += 1\nf(x, [y for z in x])\nx['a'] = 1"))
    lines = {name: [one.line for one in every] for name, every in places.items()}
    assert lines == {"y": [1, 3], "x": [2, 3, 3, 4], "f": [3]}


def test_what_each_expression_stands_in():
    statements = body("f(x[0])\ny = x\nreturn_ = g(y)")
    above = users(statements)
    first, third = (read(statements)[name][0] for name in ("x", "y"))
    inner = above[id(first)]
    assert isinstance(inner, IndexExpr)
    assert isinstance(above[id(inner)], CallExpr)
    assert isinstance(above[id(above[id(inner)])], ExpressionStmt)
    assert isinstance(above[id(read(statements)["x"][1])], AssignmentStmt)
    assert isinstance(above[id(third)], CallExpr)


def test_what_a_comprehension_goes_through():
    statements = body("def f(xs):\n    return [x for x in xs]")[0].body.body
    assert isinstance(users(statements)[id(read(statements)["xs"][0])], GeneratorExpr)

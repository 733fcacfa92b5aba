"""Two names are alike where what is done to the one may be done to what the other holds."""

import pytest
from mypy.nodes import CallExpr, NameExpr, Statement

from dtensortypes.mypy_plugin.changes.alike import alike
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.rewritten import inside
from tests.mypy_plugin.checking import parsed


def body(source: str) -> list[Statement]:
    statements = parsed(source).defs
    for part in (part for statement in inside(statements) for part in expressions(statement)):
        if isinstance(part, CallExpr) and isinstance(part.callee, NameExpr):
            part.callee.fullname = f"builtins.{part.callee.name}"
    return statements


def pairs(source: str, *plain: str) -> set[tuple[str, str]]:
    found = alike(body(source), frozenset(plain))
    return {(name, whole) for names, sources in found for name in names for whole in sources}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("ys = xs", {("ys", "xs")}),
        ("y = xs if a else zs", {("y", "xs"), ("y", "zs")}),
        ("y = [xs, 1]", {("y", "xs")}),
        ("for x in xs: pass", {("x", "xs")}),
        ("for x, y in zip(xs, ys): pass", {("x", "xs"), ("y", "ys")}),
        ("for i, x in enumerate(xs): pass", {("x", "xs")}),
        ("for i, (x, y) in enumerate(zip(xs, ys)): pass", {("x", "xs"), ("y", "ys")}),
        ("for x, y in xs: pass", {("x", "xs"), ("y", "xs")}),
        ("for x, y in zip(*xs): pass", {("x", "xs"), ("y", "xs")}),
        ("z = [x for x, y in zip(xs, ys)]", {("x", "xs"), ("y", "ys")}),
        ("with xs as x: pass", {("x", "xs")}),
        ("(y := xs)", {("y", "xs")}),
        ("y = xs[0] + 1", set()),
    ],
)
def test_alike(source, expected):
    assert pairs(source) == expected


def test_who_goes_through_numbers_has_none_of_them():
    assert pairs("for x in xs: pass\ny = [x for x in xs]", "xs") == set()
    assert pairs("for x, y in zip(xs, ys): pass", "xs") == {("y", "ys")}

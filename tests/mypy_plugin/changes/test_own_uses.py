"""What a body puts into the container of a variable of its own, and where others may do so, too."""

import pytest
from mypy.nodes import LDEF, Expression, IntExpr, NameExpr, Var

from dtensortypes.mypy_plugin.changes.own_uses import stores
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import statements
from tests.mypy_plugin.checking import parsed

PYTHONS = {name: f"builtins.{name}" for name in ("len", "max", "sorted", "enumerate", "zip")}


def put(source: str, depth: int) -> list[tuple[tuple[object, ...], object]] | None:
    """What the source puts into `xs`: of each store the path and the number; None where others may put things there."""
    body, variables = parsed(source).defs, {}
    for part in (part for one in statements(body) for part in expressions(one)):
        if isinstance(part, NameExpr):
            part.kind, part.node = LDEF, variables.setdefault(part.name, Var(part.name))
            part.fullname = PYTHONS.get(part.name, part.name)
    found = stores(body, variables["xs"], depth)
    return None if found is None else [(path, number(value)) for path, value in (*found.values, *found.wholes)]


def number(value: Expression) -> object:
    return value.value if isinstance(value, IntExpr) else None


@pytest.mark.parametrize(
    ("source", "depth", "expected"),
    [
        ("xs.append(1)", 1, [((None,), 1)]),
        ("xs.insert(0, 1)", 1, [((None,), 1)]),
        ("xs['a'] = 1", 1, [(("a",), 1)]),
        ("xs['a']['b'] = 1", 2, [(("a", "b"), 1)]),
        ("xs['a'].append(1)", 2, [(("a", None), 1)]),
        ("xs.update(a=1)", 1, [(("a",), 1)]),
        ("xs.setdefault('a', 1)", 1, [(("a",), 1)]),
        ("ys = xs['a']\nys.append(1)", 2, [(("a", None), 1)]),
        ("for ys in xs:\n    ys.append(1)", 2, [((None, None), 1)]),
        ("for i, ys in enumerate(xs):\n    ys.append(1)", 2, [((None, None), 1)]),
        ("for k, ys in xs.items():\n    ys.append(1)", 2, [((None, None), 1)]),
        ("max(xs, key=len).append(1)", 2, [((None, None), 1)]),
        ("sorted(xs)[0].append(1)", 2, [((0, None), 1)]),
        ("xs[1:] = 1", 1, [((), 1)]),
        ("ys = zip(*xs)", 2, []),
        ("len(xs)\nif xs:\n    xs.sort()", 1, []),
        ("y = xs[0]\ny.append(1)", 1, []),  # what is put into a thing leaves it where it is
    ],
)
def test_what_a_body_puts_there(source, depth, expected):
    assert put(source, depth) == expected


@pytest.mark.parametrize(
    ("source", "depth"),
    [
        ("f(xs)", 1),
        ("ys = [xs]", 1),
        ("put = xs.append", 1),
        ("def f():\n    xs.append(1)\nxs", 1),
        ("y.all = xs", 1),
        ("(zs := xs)", 1),
        ("f(xs[0])", 2),
        ("for pair in enumerate(xs):\n    pair[1].append(1)", 2),
        ("xs[0] += 1", 1),
        ("with open(xs) as y:\n    pass", 1),
        ("xs.whatever(1)", 1),
    ],
)
def test_where_others_may_put_something_there(source, depth):
    assert put(source, depth) is None

"""Which expressions what is at a place may come from."""

import pytest
from mypy.nodes import LDEF, Expression, ExpressionStmt, IntExpr, NameExpr, Var

from dtensortypes.mypy_plugin.changes.put_there import sources
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import statements
from tests.mypy_plugin.checking import parsed

PYTHONS = {
    **{name: f"builtins.{name}" for name in ("list", "dict", "enumerate", "zip", "next", "iter", "reversed")},
    **{name: f"collections.{name}" for name in ("deque", "defaultdict", "OrderedDict")},
    **{name: f"copy.{name}" for name in ("deepcopy",)},
    **{name: f"heapq.{name}" for name in ("heappush", "heappop")},
}


def come_from(source: str) -> set[object] | None:
    """The numbers that the value of the last line may be; None where it may be others."""
    tree = parsed(source)
    bind(tree.defs)
    last = tree.defs[-1]
    assert isinstance(last, ExpressionStmt)
    found = sources(tree.defs, last.expr)
    return None if found is None else {(number(one), *path) if path else number(one) for one, path in found}


def bind(body) -> None:
    """Give each name its variable, as mypy does."""
    variables: dict[str, Var] = {}
    parts = [part for one in statements(body) for part in expressions(one)]
    indices = [index for part in parts for index in getattr(getattr(part, "generator", part), "indices", ())]
    inner = [one for index in indices for one in expressions(index)]
    for part in (*parts, *inner):
        if isinstance(part, NameExpr):
            part.kind, part.node = LDEF, variables.setdefault(part.name, Var(part.name))
            part.fullname = PYTHONS.get(part.name, part.name)


def number(one: Expression) -> object:
    return one.value if isinstance(one, IntExpr) else None if isinstance(one, NameExpr) else type(one).__name__


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = 1\nx", {1}),
        ("x = 1 if a else 2\nx", {1, 2}),
        ("x = None\nif a:\n    x = 1\nx", {None, 1}),
        ("xs = [1, 2]\nxs[0]", {1, 2}),
        ("xs = (1, 2)\nxs[0]", {1}),
        ("xs = [1]\nxs.append(2)\nxs[-1]", {1, 2}),
        ("xs = [1]\nxs[0]\nxs.append(2)\nxs", {"ListExpr"}),
        ("xs = [1, *[2, 3]]\nxs[1]", {1, 2, 3}),
        ("xs = {'a': 1, 'b': 2}\nxs['b']", {2}),
        ("xs = {'a': 1, 'b': 2}\nxs[k]", {1, 2}),
        ("xs = {'a': 1}\nxs.get('a')", {1, None}),
        ("xs = {'a': 1}\nxs.get('a', 2)", {1, 2}),
        ("xs = {'a': {'b': 1}}\nxs['a']['c'] = 2\nxs['a']['b']", {1}),
        ("xs = {}\nxs['a'] = {}\nxs['a']['b'] = 1\nxs['a']['b']", {1}),
        ("xs = {}\nxs.setdefault(k, []).append(1)\nxs[0][0]", {1}),
        ("xs = defaultdict(list)\nxs['a'].append(1)\nxs['a'][0]", {1}),
        ("xs = defaultdict(lambda: 1)\nxs['a']", {1}),
        ("xs = deque([1])\nxs.appendleft(2)\nxs.pop()", {1, 2}),
        ("xs = [1 for i in y]\nxs[0]", {1}),
        ("xs = [[1], [2]]\nys = [y[0] for y in xs]\nys[0]", {1, 2}),
        ("xs = [(1, 2)]\nfor a, b in xs:\n    pass\nb", {2}),
        ("xs = [1]\nfor i, x in enumerate(xs):\n    pass\nx", {1}),
        ("xs = [1]\nys = [2]\nfor x, y in zip(xs, ys):\n    pass\ny", {2}),
        ("rows = [(1, 2), (3, 4)]\nxs, ys = zip(*rows)\nys[0]", {2, 4}),
        ("xs = {'a': 1}\nfor k, v in xs.items():\n    pass\nv", {1}),
        ("xs = {'a': 1}\nfor v in xs.values():\n    pass\nv", {1}),
        ("xs = [1]\nys = deepcopy(xs)\nys[0]", {1}),
        ("xs = []\nheappush(xs, (1, 2))\nheappop(xs)[1]", {2}),
        ("xs = [1]\nnext(iter(xs))", {1}),
        ("xs = [1] + [2]\nxs[0]", {1, 2}),
        ("a, *rest = [1, 2]\nrest[0]", {1, 2}),
        ("xs = [f()]\nxs[0]", {"CallExpr"}),
        ("xs = [1, 2]\nys = xs[1:]\nys[0]", {1, 2}),
        ("x = f()\nx[1:]", {"IndexExpr"}),  # of a tensor it is another one
        ("a, b = f()\nb", {("CallExpr", 1)}),
    ],
)
def test_what_may_be_at_a_place(source, expected):
    assert come_from(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "x",
        "xs = [1]\nf(xs)\nxs[0]",
        "xs = f\nxs[0]",
        "xs = (1,)\nxs[3]",
        "with f() as x:\n    pass\nx",
        "x = 1\nx += 2\nxs = [x]\nxs[0][0]",
        "xs = ys = [1]\nxs[0]",
        "xs = OrderedDict(a=1)\nxs['a']",
        "xs = defaultdict(f)\nxs[0]",
        "xs = list(a, b)\nxs[0]",
    ],
)
def test_where_it_cannot_be_told(source):
    assert come_from(source) is None


def test_a_variable_is_a_source_of_its_own_unless_names_are_gone_through():
    tree = parsed("x = 1\nxs = [x]\nxs[0]")
    bind(tree.defs)
    last = tree.defs[-1]
    assert isinstance(last, ExpressionStmt)
    plain = sources(tree.defs, last.expr, through_names=False)
    assert plain is not None
    assert [type(one) for one, _ in plain] == [NameExpr]
    through = sources(tree.defs, last.expr)
    assert through is not None
    assert [type(one) for one, _ in through] == [IntExpr]

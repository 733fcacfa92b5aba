"""A body's own lists are those that nobody else gets hold of; each filling of one is an assignment of a tuple."""

import pytest
from mypy.nodes import Block, CallExpr, NameExpr, Statement
from mypy.options import Options
from mypy.strconv import StrConv

from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.own_lists import as_assignments, begin_apart, filled, own_lists, taken_from
from dtensortypes.mypy_plugin.text.rewritten import inside
from tests.mypy_plugin.checking import parsed

_TORCHS = {"cat": "torch.cat", "len": "builtins.len", "list": "builtins.list", "Sequential": "torch.nn.Sequential"}


def body(source: str) -> list[Statement]:
    statements = parsed(source).defs
    for part in (part for statement in inside(statements) for part in expressions(statement)):
        if isinstance(part, CallExpr) and isinstance(part.callee, NameExpr):
            part.callee.fullname = _TORCHS.get(part.callee.name, f"program.{part.callee.name}")
    return statements


@pytest.mark.parametrize(
    "source",
    [
        "xs = [a]\nxs.append(b)\ncat(xs)",
        "xs = []\nfor i in n:\n    xs += [i]\nSequential(*xs)",
        "xs = [a] * 3\ny = xs.pop()\nreturn_(y)",
        "xs = [a]\nxs = xs[::-1]\ny = cat([b, xs.pop()])",
        "xs = [a, b]\nxs[i] = b\nxs[0] += a",
        "xs = list(ys)\nxs.insert(0, a)\nxs.reverse()\nif len(xs) > 2:\n    y = xs[0]",
    ],
)
def test_own(source):
    assert own_lists(body(source)) == {"xs"}


@pytest.mark.parametrize(
    "source",
    [
        "xs = [a]\nys = xs",
        "xs = [a]\nfill(xs)",
        "xs = [a]\nxs[0], y = b",
        "xs = [a]\ndel xs[0]",
        "xs = [a]\nself.xs = xs",
        "xs = [a]\nxs.sort()",
        "xs = [a]\nys = [xs]",
        "xs = made()\nxs.append(a)",
        "xs = ys = [a]",
        "xs = [a]\ny = xs.pop() if a else b",
        "xs = [a]\ndef inner():\n    return xs",
    ],
)
def test_not_own(source):
    assert "xs" not in own_lists(body(source))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("xs.append(a)", {"xs"}),
        ("xs += [a]", {"xs"}),
        ("y = xs.pop()", {"xs", "y"}),
        ("y = xs[0]", {"y"}),
    ],
)
def test_what_a_statement_fills(source, expected):
    (statement,) = body(source)
    assert filled(statement) == expected


@pytest.mark.parametrize(
    ("source", "same"),
    [
        ("xs = [a, b]", "xs = (a, b)"),
        ("xs.append(a)", "xs = (*xs, a)"),
        ("xs += [a, b]", "xs = (*xs, a, b)"),
        ("xs.extend(ys)", "xs = (*xs, *ys)"),
        ("xs.insert(1, a)", "xs = (*xs[:1], a, *xs[1:])"),
        ("xs = xs + [a]", "xs = (*xs, a)"),
        ("y = xs.pop()", "y = xs[-1]\nxs = xs[:-1]"),
        ("y = xs.pop(0)", "y = xs[0]\nxs = xs[1:]"),
        ("y = cat([xs.pop(), xs.pop()])", "y = cat([xs[-1], xs[-2]])\nxs = xs[:-2]"),
    ],
)
def test_as_assignments(source, same):
    (statement,) = body(source)
    found = as_assignments(statement, frozenset({"xs"}))
    assert [_text(one) for one in found] == [_text(one) for one in body(same)]


def _text(statement: Statement) -> str:
    """The statement without its lines."""
    lines = statement.accept(StrConv(options=Options())).splitlines()
    return "\n".join(line.split(":")[0].rstrip("(") + line.partition("(")[2] for line in lines)


def test_out_of_which_items_are_taken():
    assert taken_from(body("x = xs.pop()\ny = cat([ys.pop(0), x])\nzs.pop(3)\nvs.append(1)")) == {"xs", "ys"}


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("xs, ys = [], []", 2),
        ("if a:\n    xs, ys, n = [], [], 0.5", 4),
        ("xs, ys = ys, []", 1),
        ("xs, ys = [a], []", 1),
        ("m, n = 0, 1", 1),
        ("xs, self.ys = [], []", 1),
        ("xs, ys = zs = [], []", 1),
    ],
)
def test_lists_that_are_begun_together(source, count):
    block = Block(body(source))
    begin_apart(block)
    assert len(list(inside(block.body))) == count

"""In a copy of a body, to store an item of a list is to make another tuple."""

import pytest
from mypy.nodes import Statement
from mypy.options import Options
from mypy.strconv import StrConv

from dtensortypes.mypy_plugin.text.stored_items import is_open_store, is_put_in_between, stored, with_store
from tests.mypy_plugin.checking import parsed

XS = frozenset({"xs"})


def shown(statement: Statement) -> list[str]:
    return [line.strip() for line in statement.accept(StrConv(options=Options())).splitlines()]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("xs[0] = a", "xs = (*xs[:0], a, *xs[1:])"),
        ("xs[2] = a", "xs = (*xs[:2], a, *xs[3:])"),
        ("xs[-1] = a", "xs = (*xs[:-1], a)"),
        ("xs[-2] = a", "xs = (*xs[:-2], a, *xs[-1:])"),
        ("xs[1] += a", "xs = (*xs[:1], xs[1] + a, *xs[2:])"),
    ],
)
def test_with_store(source, expected):
    (statement,) = parsed(source).defs
    new = with_store(statement, XS)
    assert new is not None
    assert shown(new) == shown(parsed(expected).defs[0])


@pytest.mark.parametrize("source", ["xs[0], y = a", "xs[:1] = a", "xs[0, 1] = a", "self.xs[0] = a", "xs[0] = y = a"])
def test_what_stores_no_single_item(source):
    (statement,) = parsed(source).defs
    assert stored(statement) is None
    assert with_store(statement, XS) is None


@pytest.mark.parametrize(
    ("source", "is_open"), [("xs[i] = a", True), ("xs[0] = xs.pop()", True), ("xs[0] = a", False), ("ys[i] = a", False)]
)
def test_is_open_store(source, is_open):
    (statement,) = parsed(source).defs
    assert is_open_store(statement, XS) == is_open


def test_what_counts_without_the_item_that_is_taken_out():
    between, behind = parsed("xs.insert(1, xs.pop(0))\nxs.append(xs.pop(0))").defs
    assert is_put_in_between(between)
    assert not is_put_in_between(behind)

"""Where things lie in lists, tuples and dicts, and what Python's own methods and functions do with them."""

import copy
import heapq
import random
from collections import OrderedDict, deque

import pytest
from mypy.nodes import AssignmentStmt, CallExpr, Expression, ExpressionStmt, NameExpr

from dtensortypes.mypy_plugin.text import things
from dtensortypes.mypy_plugin.text.things import gives_thing, is_of_one, may_be, named_in, positional, step
from tests.mypy_plugin.checking import parsed


def expression(text: str) -> Expression:
    statement = parsed(text).defs[0]
    assert isinstance(statement, ExpressionStmt)
    return statement.expr


def call(text: str) -> CallExpr:
    found = expression(text)
    assert isinstance(found, CallExpr)
    return found


def test_methods_are_those_of_pythons_containers():
    for name in (*things.PUTTING, *things.JOINING, *things.TAKING, *things.ALL_VALUES, *things.HARMLESS):
        assert any(hasattr(cls, name) for cls in (list, dict, set, deque)), name


def test_functions_have_the_names_that_mypy_says():
    modules = {"builtins": __builtins__, "copy": vars(copy), "heapq": vars(heapq), "random": vars(random)}
    own = {"collections": {"deque": deque, "OrderedDict": OrderedDict}}
    every = things.ALIKE | things.IN_PAIRS | things.PICKING | things.PUSHING | things.FLAT | things.ASKING
    for full in every:
        module, name = full.split(".")
        assert name in {**modules, **own}[module], full


@pytest.mark.parametrize(("text", "expected"), [("x[3]", 3), ("x['a']", "a"), ("x[-1]", None), ("x[i]", None)])
def test_a_step_is_the_key_that_is_written_out(text, expected):
    assert step(expression(text).index) == expected  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("x[0]", True), ("x[1:]", False), ("x.pop()", True), ("x.get('a')", True), ("x.sort()", False), ("f(x)", False)],
)
def test_what_gives_one_of_the_things(text, expected):
    assert gives_thing(expression(text)) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = x", [("a", ())]),
        ("a, b = x", [("a", (0,)), ("b", (1,))]),
        ("a, (b, c) = x", [("a", (0,)), ("b", (1, 0)), ("c", (1, 1))]),
        ("a, *b = x", [("a", (None,)), ("b", ())]),
    ],
)
def test_where_in_what_is_unpacked_each_name_lies(text, expected):
    statement = parsed(text).defs[0]
    assert isinstance(statement, AssignmentStmt)
    found = [(one.name, path) for one, path in named_in(statement.lvalues[0]) if isinstance(one, NameExpr)]
    assert found == expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (("a",), ("a", 0), True),
        (("a",), ("b", 0), False),
        ((None,), ("b",), True),
        ((0,), (1,), True),  # what is in front of it may be taken out
        (("a", "x"), ("a", "y"), False),
    ],
)
def test_whether_two_paths_may_be_one_place(one, other, expected):
    assert may_be(one, other) is expected
    assert may_be(other, one) is expected


def test_what_picks_out_of_its_first_argument():
    assert is_of_one(call("max(xs, key=len)"))
    assert not is_of_one(call("max(x, y)"))
    assert len(positional(call("f(x, y, key=len)"))) == 2

"""Dicts of which others are made, and variables that begin with a copy of what they are given."""

import pytest
from mypy.nodes import CallExpr, NameExpr

from dtensortypes.mypy_plugin.text.dict_copies import copied_in, is_copying, made_anew
from dtensortypes.mypy_plugin.text.expressions import expressions
from tests.mypy_plugin.checking import parsed


@pytest.mark.parametrize(
    ("written", "copied"),
    [("x = {**a, 'b': c, **d}", ["a", "d"]), ("x = {'a': b}", []), ("x = f(a)", []), ("x = [*a]", [])],
)
def test_what_is_copied(written, copied):
    (statement,) = parsed(written).defs
    assert [one.name for one in copied_in(expressions(statement)) if isinstance(one, NameExpr)] == copied


def test_a_call_of_another_function_copies_nothing():
    (statement,) = parsed("x = f(a)").defs
    assert not any(is_copying(one) for one in expressions(statement) if isinstance(one, CallExpr))


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("a = {**a}\nb = {**b, 'c': 3}\na['c'] = 4", {"a", "b"}),
        ("a = {**a, 'b': f(a)}", set()),
        ("f(a)\na = {**a}", set()),
        ("a = {**b}", set()),
    ],
)
def test_what_begins_with_a_copy(body, names):
    assert made_anew(parsed(body).defs) == names

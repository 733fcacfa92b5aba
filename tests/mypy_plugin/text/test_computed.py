"""Python's operators on known values give what Python gives, and nothing where a list's items are asked for."""

import math
import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.rules.python_numbers import OPERATORS
from dtensortypes.mypy_plugin.bodies.known_types import OPAQUE
from dtensortypes.mypy_plugin.text.computed import CALLED, COMPARING, MOST, Unknown, applied

numbers = st.integers(-9, 9)


@given(st.sampled_from(["+", "-", "*"]), numbers, numbers)
def test_arithmetic(op, one, other):
    expected = {"+": one + other, "-": one - other, "*": one * other}[op]
    assert applied(OPERATORS[op], one, other) == expected


@given(st.lists(numbers, max_size=MOST // 2), st.lists(numbers, max_size=MOST // 2))
def test_lists_are_joined_in_order(one, other):
    assert applied(OPERATORS["+"], tuple(one), tuple(other)) == (*one, *other)


@given(st.integers(0, 9), st.integers(0, 9))
def test_what_is_counted_is_given_at_once(start, stop):
    counted = applied(CALLED["builtins.range"], start, stop)
    assert counted == tuple(range(start, stop))
    assert applied(CALLED["builtins.zip"], counted, counted) == tuple(zip(counted, counted, strict=True))


@given(st.lists(numbers, min_size=1, max_size=9))
def test_what_is_made_of_all_items(several):
    assert applied(CALLED["builtins.sum"], tuple(several)) == sum(several)
    assert applied(CALLED["builtins.max"], tuple(several)) == max(several)
    assert applied(CALLED["math.prod"], tuple(several)) == math.prod(several)


@pytest.mark.parametrize(
    ("function", "operands"),
    [
        (OPERATORS["/"], (1, 0)),
        (OPERATORS["**"], (2, MOST + 1)),
        (OPERATORS["*"], ((1,), MOST + 1)),
        (CALLED["builtins.range"], (MOST + 1,)),
        (operator.getitem, ((1, 2), 2)),
        (COMPARING["=="], ((1,), (1,))),
        (COMPARING["in"], (1, (OPAQUE,))),
        (COMPARING["is"], (1, 1)),
        (CALLED["builtins.max"], ((1, OPAQUE),)),
    ],
)
def test_unknown(function, operands):
    with pytest.raises(Unknown):
        applied(function, *operands)

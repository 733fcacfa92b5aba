"""The sizes of slices are Python's, whatever is known of the dim and of the bounds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.algebra.slices import sliced
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import Category
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Number, Slice
from dtensortypes.core.problems import Refused
from tests.strategies import disguised_size, holds, value

bound = st.one_of(st.none(), st.integers(-6, 6))


@given(st.integers(0, 5), bound, bound, st.one_of(st.none(), st.integers(1, 3)), st.data())
def test_slices_are_pythons(size, start, stop, step, data):
    expected = len(range(size)[start:stop:step])
    assert sliced(Dim.of(size), Slice(start, stop, step)) == Dim.of(expected)
    hidden = Slice(*(data.draw(_disguised_bound(number)) for number in (start, stop, step)))
    assert holds(Shape((sliced(data.draw(disguised_size(size)), hidden),)), (expected,))


def _disguised_bound(number):
    if number is None or number < 0:
        return st.sampled_from([number, UNKNOWN])
    return st.one_of(st.just(number), disguised_size(number))


@pytest.mark.parametrize(
    ("bounds", "result"),
    [
        (Slice(), "n"),
        (Slice(1), "n-1"),
        (Slice(None, -1), "n-1"),
        (Slice(1, -1), "n-2"),
        (Slice(-1), "1"),
        (Slice(None, 2), "2"),
        (Slice(None, 3), "min(3,n)"),
        (Slice(3), "max(0,n-3)"),
        (Slice(None, None, 2), "-((-n)//2)"),
        (Slice(Dim.of("n")), "0"),
    ],
)
def test_named_dims(bounds, result):
    assert sliced(Dim.of("n"), bounds).notation == result


def test_what_is_not_known_stays_so():
    assert sliced(UNKNOWN, Slice(1)) is UNKNOWN
    assert sliced(Dim.of("n"), Slice(Number(Category.INTEGER))) is UNKNOWN
    assert sliced(Dim.of("n"), Slice(None, None, UNKNOWN)) is UNKNOWN
    assert sliced(Dim.of("n"), Slice(Dim.of("{self.dim}"))) is UNKNOWN


def test_a_step_backwards_is_refused():
    with pytest.raises(Refused, match=r"greater than 0 in torch, not -1; use \.flip\(\)"):
        sliced(Dim.of("n"), Slice(None, None, -1))


def test_a_slice_of_a_size_that_divides_is_exact():
    assert value(sliced(Dim.of("n4") * 2, Slice(None, None, 2))) == 4

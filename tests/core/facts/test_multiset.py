"""Multisets count: what two share, and what one has besides, is all that it has."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.facts.multiset import shared, without

items = st.lists(st.sampled_from("abc"), max_size=6).map(tuple)


@given(items, items)
def test_what_is_shared_and_the_rest_are_all_there_is(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    both = shared(one, other)
    assert Counter(both) == Counter(one) & Counter(other)
    assert Counter(without(one, both)) + Counter(both) == Counter(one)


@given(items, items)
def test_what_is_not_there_cannot_be_taken_away(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    assert (without(one, other) is None) == (not Counter(other) <= Counter(one))


@given(items, items)
def test_the_order_stays(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    one, other = tuple(sorted(one)), tuple(sorted(other))
    for found in (shared(one, other), without(one, other) or ()):
        assert list(found) == sorted(found)

"""Patterns beside shapes: what is claimed of an axis or of a run is true, however much of the shape is hidden."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.algebra.align import (
    Declared,
    around,
    between,
    dim_claims,
    ends,
    from_right,
    meet,
    more_exact,
    run_claims,
    unlike,
)
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.shapes import parse_pattern, parse_shape
from tests.strategies import dims, disguised, holds, value


@given(dims(0, 4), st.data())
def test_ends_and_what_is_between(concrete, data):
    left = data.draw(st.integers(0, len(concrete)))
    right = data.draw(st.integers(0, len(concrete) - left))
    shape = data.draw(disguised(concrete))
    last = len(concrete) - right
    assert holds(Shape(ends(shape, left, right)), concrete[:left] + concrete[last:])
    assert holds(between(shape, left, right), concrete[left:last])
    assert holds(Shape(from_right(shape)), concrete[len(concrete) - len(from_right(shape)) :])


@given(dims(1, 4), st.data())
def test_claims_are_about_the_dims_they_name(concrete, data):
    found = data.draw(disguised(concrete))
    cut = data.draw(st.integers(0, len(concrete)))
    words = [f"a{at}" for at in range(len(concrete))]
    pattern = data.draw(st.sampled_from([" ".join(words), " ".join([*words[:cut], "...", *words[cut:]])]))
    claims = dim_claims(Declared(parse_pattern(pattern), found))
    for claim in claims:
        place = int(claim.dim.name[1:])
        assert value(claim.size) == concrete[place]
        assert claim.place in {place, place - len(concrete)}


@given(dims(0, 4), st.data())
def test_two_true_shapes_meet_in_a_true_one(concrete, data):
    first, second = data.draw(disguised(concrete)), data.draw(disguised(concrete))
    assert not unlike(first, second)
    assert holds(meet(first, second), concrete)


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [("b _", "_ n", "b n"), ("...", "b n", "b n"), ("b ...", "_ n", "b n"), ("... n", "*r _", "*r n"), ("k", "3", "3")],
)
def test_meeting_shapes(first, second, result):
    assert meet(parse_shape(first), parse_shape(second)).notation == result
    assert meet(parse_shape(second), parse_shape(first)).notation == result


@pytest.mark.parametrize(
    ("first", "second", "different"),
    [
        ("b n", "b m", True),
        ("b", "b n", True),
        ("b n ...", "b", True),
        ("*r", "*r n", True),
        ("*r n", "*s", False),
        ("... n", "... m", True),
        ("a ...", "... b", False),
        ("n", "3", False),
    ],
)
def test_unlike_shapes(first, second, different):
    assert unlike(parse_shape(first), parse_shape(second)) == different
    assert unlike(parse_shape(second), parse_shape(first)) == different


def test_the_more_exact_of_two_sizes():
    n, three = Dim.of("n"), Dim.of(3)
    assert more_exact(UNKNOWN, n) == more_exact(n, UNKNOWN) == n
    assert more_exact(n, three) == more_exact(three, n) == three


def test_a_run_without_a_name_claims_nothing():
    assert run_claims(Declared(parse_pattern("... n"), parse_shape("b n"))) == []
    (claim,) = run_claims(Declared(parse_pattern("*r n"), parse_shape("b n")))
    assert claim.dims == parse_shape("b")
    assert around((Dim.of("a"),), parse_shape("*r"), (Dim.of("n"),)).notation == "a *r n"


@pytest.mark.parametrize(
    ("pattern", "found", "fit"),
    [("a", "3", True), ("a", "3 4", False), ("a ...", "", False), ("a", "...", True), ("a", "b ... c", False)],
)
def test_ranks_fit(pattern, found, fit):
    assert Declared(parse_pattern(pattern), parse_shape(found)).ranks_fit == fit

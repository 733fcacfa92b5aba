"""Dims by their index: torch's range, and no more said of a run than is true."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.algebra.axes import (
    anything,
    as_rank,
    chained,
    counted,
    inserted,
    located,
    normal,
    normal_dims,
    replaced,
    size_at,
    without_last,
)
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.problems import Refused
from tests.strategies import dims, disguised, holds

SEVEN = Dim.of(7)


@given(dims(1, 4), st.data())
def test_what_is_said_of_one_dim_is_true(concrete, data):
    dim = data.draw(st.integers(-len(concrete), len(concrete) - 1))
    shape = data.draw(disguised(concrete))
    without = list(concrete)
    size = without.pop(dim)
    at = dim % len(concrete)
    assert holds(Shape((size_at(shape, dim),)), (size,))
    assert holds(replaced(shape, {dim: ()}), tuple(without))
    assert holds(replaced(shape, {dim: (SEVEN, SEVEN)}), (*concrete[:at], 7, 7, *concrete[at + 1 :]))


@given(dims(0, 4), st.data())
def test_an_inserted_dim_has_the_index_asked_for(concrete, data):
    dim = data.draw(st.integers(-len(concrete) - 1, len(concrete)))
    at = dim % (len(concrete) + 1)
    said = inserted(data.draw(disguised(concrete)), dim, SEVEN)
    assert holds(said, (*concrete[:at], 7, *concrete[at:]))


@given(st.lists(dims(0, 3), max_size=3), st.data())
def test_chained_shapes_are_one_after_the_other(concretes, data):
    said = chained(*(data.draw(disguised(concrete)) for concrete in concretes))
    assert holds(said, tuple(size for concrete in concretes for size in concrete))


@given(dims(1, 4), st.data())
def test_the_dims_before_the_last(concrete, data):
    count = data.draw(st.integers(0, len(concrete)))
    said = without_last(data.draw(disguised(concrete)), count)
    assert said is None or holds(said, concrete[: len(concrete) - count])


@pytest.mark.parametrize(("dim", "rank", "at"), [(0, 2, 0), (-1, 2, 1), (-1, 0, 0), (0, 0, 0)])
def test_negative_indexes_count_from_the_right(dim, rank, at):
    assert normal(dim, rank) == at


def test_a_dim_that_is_not_there_is_refused_in_torchs_words():
    with pytest.raises(Refused, match=r"expected to be in range of \[-2, 1\], but got 2"):
        normal(2, 2)
    with pytest.raises(Refused, match=r"range of \[-1, 0\], but got 1"):
        normal(1, 0)
    with pytest.raises(Refused, match="dim 1 appears multiple times"):
        normal_dims([1, -1], 2)


def test_dims_next_to_a_run_are_found_from_their_own_end():
    shape = parse_shape("a b *r c")
    assert [located(shape, dim) for dim in (0, 1, 2, -1, -2)] == [0, 1, None, -1, None]
    assert replaced(shape, {1: (), -1: ()}).notation == "a *r"
    assert replaced(shape, {2: ()}).notation == "a b ..."
    assert replaced(shape, {-2: ()}).notation == "... c"


def test_a_rank_that_must_be():
    assert as_rank(parse_shape("a ... c"), 3, "it") == (Dim.of("a"), UNKNOWN, Dim.of("c"))
    with pytest.raises(Refused, match=r"the matrix must have 2 dims, and has shape \(n,\)"):
        as_rank(parse_shape("n"), 2, "the matrix")
    with pytest.raises(Refused, match="must have 1 dim,"):
        as_rank(parse_shape("a b ..."), 1, "it")


def test_small_words():
    assert counted(1) == "1 dim"
    assert anything(2) == Shape((UNKNOWN, UNKNOWN))
    assert anything(None).notation == "..."

"""Joining and taking apart along a dim: torch's shapes, and true ones where not all dims are known."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.algebra.join import (
    chunked,
    concatenated,
    concatenated_many,
    cut,
    shared_out,
    split,
    stacked,
    stacked_many,
    summed,
    unbound,
)
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.problems import Refused
from tests.strategies import dims, disguised, holds, judge, outcome

few = st.sampled_from([0, 1, 2, 3])
index = st.integers(-3, 2)


@st.composite
def joinable(draw):
    """Shapes that mostly differ in one dim alone, and that dim."""
    first = draw(dims(1, 3, few))
    dim = draw(st.integers(-len(first), len(first) - 1))
    shapes = [first]
    for size in draw(st.lists(few, min_size=1, max_size=2)):
        other = list(first)
        other[dim] = size
        shapes.append(tuple(other))
    return [*shapes, *draw(st.sampled_from([[], [], [(0,)], [(2,)], [()]]))], draw(st.sampled_from([dim, dim, 0]))


@given(joinable(), st.data())
def test_cat_is_torchs(case, data):
    shapes, dim = case
    judge(lambda *s: concatenated(s, dim), lambda *t: torch.cat(t, dim), shapes, data)


@given(st.lists(dims(0, 2, few), min_size=1, max_size=3), st.integers(0, 3), st.booleans(), st.data())
def test_stack_is_torchs(shapes, dim, same, data):
    shapes = [shapes[0]] * len(shapes) if same else shapes
    judge(lambda *s: stacked(s, dim), lambda *t: torch.stack(t, dim), shapes, data)


def apart(ours, torchs, shape, data):
    """The same pieces as torch's, and true ones of a shape in disguise."""
    expected = outcome(torchs, torch.zeros(shape))
    try:
        plain = ours(Shape.of(*shape))
    except Refused:
        assert expected is None
        return
    assert expected is not None
    assert plain == tuple(Shape.of(*piece) for piece in expected)
    said = ours(data.draw(disguised(shape)))
    assert isinstance(said, Shape) or len(said) == len(expected)
    shapes = [said] * len(expected) if isinstance(said, Shape) else said
    assert all(holds(one, piece) for one, piece in zip(shapes, expected, strict=True))


@given(dims(0, 3), st.integers(-1, 3), index, st.data())
def test_split_is_torchs(shape, size, dim, data):
    apart(lambda s: split(s, Dim.of(size), dim), lambda t: t.split(size, dim), shape, data)


@given(dims(1, 3), st.lists(st.integers(0, 3), min_size=1, max_size=3), index, st.data())
def test_split_with_sizes_is_torchs(shape, sizes, dim, data):
    apart(lambda s: split(s, list(map(Dim.of, sizes)), dim), lambda t: t.split(sizes, dim), shape, data)


@given(dims(1, 3, st.integers(0, 9)), st.integers(0, 5), index, st.data())
def test_chunk_is_torchs(shape, count, dim, data):
    apart(lambda s: chunked(s, count, dim), lambda t: t.chunk(count, dim), shape, data)


@given(dims(0, 3, st.integers(0, 9)), st.integers(0, 5), index, st.data())
def test_tensor_split_is_torchs(shape, count, dim, data):
    apart(lambda s: shared_out(s, count, dim), lambda t: t.tensor_split(count, dim), shape, data)


@given(dims(0, 3, st.integers(0, 5)), st.lists(st.integers(-3, 7), max_size=3), index, st.data())
def test_tensor_split_at_places_is_torchs(shape, places, dim, data):
    apart(lambda s: cut(s, places, dim), lambda t: t.tensor_split(places, dim), shape, data)


@given(dims(0, 3), index, st.data())
def test_unbind_is_torchs(shape, dim, data):
    apart(lambda s: unbound(s, dim), lambda t: t.unbind(dim), shape, data)


def test_named_dims():
    assert concatenated([parse_shape("b n d"), parse_shape("b m d")], 1).notation == "b m+n d"
    assert concatenated([parse_shape("*batch n"), parse_shape("*batch n")], -1).notation == "*batch 2*n"
    assert concatenated([parse_shape("b _"), parse_shape("b n")], 0).notation == "2*b n"
    assert stacked([parse_shape("b _"), parse_shape("b n")], -1).notation == "b n 2"
    assert concatenated_many(parse_shape("b n")).notation == "_ n"
    assert stacked_many(parse_shape("b n")).notation == "_ b n"
    assert [piece.notation for piece in chunked(parse_shape("b 3*d"), 3, -1)] == ["b d"] * 3
    assert [piece.notation for piece in split(parse_shape("2*n"), Dim.of("n"))] == ["n", "n"]
    assert split(parse_shape("n"), Dim.of(4)).notation == "_"
    assert chunked(parse_shape("n"), 3).notation == "_"
    assert [piece.notation for piece in chunked(parse_shape("2*n+1"), 2)] == ["n+1", "n"]
    assert unbound(parse_shape("n d")).notation == "d"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: concatenated([parse_shape("b n"), parse_shape("b m")]), "must be equal but in dim 0"),
        (lambda: concatenated([parse_shape("b n"), parse_shape("b n c")]), "must be equal"),
        (lambda: concatenated([parse_shape("b n"), parse_shape("")]), "zero-dim"),
        (lambda: stacked([parse_shape("b n"), parse_shape("b n+1")]), "to be stacked"),
        (lambda: split(parse_shape("10"), [Dim.of(3), Dim.of(3)]), r"3 \+ 3 do not make up dim 0 of \(10,\)"),
        (lambda: split(parse_shape("n"), [Dim.of("n"), Dim.of(1)]), "do not make up"),
        (lambda: chunked(parse_shape("n"), 0), "at least 1 piece"),
        (lambda: unbound(parse_shape("")), "no dim to take apart"),
    ],
)
def test_what_is_proved_wrong(call, words):
    with pytest.raises(Refused, match=words):
        call()


def test_runs_that_may_hide_an_empty_vector_hide_the_rank():
    assert concatenated([parse_shape("... 0"), parse_shape("... 0")]).notation == "..."
    assert concatenated([Shape.of(0), parse_shape("... 0")], -1).notation == "... 0"
    assert concatenated([parse_shape("... n"), parse_shape("... n")], -1).notation == "... 2*n"


def test_a_vector_that_may_be_empty_is_no_error():
    assert concatenated([Shape((UNKNOWN,)), parse_shape("b n")]).notation == "b n"
    assert summed([Dim.of("n"), UNKNOWN]) is UNKNOWN

"""Indexing gives torch's shapes, and true ones where not all dims are known."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.algebra.index import indexed, part_of
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import BOOL, FLOAT32, INT64, INTEGER, UINT8, Category
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Number, Slice
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.problems import Kind, Refused
from tests.strategies import dims, disguised, holds, outcome

bound = st.one_of(st.none(), st.integers(-3, 3))
small = st.sampled_from([0, 1, 1, 2, 3])


def gather(shape):
    return torch.zeros(shape, dtype=torch.int64)


def mask(shape):
    return torch.ones(shape, dtype=torch.bool)


items = st.one_of(
    st.integers(-3, 2),
    st.builds(slice, bound, bound, st.one_of(st.none(), st.integers(1, 2))),
    st.none(),
    st.just(...),
    dims(0, 2, small).map(gather),
    dims(1, 2, small).map(mask),
    st.booleans(),
    st.lists(st.integers(-2, 1), min_size=1, max_size=2),
)


def fact(item):
    """What is known of an item of a torch index."""
    match item:
        case slice():
            return Slice(item.start, item.stop, item.step)
        case torch.Tensor():
            return TensorFact(BOOL if item.dtype == torch.bool else INT64, shape=Shape.of(*item.shape))
        case list():
            return tuple(item)
        case _:
            return item


def has_mask(index):
    return any(
        isinstance(item, bool) or (isinstance(item, torch.Tensor) and item.dtype == torch.bool) for item in index
    )


@given(dims(0, 4), st.lists(items, max_size=4).map(tuple), st.data())
def test_indexing_is_torchs(shape, index, data):
    expected = outcome(lambda t: t[index], torch.zeros(shape))
    value = tuple(map(fact, index))
    try:
        plain = indexed(Shape.of(*shape), value)
    except Refused:
        assert expected is None
        return
    if expected is None:
        return  # values out of range are seen at run time only
    assert holds(plain, expected)
    if not has_mask(index) and index.count(...) < 2:
        assert plain == Shape.of(*expected)
    assert holds(indexed(data.draw(disguised(shape)), value), expected)


@given(dims(1, 4), st.lists(st.one_of(st.integers(-3, 2), st.none(), st.just(...)), max_size=5).map(tuple))
def test_basic_indexing_refuses_what_torch_refuses(shape, index):
    expected = outcome(lambda t: t[index], torch.zeros(shape))
    if index.count(...) > 1:
        return
    try:
        assert indexed(Shape.of(*shape), index) == Shape.of(*(expected or ()))
        assert expected is not None
    except Refused:
        assert expected is None


LONG = TensorFact(INT64, shape=parse_shape("k"))


@pytest.mark.parametrize(
    ("shape", "index", "result"),
    [
        ("b n d", 0, "n d"),
        ("b n d", (..., 0), "b n"),
        ("b n d", (Slice(), None, Slice(1)), "b 1 n-1 d"),
        ("*batch n", (..., Slice(None, -1)), "*batch n-1"),
        ("b ...", (Slice(), 0), "b ..."),
        ("... d", (Slice(), -1, Slice()), "_ ... d"),
        ("... c d", (0, Slice(), Slice()), "... c d"),
        ("... d", (Slice(), Slice(1, None)), "_ _ ..."),
        ("b n d", (Slice(), LONG), "b k d"),
        ("b n d", (LONG, Slice(), LONG), "k n"),
        ("b n d", (Slice(), LONG, LONG), "b k"),
        ("b n d", TensorFact(BOOL, shape=parse_shape("b n")), "_ d"),
        ("b n d", TensorFact(UINT8, shape=parse_shape("b")), "_ n d"),
        ("b n d", (Number(Category.INTEGER), Dim.of("i")), "d"),
        ("b n d", Items(3, is_list=True), "_ n d"),
        ("b n d", Items(3), "..."),
        ("b n d", ((0, 1),), "2 n d"),
        ("b n d", (((0, 1), (2, 3)),), "2 2 n d"),
        ("b n d", ArrayFact(INT64, parse_shape("k")), "k n d"),
        ("b n d", (LONG, ..., LONG), "k n"),
        ("a b c d", (Slice(), LONG, ..., LONG), "k a c"),
        ("a b c", (Slice(), LONG, ..., LONG), "a k"),
        ("... d", (LONG, ..., LONG), "..."),
        ("b n d", UNKNOWN, "..."),
        ("b n d", TensorFact(UNKNOWN, shape=parse_shape("k")), "..."),
        ("b n d", TensorFact(INTEGER, shape=parse_shape("k")), "..."),
        ("b n d", TensorFact(INT64), "... n d"),
        ("b n d", (), "b n d"),
        ("b n d", True, "_ b n d"),
    ],
)
def test_open_indexing(shape, index, result):
    assert indexed(parse_shape(shape), index).notation == result


@pytest.mark.parametrize(
    ("shape", "index", "kind", "words"),
    [
        ("b n", (0, 0, 0), Kind.SHAPE, r"3 indexes are too many for shape \(b, n\)"),
        ("", 0, Kind.SHAPE, "too many"),
        ("3 n", 3, Kind.SHAPE, "index 3 is out of bounds for a dim of size 3"),
        ("3 n", -4, Kind.SHAPE, "index -4 is out of bounds"),
        ("b n", TensorFact(BOOL, shape=parse_shape("n")), Kind.SHAPE, r"mask of shape \(n,\) does not fit"),
        ("b n", (LONG, TensorFact(INT64, shape=parse_shape("j"))), Kind.SHAPE, "do not broadcast"),
        ("b n", TensorFact(FLOAT32, shape=parse_shape("k")), Kind.DTYPE, r"not Float32; use \.long\(\)"),
    ],
)
def test_what_is_proved_wrong(shape, index, kind, words):
    with pytest.raises(Refused, match=words) as refused:
        indexed(parse_shape(shape), index)
    assert refused.value.problem.kind is kind


def test_items_that_say_nothing():
    assert part_of("name") is None
    assert part_of(Items(UNKNOWN)) is None
    assert part_of((Slice(), 0)) is None

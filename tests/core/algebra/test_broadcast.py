"""Broadcasting is torch's, and what is said of open shapes is true of whatever they stand for."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.algebra.broadcast import broadcast, expands, joined
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.problems import Refused
from tests.strategies import dims, disguised, judge, sizes

alike = st.lists(dims(0, 3, st.sampled_from([1, 1, 3, 4])), min_size=2, max_size=3)


@given(st.one_of(alike, st.lists(dims(0, 3), min_size=1, max_size=3)), st.data())
def test_shapes_broadcast_as_in_torch(shapes, data):
    judge(broadcast, lambda *tensors: torch.broadcast_tensors(*tensors)[0], shapes, data)


@given(dims(0, 3), dims(0, 3), st.data())
def test_a_shape_expands_as_in_torch(small, large, data):
    try:
        possible = torch.broadcast_shapes(small, large) == large
    except RuntimeError:
        possible = False
    assert expands(Shape.of(*small), Shape.of(*large)) == possible
    if possible:
        assert expands(data.draw(disguised(small)), data.draw(disguised(large)))


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [
        ("b n", "n", "b n"),
        ("b 1 n", "m 1", "b m n"),
        ("_", "n", "n"),
        ("_", "1", "_"),
        ("_ 3", "b 1", "b 3"),
        ("*batch n", "n", "*batch n"),
        ("*batch n", "*batch 1", "*batch n"),
        ("b *batch n", "*batch n", "b *batch n"),
        ("... n", "... n", "... n"),
        ("b ... n", "n", "b ... n"),
        ("*batch n", "b m n", "... b m n"),
        ("*batch", "b", "... b"),
        ("*batch", "", "*batch"),
        ("h//2", "w//2", "_"),
        ("h//2", "3", "3"),
        ("n", "3", "3"),
    ],
)
def test_open_shapes(first, second, result):
    assert broadcast(parse_shape(first), parse_shape(second)).notation == result
    assert broadcast(parse_shape(second), parse_shape(first)).notation == result


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("b n", "b m", r"shapes \(b, n\) and \(b, m\) do not broadcast: n against m at dim -1"),
        ("3 n", "4 n", "3 against 4 at dim -2"),
        ("... n", "m", "n against m"),
        ("a *batch n", "c *batch n", "a against c at left of the run"),
        ("n", "n+1", r"n against n\+1"),
        ("0", "n", "0 against n"),
    ],
)
def test_what_is_proved_not_to_broadcast(first, second, words):
    with pytest.raises(Refused, match=words):
        broadcast(parse_shape(first), parse_shape(second))


@given(st.lists(sizes, min_size=1, max_size=4))
def test_joined_sizes_do_not_depend_on_their_order(found):
    facts = [Dim.of(size) for size in found]
    assert joined(facts) == joined(facts[::-1]) or len(set(found) - {1}) > 1


def test_an_unknown_size_beside_a_larger_one_is_that_one():
    assert joined([UNKNOWN, Dim.of("n")]) == Dim.of("n")
    assert joined([UNKNOWN, Dim.of(1)]) is UNKNOWN

"""Views, flattening, transposing, expanding: torch's shapes, and true ones where not all dims are known."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.algebra.reshape import (
    differ_unless_empty,
    expanded,
    flattened,
    matrix_transposed,
    moved,
    permuted,
    repeated,
    reversed_dims,
    squeezed,
    transposed,
    unflattened,
    unsqueezed,
    viewed,
)
from dtensortypes.core.facts.dim import Dim, differ
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.problems import Refused
from tests.strategies import dims, disguised_size, holds, judge, outcome

index = st.integers(-4, 3)
SIZES_OF_12 = [
    (12,),
    (3, 4),
    (3, -1),
    (-1,),
    (2, -1, 3),
    (4, -1, 1),
    (5, -1),
    (-1, -1),
    (-2, 6),
    (0, -1),
    (3, 5),
    (1, 12, 1),
]


def facts(sizes):
    return tuple(map(Dim.of, sizes))


@given(st.sampled_from([(12,), (3, 4), (2, 3, 2), (1, 12), (0, 3), (), (5,)]), st.sampled_from(SIZES_OF_12), st.data())
def test_view_is_torchs(shape, sizes, data):
    judge(lambda s: viewed(s, facts(sizes)), lambda t: t.view(sizes), [shape], data)


@given(dims(1, 3), st.data())
def test_a_view_of_sizes_in_disguise_is_true(shape, data):
    wanted = tuple(data.draw(st.permutations(shape)))
    sizes = tuple(data.draw(disguised_size(size)) for size in wanted)
    assert holds(viewed(Shape.of(*shape), sizes), wanted)


@given(dims(0, 3), index, st.sampled_from([(2, -1), (2, 2), (-1, 3), (4,), (1, -1), (0, -1), (-1,)]), st.data())
def test_unflatten_is_torchs(shape, dim, sizes, data):
    judge(lambda s: unflattened(s, dim, facts(sizes)), lambda t: t.unflatten(dim, sizes), [shape], data)


@given(dims(0, 4), index, index, st.data())
def test_flatten_is_torchs(shape, start, end, data):
    judge(lambda s: flattened(s, start, end), lambda t: t.flatten(start, end), [shape], data)


@given(dims(0, 4), st.one_of(st.none(), index, st.lists(index, max_size=2).map(tuple)), st.data())
def test_squeeze_is_torchs(shape, dim, data):
    arguments = () if dim is None else (dim,)
    judge(lambda s: squeezed(s, dim), lambda t: t.squeeze(*arguments), [shape], data)


@given(dims(0, 4), st.integers(-5, 5), st.data())
def test_unsqueeze_is_torchs(shape, dim, data):
    judge(lambda s: unsqueezed(s, dim), lambda t: t.unsqueeze(dim), [shape], data)


@given(dims(0, 4), st.data())
def test_permute_is_torchs(shape, data):
    orders = st.one_of(st.permutations(range(len(shape))), st.lists(index, max_size=4))
    order = tuple(data.draw(orders))
    judge(lambda s: permuted(s, order), lambda t: t.permute(order), [shape], data)


@given(dims(0, 4), index, index, st.data())
def test_transpose_is_torchs(shape, first, second, data):
    judge(lambda s: transposed(s, first, second), lambda t: t.transpose(first, second), [shape], data)


@pytest.mark.filterwarnings("ignore:Tensor.mT is deprecated on 0-D tensors")
@given(dims(0, 4), st.data())
def test_mt_is_torchs(shape, data):
    judge(matrix_transposed, lambda t: t.mT, [shape], data)


@given(dims(0, 4), st.data())
def test_t_is_torchs(shape, data):
    judge(lambda s: reversed_dims(s, most=2), lambda t: t.t(), [shape], data)
    judge(reversed_dims, lambda t: t.permute(tuple(range(t.ndim))[::-1]), [shape], data)


@given(dims(0, 4), st.lists(index, max_size=3), st.lists(index, max_size=3), st.data())
def test_movedim_is_torchs(shape, source, target, data):
    judge(lambda s: moved(s, source, target), lambda t: t.movedim(source, target), [shape], data)
    if source and target:
        judge(lambda s: moved(s, source[0], target[0]), lambda t: t.movedim(source[0], target[0]), [shape], data)


@given(dims(0, 3), st.lists(st.sampled_from([-1, -1, 1, 2, 3]), max_size=4), st.data())
def test_expand_is_torchs(shape, sizes, data):
    judge(lambda s: expanded(s, facts(sizes)), lambda t: t.expand(sizes), [shape], data)


@given(dims(0, 3), st.lists(st.integers(0, 3), max_size=4), st.data())
def test_repeat_is_torchs(shape, times, data):
    judge(lambda s: repeated(s, facts(times)), lambda t: t.repeat(times), [shape], data)


@given(dims(0, 3, st.sampled_from([1, 2, 3])), st.data())
def test_expand_to_sizes_in_disguise_is_true(shape, data):
    wanted = tuple(3 if size == 1 else size for size in shape)
    assert outcome(torch.zeros(shape).expand, wanted) == wanted
    sizes = tuple(data.draw(disguised_size(size)) for size in wanted)
    assert holds(expanded(Shape.of(*shape), sizes), wanted)


@pytest.mark.parametrize(
    ("shape", "sizes", "result"),
    [
        ("b n d", ["b", "n", "h", -1], "b n h d//h"),
        ("b n h*d", ["b", "n", "h", -1], "b n h d"),
        ("b h n d", ["b", -1], "b d*h*n"),
        ("b 4*n", ["b", -1, 4], "b n 4"),
        ("b n", [-1, 8], "(b*n)//8 8"),
        ("b _", ["b", -1], "b _"),
        ("...", [-1, 3], "_ 3"),
        ("b n", ["b", UNKNOWN], "b n"),
        ("b n", [UNKNOWN, 7], "_ 7"),
    ],
)
def test_symbolic_views(shape, sizes, result):
    wanted = [size if size is UNKNOWN else Dim.of(size) for size in sizes]
    assert viewed(parse_shape(shape), wanted).notation == result


@pytest.mark.parametrize(
    ("shape", "sizes", "words"),
    [
        ("b n", ["b", "m"], r"sizes \(b, m\) do not suit the b\*n items of \(b, n\)"),
        ("2*n+1", [2, -1], "do not suit"),
        ("7", [2, -1], "do not suit the 7 items"),
        ("n", [-1, -1], "only one size"),
        ("n", [-3], "cannot be -3"),
    ],
)
def test_views_that_are_proved_wrong(shape, sizes, words):
    with pytest.raises(Refused, match=words):
        viewed(parse_shape(shape), [Dim.of(size) for size in sizes])


def test_open_shapes_keep_what_stays_where_it_was():
    assert flattened(parse_shape("b ... d"), 1).notation == "b _"
    assert flattened(parse_shape("... 3 _ _"), 1).notation == "_ _"
    assert flattened(parse_shape("... d"), 2, -2).notation == "_ _ _ d"
    assert flattened(parse_shape("b ... h w"), -2).notation == "b ... h*w"
    assert squeezed(parse_shape("b 1 n"), 1).notation == "b n"
    assert squeezed(parse_shape("b n 1")).notation == "b n"
    assert squeezed(parse_shape("b _ n"), 1).notation == "b ... n"
    assert squeezed(parse_shape("*batch n 1"), -1).notation == "*batch n"
    assert unsqueezed(parse_shape("*batch n"), -1).notation == "*batch n 1"
    assert transposed(parse_shape("*batch n d")).notation == "*batch d n"
    assert expanded(parse_shape("1 n"), facts(("b", -1))).notation == "b n"
    assert expanded(parse_shape("n"), facts(("b", "n"))).notation == "b n"


def test_an_expansion_that_is_proved_wrong():
    with pytest.raises(Refused, match=r"shape \(n,\) cannot be expanded to \(b, m\): n against m"):
        expanded(parse_shape("n"), facts(("b", "m")))


def test_items_of_a_size_that_may_be_any():
    whole = Shape.of("~n", 24, 5, 5)
    assert viewed(whole, (Dim.of("~n"), Dim.of(600))) == Shape.of("~n", 600)
    assert viewed(whole, (Dim.of(-1), Dim.of(600))) == Shape.of("~n", 600)
    with pytest.raises(Refused, match="do not suit"):
        viewed(whole, (Dim.of("~n"), Dim.of(400)))
    viewed(whole, (Dim.of("~m"), Dim.of(400)))


def test_multiples_of_any_size():
    size = Dim.of("~n")
    assert not differ(size * 600, size * 400)
    assert differ_unless_empty(size * 600, size * 400)
    assert not differ_unless_empty(size * 600, Dim.of("~m") * 400)
    assert not differ_unless_empty(size * 600, size * 400 + 1)
    assert not differ_unless_empty(size, size)

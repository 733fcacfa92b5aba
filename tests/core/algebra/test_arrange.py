"""Rearranged, repeated and reduced tensors have the shapes that einops gives them."""

import einops
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.algebra.arrange import arranged, packed, reduces, unpackable
from dtensortypes.core.algebra.named_axes import arrangement, check_reduced
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.problems import Refused
from tests.strategies import judge

SIZE = {"i": 2, "j": 3, "k": 4, "l": 1}


@st.composite
def patterns(draw):
    """A pattern, the sizes that it is given, and a shape that mostly suits it."""
    letters = draw(st.permutations("ijkl"))[: draw(st.integers(0, 4))]
    groups, sizes, given = [], [], {}
    while letters:
        count = draw(st.integers(1, min(2, len(letters))))
        group, letters = letters[:count], letters[count:]
        groups.append(group[0] if count == 1 else f"({' '.join(group)})")
        size = 1
        for letter in group:
            size *= SIZE[letter]
        sizes.append(draw(st.sampled_from([size, size, size, size + 1])))
        given |= {letter: draw(st.sampled_from([SIZE[letter]] * 4 + [5])) for letter in group[1:]}
    if draw(st.booleans()):
        cut = draw(st.integers(0, len(groups)))
        groups.insert(cut, "...")
        sizes[cut:cut] = draw(st.sampled_from([(), (5,), (1, 5)]))
    axes = [axis for group in groups for axis in group.strip("()").split()]
    wanted = draw(st.permutations(axes))[draw(st.integers(0, 1)) :]
    result = f"({' '.join(wanted[:2])}) {' '.join(wanted[2:])}" if draw(st.booleans()) else " ".join(wanted)
    return f"{' '.join(groups)} -> {result}", given, tuple(sizes)


@given(patterns(), st.data())
def test_shapes_are_those_of_einops(case, data):
    text, sizes, shape = case

    def ours(fact):
        check_reduced(arrangement(text), sizes)
        return arranged(arrangement(text), fact, {name: Dim.of(size) for name, size in sizes.items()})

    judge(ours, lambda tensor: einops.reduce(tensor, text, lambda x, dims: x.sum(dims), **sizes), [shape], data)


@pytest.mark.parametrize(
    ("text", "shape", "sizes", "result"),
    [
        ("b n (h d) -> b h n d", "b n 64", {"h": 8}, "b 8 n 8"),
        ("b h n d -> b n (h d)", "b 8 n d", {}, "b n 8*d"),
        ("b n (h d) -> b h n d", "b n 64", {"h": None}, "b _ n _"),
        ("b c (h p) (w q) -> b (h w) (p q c)", "b 3 224 224", {"p": 16, "q": 16}, "b 196 768"),
        ("... d -> d ...", "*batch d", {}, "d *batch"),
        ("b ... -> b (...)", "b ...", {}, "b _"),
        ("b ... -> b (...)", "b n 4", {}, "b 4*n"),
        ("b n -> b r n", "b n", {"r": 3}, "b 3 n"),
        ("b n -> b 5 n", "b n", {}, "b 5 n"),
        ("b n d -> b d", "...", {}, "_ _"),
        ("b 1 d -> b d", "b _ d", {}, "b d"),
    ],
)
def test_named_dims(text, shape, sizes, result):
    lengths = {name: UNKNOWN if size is None else Dim.of(size) for name, size in sizes.items()}
    assert arranged(arrangement(text), parse_shape(shape), lengths).notation == result


@pytest.mark.parametrize(
    ("text", "shape", "sizes", "words"),
    [
        (
            "b n (h d) -> b h n d",
            "2 3 64",
            {"h": 7},
            'size 64 cannot be split into "(h d)" of "b n (h d) -> b h n d": it is no multiple of 7',
        ),
        ("b n -> n b", "2 3 64", {}, "must have 2 dims, and has shape (2, 3, 64)"),
        ("b n ... -> n b ...", "2", {}, "must have at least 2 dims, and has shape (2,)"),
        ("b (h d) -> b h d", "2 64", {"h": 7, "d": 8}, '"(h d)" of "b (h d) -> b h d" is 56, and the dim has size 64'),
        ("b n -> n b", "2 3", {"b": 4}, '"b" of "b n -> n b" is 4, and the dim has size 2'),
        ("1 n -> n", "2 n", {}, 'the dim that is 1 in "1 n -> n" has size 2'),
    ],
)
def test_words(text, shape, sizes, words):
    with pytest.raises(Refused) as refused:
        arranged(arrangement(text), parse_shape(shape), {name: Dim.of(size) for name, size in sizes.items()})
    assert words in str(refused.value)


def test_whether_an_axis_is_reduced():
    assert reduces(arrangement("b n -> b"), parse_shape("2 3"))
    assert reduces(arrangement("b n -> n b"), parse_shape("2 3")) is False
    assert reduces(arrangement("... n -> n"), parse_shape("3")) is False
    assert reduces(arrangement("... n -> n"), parse_shape("2 3"))
    assert reduces(arrangement("... n -> n"), parse_shape("... 3")) is None


def test_packed_dims():
    ((before, size, after),) = packed([parse_shape("b h w d")], "b * d")
    assert (before.notation, size.notation, after.notation) == ("b", "h*w", "d")
    with pytest.raises(Refused):
        list(packed([parse_shape("b")], "b * d"))
    assert len(unpackable(parse_shape("b n d"), "b * d")) == 3
    with pytest.raises(Refused):
        unpackable(parse_shape("b d"), "b * d")

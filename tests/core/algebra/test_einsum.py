"""Einsum takes and gives the shapes that torch's does."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.algebra.einsum import Sums, einsum, parse_equation, sums
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.problems import Refused
from tests.strategies import judge

few = st.sampled_from([1, 2, 3])
SIZE = {"i": 2, "j": 3, "k": 4, "l": 1}


@st.composite
def equations(draw):
    """An equation over few letters, and operands that mostly fit it."""
    parts, shapes = [], []
    for _ in range(draw(st.integers(1, 3))):
        letters = draw(st.text("ijkl", max_size=3))
        cut = draw(st.integers(0, len(letters)))
        around = draw(st.sampled_from(["", "", "..."]))
        middle = draw(st.sampled_from([(), (5,), (1, 5)])) if around else ()
        shape = [SIZE[letter] for letter in letters]
        shapes.append((*shape[:cut], *middle, *shape[cut:], *draw(st.sampled_from([(), (), (), (2,)]))))
        parts.append(f"{letters[:cut]}{around}{letters[cut:]}")
    result = "".join(draw(st.lists(st.sampled_from(sorted(set("".join(parts)) - {"."}) or [""]), max_size=3)))
    dots = draw(st.sampled_from(["", "..."])) if "..." in "".join(parts) else ""
    arrow = draw(st.sampled_from(["", f"->{result}{dots}", f" -> {dots}{result}"]))
    return ",".join(parts) + arrow, shapes


@given(equations(), st.data())
def test_einsum_is_torchs(case, data):
    text, shapes = case
    judge(lambda *facts: einsum(text, facts), lambda *tensors: torch.einsum(text, *tensors), shapes, data)


@given(st.tuples(few, few), st.tuples(few, few), st.data())
def test_sizes_of_one_label_agree_as_in_torch(first, second, data):
    judge(lambda *f: einsum("ij,jk->ik", f), lambda *t: torch.einsum("ij,jk->ik", *t), [first, second], data)


@pytest.mark.parametrize(
    ("text", "shapes", "result"),
    [
        ("bhnd,bhmd->bhnm", ["b h n d", "b h m d"], "b h n m"),
        ("...d,de->...e", ["*batch d", "d e"], "*batch e"),
        ("ij", ["a b"], "a b"),
        ("ba", ["n m"], "m n"),
        ("ij,jk", ["a _", "b c"], "a c"),
        ("ii->i", ["_ n"], "n"),
        ("ij->ij", ["n ..."], "n _"),
    ],
)
def test_named_dims(text, shapes, result):
    assert einsum(text, [parse_shape(shape) for shape in shapes]).notation == result


@pytest.mark.parametrize(
    ("text", "shapes", "words"),
    [
        ("ij,jk->ik", ["a b", "c d"], 'label "j" of "ij,jk->ik" is b and c'),
        ("ij->i", ["a b c"], 'labelled "ij" must have 2 dims'),
        ("i...->i", [""], "at least 1 dim"),
        ("ij->ii", ["a b"], "twice"),
        ("...,...->", ["5", "2"], "do not broadcast"),
        ("ij->k", ["a b"], "no dim"),
        ("i,j", ["a"], "2 operands, not 1"),
        ("i1", ["a b"], "letters"),
    ],
)
def test_einsum_refuses(text, shapes, words):
    with pytest.raises(Refused, match=words):
        einsum(text, [parse_shape(shape) for shape in shapes])


def test_the_implied_result_is_in_alphabetical_order():
    assert str(parse_equation("cB...,bA...,b").result) == "...ABc"


@pytest.mark.parametrize(
    ("text", "shapes", "expected"),
    [
        ("i->", ["n"], Sums((True,))),
        ("ij->ji", ["n m"], Sums((False,))),
        ("ij,jk->ik", ["n m", "m k"], Sums((False, False), contracted=True)),
        ("ij,k->ik", ["n m", "k"], Sums((True, False))),
        ("ij,jk->ik", ["n m", "1 k"], Sums((True, False))),
        ("ij,jk->ik", ["n m", "_ k"], Sums((None, False), contracted=None)),
        ("...i,i->i", ["b n", "n"], Sums((None, None), contracted=None)),
    ],
)
def test_what_is_summed_alone(text, shapes, expected):
    assert sums(text, [parse_shape(shape) for shape in shapes]) == expected

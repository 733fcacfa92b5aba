"""Shape strings: jaxtyping is the judge of the grammar, and what is printed is read back."""

import jaxtyping
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.facts.shape import UNKNOWN_SHAPE
from dtensortypes.core.notation.errors import NotationError
from dtensortypes.core.notation.shapes import parse_pattern, parse_shape
from tests.strategies import dims, disguised, patterns


def jaxtyping_accepts(text):
    try:
        jaxtyping.Float[torch.Tensor, text]
    except (ValueError, TypeError, SyntaxError):
        return False
    return True


def we_accept(text):
    try:
        parse_pattern(text)
    except NotationError:
        return False
    return True


@pytest.mark.parametrize(
    "text",
    [
        "", "n", "b n", "3", "n 3", "...", "*b", "*b n", "n *b m", "#n", "*#b", "#*b", "_", "_n", "*_", "*_b", "_3",
        "n+1", "n-1", "2*n", "n//2", "n%2", "n**2", "min(n,m)", "b=3", "b=n", "#b=3", "b=#n", "b=*n", "_=_n", "-1",
        "(n+1)*2", "... n", "n ... m", "  n ", "n\tm", "__", "n_", "{n}", "#3", "*b=n", "00", "n m n", "dim=n+1",
        "in out", "lambda", "None", "007", "1_000",
        "n,m", "n...", "**b", "##n", "# n", "#_", "*3", "*n+1", "*b *c", "... ...", "... *b", "_=3", "#...", "*...",
        "n#", "#", "__3", "_#n", "#_n",
    ],
)  # fmt: skip
def test_the_grammar_is_jaxtypings(text):
    assert we_accept(text) == jaxtyping_accepts(text)


@given(st.text("bn1+*#_. =", max_size=7))
def test_no_text_of_the_grammar_is_accepted_that_jaxtyping_refuses(text):
    assert not we_accept(text) or jaxtyping_accepts(text)


@pytest.mark.parametrize(
    "text",
    [
        "?n", "*?n",  # trees of arrays, which a tensor is not
        "n/2", "f(n)", "a.b", "not(n)", "len(n)", "x[0]", "n:=3",  # arbitrary code, which we never run
        "n+", "n==", "'x'", "n;m", "1.5",  # what jaxtyping finds wrong only when it is called
        "* b", "=n",  # slips that jaxtyping lets pass
    ],
)  # fmt: skip
def test_the_exceptions(text):
    assert jaxtyping_accepts(text)
    assert not we_accept(text)


@given(patterns)
def test_a_pattern_reads_back_what_it_prints(pattern):
    assert parse_pattern(pattern.notation) == pattern


@given(dims(0, 4).flatmap(disguised))
def test_a_shape_reads_back_what_it_prints(shape):
    assert parse_shape(shape.notation) == shape


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("  b   n ", "b n"),
        ("_b _", "_ _"),
        ("*_", "..."),
        ("*_rest n", "... n"),
        ("#*b", "*#b"),
        ("1+n", "n+1"),
        ("b=#n", "#b=n"),
        ("00", "0"),
        ("n +1", "n +1"),
        ("n -1", "n -1"),
        ("n -m+1", "n -m+1"),
    ],
)
def test_the_canonical_notation(text, canonical):
    assert parse_pattern(text).notation == canonical


@pytest.mark.parametrize(
    ("text", "position", "words"),
    [
        ("b n,m", 3, "separated by spaces, not commas"),
        ("b n...", 3, "stands alone"),
        ("*b *c", 3, "only one run"),
        ("b ##n", 3, "stands twice"),
        ("b #", 2, "missing"),
        ("b *3", 3, "name of a run"),
        ("b #_", 2, "cannot be broadcastable"),
        ("b _=3", 3, "no label"),
        ("b ?n", 2, "trees of arrays"),
        ("b n+m.x", 5, "in braces"),
        ("b _+1", 3, "anonymous"),
        ("b *#_", 3, "cannot be broadcastable"),
    ],
)
def test_an_error_points_at_the_character(text, position, words):
    with pytest.raises(NotationError, match=words) as error:
        parse_pattern(text)
    assert error.value.position == position
    assert error.value.text == text


def test_a_plus_is_remembered_where_an_axis_begins_with_it():
    assert [axis.plus for axis in parse_pattern("n +1 -m k=+2 n+1").axes] == [False, True, False, True, False]


def test_a_shape_is_one_string():
    with pytest.raises(TypeError, match="a shape is one string of axes separated by spaces, not 3"):
        parse_pattern(3)
    assert parse_shape("...") == UNKNOWN_SHAPE

"""The patterns of einops are read as einops reads them."""

import einops
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.algebra.named_axes import (
    Anonymous,
    around_star,
    arrangement,
    check_rearranged,
    check_reduced,
    check_repeated,
    equation,
    open_axes,
    side,
)
from dtensortypes.core.problems import Refused

WORDS = st.lists(st.sampled_from(["a", "b", "ab", "1", "2", "()", "(", ")", "...", "..", "_", "a_", "0", "->", "&"]))
CHECKS = {"rearrange": check_rearranged, "repeat": check_repeated, "reduce": check_reduced}


def accepted(text: str, lengths: dict[str, int]) -> set[str]:
    """The operations that take the pattern, as far as it goes without a tensor."""
    found = set()
    for name, check in CHECKS.items():
        try:
            check(arrangement(text), lengths)
        except Refused:
            continue
        found.add(name)
    return found


def taken(text: str, lengths: dict[str, int]) -> set[str]:
    """The operations of einops that take the pattern for some array of ones, each of whose dims can be split."""
    found = set()
    for name in CHECKS:
        further = ("max",) if name == "reduce" else ()
        for sizes in (
            (),
            (1,),
            (4,),
            (1, 1),
            (4, 1),
            (1, 4),
            (4, 4),
            (1, 1, 1),
            (4, 4, 4),
            (4, 1, 4),
            (1, 4, 4),
            (4, 4, 1),
        ):
            try:
                getattr(einops, name)(np.ones(sizes), text, *further, **lengths)
            except Exception:  # noqa: BLE001, S112 - einops raises its own error and others
                continue
            found.add(name)
    return found


@given(WORDS, WORDS, st.sampled_from([{}, {"a": 2}, {"ab": 2}]))
def test_what_is_refused_no_tensor_suits(left, right, lengths):
    text = f"{' '.join(left[:4])} -> {' '.join(right[:4])}"
    assert taken(text, lengths) <= accepted(text, lengths)


@pytest.mark.parametrize(
    ("text", "lengths", "operations"),
    [
        ("b (h w) c -> b h w c", {"h": 2}, {"rearrange", "repeat", "reduce"}),
        ("b (h w) c -> b h w c", {}, set()),
        ("b c -> b", {}, {"reduce"}),
        ("b -> b c", {"c": 2}, {"repeat"}),
        ("b -> b 3", {}, {"repeat"}),
        ("b 2 -> b", {}, {"reduce"}),
        ("b 2 -> b 2", {}, set()),
        ("b ... -> ... b", {}, {"rearrange", "repeat", "reduce"}),
        ("b (...) -> b", {}, set()),
        ("b -> b ...", {}, set()),
        ("b b -> b", {}, set()),
        ("b -> b", {"c": 2}, set()),
        ("b", {}, set()),
        ("b c -> b (c (d))", {}, set()),
    ],
)
def test_what_each_operation_takes(text, lengths, operations):
    assert accepted(text, lengths) == operations


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("b c", 'the pattern "b c" has one `->` between what is given and what is made of it'),
        ("b c -> b", 'the pattern "b c -> b" has "c" on one side only'),
        ("b (h w) -> b h w", 'leaves the sizes of "h", "w" open: all but one must be given'),
        ("b (c -> b c", "parentheses that do not match"),
        ("b _c -> b _c", '"_c", which is no name of an axis'),
    ],
)
def test_words(text, words):
    with pytest.raises(Refused) as refused:
        check_rearranged(arrangement(text), {})
    assert words in str(refused.value)


def test_sides():
    assert side("b 1 (h 2) ...", "").groups == (("b",), (), ("h", Anonymous(2, 4)), "...")
    assert side("b (c d)", "").axes == ("b", "c", "d")
    assert open_axes(("h", "w", Anonymous(2, 0)), {"h": 1}) == ["w"]


def test_equations_have_a_letter_for_each_name():
    assert equation("batch row, row col -> batch col") == "ab,bc->ac"
    assert equation("... i, i -> ...") == "...a,a->..."
    for text in ("a, a", "(a b) -> a", "a 2 -> a"):
        with pytest.raises(Refused):
            equation(text)


def test_the_star_of_pack():
    assert around_star("b * c d") == (1, 2)
    for text in ("b c", "b * *", "b b *"):
        with pytest.raises(Refused):
            around_star(text)

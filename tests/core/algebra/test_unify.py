"""Declared patterns against found shapes: names bound across a call in any order, and only proved errors."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.algebra.unify import Bindings, Declared, Mismatch, instantiate, unify
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.pattern import Pattern
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.shapes import parse_pattern, parse_shape
from dtensortypes.core.problems import Kind
from tests.strategies import dims, disguised, holds

LABELS = "xyzw"


def declared(*pairs):
    return [
        Declared(parse_pattern(pattern), parse_shape(found), label)
        for (pattern, found), label in zip(pairs, LABELS, strict=False)
    ]


def result(pattern, *pairs):
    """What `pattern` is in the caller's names after a call with these arguments."""
    return instantiate(parse_pattern(pattern), unify(declared(*pairs))).notation


@pytest.mark.parametrize(
    ("returned", "pairs", "expected"),
    [
        ("b m", [("b n", "3 4"), ("n m", "4 5")], "3 5"),
        ("n m", [("n m", "m n")], "m n"),
        ("b", [("b n", "q n")], "q"),
        ("n", [("n", "_"), ("n", "5")], "5"),
        ("n", [("n", "k"), ("n", "5")], "5"),
        ("n+m", [("n", "k"), ("m", "j")], "j+k"),
        ("p", [("n", "3")], "_"),
        ("n _", [("n", "3")], "3 _"),
        ("*b n", [("*b n", "2 3 4")], "2 3 4"),
        ("n *b", [("*b n", "*batch 4")], "4 *batch"),
        ("*b", [("*b n", "q *batch r 4")], "q *batch r"),
        ("*b", [("*b", "..."), ("*b", "2 _"), ("*b", "_ 3")], "2 3"),
        ("... n", [("... n", "2 3")], "... 3"),
        ("*c", [("n", "3")], "..."),
        ("n", [("n ...", "*batch 3")], "_"),
        ("*b", [("n *b", "*batch 3")], "..."),
        ("*b", [("n *b", "*batch 3 4")], "... 4"),
        ("a c", [("a b c", "... 3")], "_ 3"),
        ("{self.dim}", [("n", "3")], "_"),
        ("n", [("{self.dim} n", "3 4")], "4"),
        ("#n", [("n", "3")], "_"),
    ],
)
def test_what_names_are_bound_to(returned, pairs, expected):
    assert result(returned, *pairs) == expected


@pytest.mark.parametrize(
    ("returned", "pairs", "expected"),
    [
        ("n", [("n+1", "5")], "4"),
        ("n", [("2*n", "8"), ("n+1", "5")], "4"),
        ("n m", [("m+n", "9"), ("2*n", "6")], "3 6"),
        ("n m k", [("n+m+k", "9"), ("n+m", "5"), ("n", "2")], "2 3 4"),
        ("n", [("b*n", "k*j"), ("b", "k")], "j"),
        ("n", [("n-1", "k")], "k+1"),
        ("n", [("n+1", "n")], "n-1"),
        ("n", [("m", "n"), ("m+n", "k")], "k-n"),
        ("n", [("n//2", "3")], "_"),
        ("n", [("2*n", "k")], "_"),
        ("n", [("n*n", "9")], "_"),
        ("n", [("(b//3)*n", "0"), ("b", "k")], "_"),
    ],
)
def test_equations_are_solved_in_any_order(returned, pairs, expected):
    assert {result(returned, *order) for order in permutations(pairs)} == {expected}


@pytest.mark.parametrize(
    "pairs",
    [
        [("b n", "3 5"), ("n", "4")],
        [("n+1", "5"), ("n", "5")],
        [("2*n", "8"), ("n+1", "6")],
        [("n", "k"), ("n", "j")],
        [("n", "k"), ("n", "3"), ("n", "4")],
        [("n", "_"), ("n", "3"), ("n", "4")],
        [("#n", "1"), ("#n", "5"), ("#n", "6")],
        [("*b n", "2 3 4"), ("*b", "2 5")],
        [("*b", "*batch"), ("*b", "*batch 3")],
        [("*b", "..."), ("*b", "2 3"), ("*b", "4 ...")],
        [("*#b", "2 1"), ("*#b", "3 3")],
        [("*#b", "2 1"), ("*b", "3 3")],
        [("2*n", "7")],
        [("2*n", "2*k+1")],
        [("n+5", "3")],
        [("3 n", "4 n")],
        [("n 1", "5 k")],
        [("n n", "4 5")],
        [("n", "3 4")],
        [("a b ...", "3")],
        [("a", "b ... c")],
    ],
)
def test_what_is_proved_wrong_is_refused_in_any_order(pairs):
    for order in permutations(pairs):
        with pytest.raises(Mismatch) as mismatch:
            unify(declared(*order))
        assert mismatch.value.problem.kind is Kind.SHAPE


@pytest.mark.parametrize(
    "pairs",
    [
        [("n", "k"), ("n", "3")],
        [("3", "k")],
        [("n", "_"), ("n", "...")],
        [("#n", "1"), ("#n", "5"), ("#n", "_")],
        [("#n", "h//2"), ("n", "5")],
        [("*b", "*batch"), ("*b", "*other")],
        [("*b", "*batch"), ("*b", "3 4")],
        [("*#b", "2 1"), ("*#b", "1 3"), ("*#b", ""), ("*b", "2 3")],
        [("b=3 n", "3 4")],
        [("{self.dim}", "3"), ("{self.dim}", "4")],
        [("n//2", "3"), ("n", "7")],
        [("a b", "...")],
        [("n", "0"), ("n+1", "1")],
    ],
)
def test_what_is_not_proved_wrong_is_silent(pairs):
    for order in permutations(pairs):
        unify(declared(*order))


@pytest.mark.parametrize(
    ("pairs", "label", "words"),
    [
        ([("b n", "a b c")], "x", 'has shape (a, b, c), declared "b n": 3 dims, not 2'),
        ([("a b ...", "3")], "x", 'has shape (3,), declared "a b ...": 1 dim, not at least 2'),
        ([("n", "4"), ("b n", "3 5")], "y", 'has shape (3, 5), declared "b n": dim 1 is 5, but "n" is 4 in "x"'),
        ([("n n", "4 5")], "x", 'has shape (4, 5), declared "n n": dim 1 is 5, but "n" is 4 in dim 0'),
        ([("b 3", "b 4")], "x", 'has shape (b, 4), declared "b 3": dim 1 is 4, not 3'),
        ([("... 3", "*r 4")], "x", 'has shape (*r, 4), declared "... 3": dim -1 is 4, not 3'),
        ([("... 3", "5 4")], "x", 'has shape (5, 4), declared "... 3": dim 1 is 4, not 3'),
        (
            [("n", "4"), ("n+1", "6")],
            "y",
            'has shape (6,), declared "n+1": dim 0 is 6, but "n+1" is 5: "n" is 4 in "x"',
        ),
        ([("2*n", "7")], "x", 'has shape (7,), declared "2*n": dim 0 is 7, which "2*n" cannot be'),
        (
            [("*b n", "2 3 4"), ("*b", "2 5")],
            "y",
            'has shape (2, 5), declared "*b": "*b" is (2, 5) here, but (2, 3) in "x"',
        ),
    ],
)
def test_the_words_tell_the_reason_and_where_the_other_size_is_from(pairs, label, words):
    with pytest.raises(Mismatch) as mismatch:
        unify(declared(*pairs))
    assert (mismatch.value.label, str(mismatch.value)) == (label, words)


def test_broadcastable_runs_are_what_they_broadcast_to():
    assert result("*b", ("*#b n", "2 1 4"), ("*#b", "7 1 3")) == "7 2 3"
    assert result("*b", ("*#b", "1 3"), ("*b", "2 3")) == "2 3"


# ------------------------------------------------------------------------------------------------ inside a function


@pytest.mark.parametrize(
    ("pattern", "found", "words"),
    [
        ("b n", "b 1", "dim 1 is 1, not n"),
        ("n", "b", "dim 0 is b, not n"),
        ("n+1", "n", r"dim 0 is n, not n\+1"),
        ("*batch", "*batch n", r'"\*batch" is \(\*batch, n\) here, but \(\*batch,\)'),
    ],
)
def test_rigid_names_mean_themselves(pattern, found, words):
    with pytest.raises(Mismatch, match=words):
        unify(declared((pattern, found)), Bindings.rigid(frozenset({"b", "n", "batch"})))


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("b n", "b n"),
        ("n", "3"),
        ("n k", "n b"),
        ("*batch n", "*batch n"),
        ("*batch", "b n"),
        ("n+b", "b+n"),
        ("n", "_"),
    ],
)
def test_rigid_names_that_may_fit(pattern, found):
    unify(declared((pattern, found)), Bindings.rigid(frozenset({"b", "n", "batch"})))


def test_given_sizes_are_used():
    given_ = Bindings.given({"{self.dim}": Dim.of(4)})
    assert instantiate(parse_pattern("2*{self.dim}"), given_).notation == "8"
    with pytest.raises(Mismatch, match=r'dim 0 is 5, but "\{self.dim\}" is 4'):
        unify(declared(("{self.dim}", "5")), given_)


def test_bindings_may_grow():
    first = unify(declared(("m+n", "9")))
    assert first.sizes.get("n", UNKNOWN) is UNKNOWN
    second = unify(declared(("n", "4")), first)
    assert (second.sizes["m"], second.sizes["n"]) == (Dim.of(5), Dim.of(4))
    with pytest.raises(Mismatch, match='declared "m": dim 0 is 6, but "m" is 5 in "x"'):
        unify([Declared(parse_pattern("m"), parse_shape("6"), "z")], second)


def test_a_broadcastable_run_that_grows_is_no_error():
    first = unify(declared(("*#b", "1 3")))
    assert unify(declared(("*#b", "2 3")), first).runs["b"].notation == "2 3"


@given(st.lists(dims(0, 3), min_size=1, max_size=3), st.data())
def test_what_a_call_gives_is_true_of_any_shapes_that_fit(concretes, data):
    """Equal sizes get equal names in the patterns, so every call fits, whatever is hidden of it."""
    names = {0: "z", 1: "o", 2: "b", 3: "c", 4: "d"}
    patterns = [Pattern.of(parse_shape(" ".join(names[size] for size in shape))) for shape in concretes]
    hidden = [data.draw(disguised(shape)) for shape in concretes]
    bindings = unify([Declared(pattern, found) for pattern, found in zip(patterns, hidden, strict=True)])
    for pattern, concrete in zip(patterns, concretes, strict=True):
        assert holds(instantiate(pattern, bindings), concrete)


@given(dims(0, 4), st.integers(0, 2), st.integers(0, 2), st.data())
def test_a_run_takes_what_the_axes_leave(concrete, left, right, data):
    if left + right > len(concrete):
        return
    pattern = parse_pattern(" ".join([*(f"l{i}" for i in range(left)), "*r", *(f"s{i}" for i in range(right))]))
    bindings = unify([Declared(pattern, data.draw(disguised(concrete)))])
    assert holds(instantiate(pattern, bindings), concrete)
    assert holds(instantiate(parse_pattern("*r"), bindings), concrete[left : len(concrete) - right])


@pytest.mark.parametrize("axis", ["+1", "-m", "-1"])
def test_a_slip_of_the_space_bar_is_told(axis):
    with pytest.raises(Mismatch) as error:
        unify(declared((f"n {axis}", "5")))
    assert str(error.value) == f'has shape (5,), declared "n {axis}": 1 dim, not 2; `{axis}` is an axis of its own'

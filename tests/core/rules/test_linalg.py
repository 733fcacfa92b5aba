"""Matrices of named sides, and what each part of them has."""

import pytest

from dtensortypes.core.facts.dtype import FLOAT32
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules import linalg
from dtensortypes.core.rules.call import Call


def of(text):
    return TensorFact(FLOAT32, shape=parse_shape(text))


def call(text, **arguments):
    return Call("f", {"self": of(text)} | arguments, ("self",))


@pytest.mark.parametrize(
    ("word", "text", "result"),
    [
        (linalg.sides("m", "k"), "b m n", "b m min(m,n)"), (linalg.sides("k", "n"), "n n", "n n"),
        (linalg.sides("k"), "... 5 3", "... 3"), (linalg.square, "b n n", "b n n"), (linalg.one_each, "b m n", "b"),
        (linalg.one_each_of_square, "... n n", "..."), (linalg.side_each, "b n n", "b n"), (linalg.nothing, "n n", "0"),
    ],
)  # fmt: skip
def test_one_matrix(word, text, result):
    assert word(call(text)).notation == result


@pytest.mark.parametrize("word", [linalg.square, linalg.one_each_of_square, linalg.side_each])
def test_square_ones(word):
    with pytest.raises(Refused, match="must be square"):
        word(call("n m"))
    with pytest.raises(Refused, match="at least 2 dims"):
        word(call("n"))


def test_what_arguments_decide():
    word = linalg.either_way("full", linalg.sides("m", "m"), linalg.nothing)
    assert [word(call("m n", full=flag)).notation for flag in (True, False, UNKNOWN)] == ["m m", "0", "..."]
    mode = linalg.by_mode(r=linalg.nothing)
    assert [mode(call("m n", mode=name)).notation for name in ("r", "other", UNKNOWN)] == ["0", "...", "..."]
    assert linalg.truncated("m", "q")(call("m n", q=4)).notation == "m 4"
    assert linalg.truncated("q")(call("5 30", q=None)).notation == "5"
    assert linalg.truncated("q")(call("m n", q=None)).notation == "_"
    tolerant = linalg.with_tolerance(linalg.one_each)
    assert tolerant(call("b n n", atol=0.5)).notation == "b"
    assert tolerant(call("b n n", atol=of("b"))) == UNKNOWN_SHAPE
    assert linalg.inverse_of_square(call("6 2 3", ind=1)).notation == "2 3 6"
    assert linalg.inverse_of_square(call("6 2 3", ind=UNKNOWN)).notation == "_ _ _"


def test_two():
    pair = Call("solve", {"A": of("b n n"), "B": of("b n k"), "left": True})
    assert linalg.solved(pair).notation == "b n k"
    assert linalg.solutions_checked(pair).notation == "b"
    assert linalg.divided("A", "B")(pair).notation == "b n k"
    assert linalg.stretched_to("A", "B")(pair).notation == "b n n"
    assert linalg.fitted(Call("lstsq", {"self": of("b m n"), "b": of("b m k")})).notation == "b n k"
    assert linalg.multiplied(Call("ormqr", {"input3": of("m k")})).notation == "m k"
    assert linalg.along(Call("vecdot", {"x": of("b n"), "y": of("n"), "dim": -1})).notation == "b"


def test_tensors_as_matrices():
    def given(**arguments):
        return linalg.tensor_solved(Call("f", {"self": of("2 3 6"), "other": of("2 3"), "dims": None} | arguments))

    assert given().notation == "6"
    assert given(dims=(0,)).notation == "2"
    assert given(dims=UNKNOWN) == UNKNOWN_SHAPE
    with pytest.raises(Refused, match="more dims"):
        given(other=of("1 2 3 4"))


def test_a_rank_for_each_tolerance():
    assert linalg.one_each_by_tolerance(call("b m n", tol=1e-3)).notation == "b"
    assert linalg.one_each_by_tolerance(call("b m n", atol=of("t 1"))).notation == "t b"

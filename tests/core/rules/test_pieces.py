"""Put together and taken apart."""

import pytest

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import FLOAT32
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.calculus import shortened
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.pieces import (
    at_most,
    blocks,
    chunked,
    columns_stacked,
    combined,
    concatenated,
    concatenated_columns,
    concatenated_depths,
    concatenated_rows,
    cut_along,
    narrowed,
    pairings,
    selected,
    shared_out,
    split_along,
    split_up,
    stacked,
    unbound,
    unfolded,
)  # fmt: skip


def of(text):
    return TensorFact(FLOAT32, CPU, Shape.of(*(int(d) if d.isdecimal() else d for d in text.split())))


def call(text, **arguments):
    return Call("f", {"self": of(text)} | arguments)


def test_together():
    pair = {"tensors": (of("b 2"), of("b 3")), "dim": 1}
    assert concatenated(Call("cat", pair)).notation == "b 5"
    assert concatenated(Call("cat", {"tensors": Items(of("b 2")), "dim": 0})).notation == "_ 2"
    assert stacked(Call("stack", {"tensors": (of("b"), of("b")), "dim": 0})).notation == "2 b"
    assert concatenated_columns(Call("hstack", pair)).notation == "b 5"
    assert concatenated_rows(Call("vstack", {"tensors": (of("3"), of("2 3"))})).notation == "3 3"
    for word in (concatenated, stacked, concatenated_columns, concatenated_rows):
        assert word(Call("f", {"tensors": UNKNOWN, "dim": 0})) == UNKNOWN_SHAPE


def test_apart():
    assert [piece.notation for piece in split_up("sizes")(call("5 n", sizes=2, dim=0))] == ["2 n", "2 n", "1 n"]
    assert [piece.notation for piece in split_up("sizes")(call("5 n", sizes=(1, 4), dim=0))] == ["1 n", "4 n"]
    assert split_up("sizes")(call("b n", sizes=2, dim=0)) == Items(Shape.of(UNKNOWN, "n"))
    assert [piece.notation for piece in chunked(call("6 n", chunks=3, dim=0))] == ["2 n"] * 3
    assert len(unbound(call("3 n", dim=0))) == 3
    assert unbound(call("b n", dim=0)) == Items(Shape.of("n"))
    for word in (split_up("sizes"), chunked, unbound):
        assert word(call("b", sizes=UNKNOWN, chunks=UNKNOWN, dim=UNKNOWN)) == Items(UNKNOWN_SHAPE)


def test_one_piece():
    assert narrowed(call("b n", dim=1, length=2)).notation == "b 2"
    assert selected(call("b n", dim=0)).notation == "n"
    assert unfolded(call("b 5", dimension=1, size=2, step=1)).notation == "b 4 2"
    assert at_most("k")(call("b n", dim=-1, k=3)).notation == "b 3"
    assert shortened(call("b n", dim=-1, n=1)).notation == "b n-1"
    assert shortened(call("b n", dim=-1, n=UNKNOWN)).notation == "b _"
    for word in (narrowed, selected, unfolded, at_most("k"), shortened):
        assert isinstance(word(call("b n", dim=UNKNOWN, dimension=UNKNOWN)), Shape)


def several(*texts):
    return Call("f", {"tensors": tuple(map(of, texts))})


@pytest.mark.parametrize(
    ("word", "texts", "shape"),
    [
        (concatenated_depths, ("n", "n"), "1 n 2"), (columns_stacked, ("n", "n 3"), "n 4"),
        (columns_stacked, ("", ""), "1 2"), (blocks, ("n m", "k", ""), "n+2 k+m+1"), (blocks, (), "1 0"),
        (pairings, ("n", "m"), "m*n 2"), (pairings, ("n",), "n"),
    ],
)  # fmt: skip
def test_further_ways_together(word, texts, shape):
    assert word(several(*texts)).notation == shape


def test_every_choice():
    assert combined(call("n", r=2, with_replacement=False)).notation == "(n*n-n)//2 2"
    assert combined(call("4", r=2, with_replacement=True)).notation == "10 2"
    assert combined(call("4", r=0, with_replacement=False)).notation == "0"
    assert combined(call("4", r=UNKNOWN, with_replacement=False)).notation == "_ _"
    for refused in (
        lambda: combined(call("n m", r=2)),
        lambda: blocks(several("a b c")),
        lambda: pairings(several("a b")),
    ):
        with pytest.raises(Refused):
            refused()


def test_shares():
    shares = {"indices_or_sections": 3}
    assert [piece.notation for piece in shared_out(call("7 n", dim=0, **shares))] == ["3 n", "2 n", "2 n"]
    assert [piece.notation for piece in split_along(1, vectors=True)(call("6", **shares))] == ["2"] * 3
    assert [piece.notation for piece in split_along(0)(call("6 n", indices_or_sections=(1, 4)))] == [
        "1 n",
        "3 n",
        "2 n",
    ]
    assert shared_out(call("7 n", dim=0, indices_or_sections=UNKNOWN)) == Items(Shape.of(UNKNOWN, "n"))
    for refused in (split_along(2), split_along(0)):
        with pytest.raises(Refused):
            refused(call("7", **shares))


def test_a_slice():
    assert cut_along(call("b n", dim=1, start=1, end=None, step=1)).notation == "b n-1"
    assert cut_along(call("b 9", dim=1, start=None, end=-1, step=2)).notation == "b 4"
    assert cut_along(call("b n", dim=UNKNOWN)).notation == "_ _"

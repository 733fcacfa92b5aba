"""Put together and taken apart."""

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import FLOAT32
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.pieces import (
    at_most,
    chunked,
    concatenated,
    concatenated_columns,
    concatenated_rows,
    narrowed,
    selected,
    shortened,
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

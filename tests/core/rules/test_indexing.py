"""Items picked by place."""

import pytest

from dtensortypes.core.facts.device import CPU, CUDA
from dtensortypes.core.facts.dtype import BOOL, FLOAT32, INT64
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.indexing import (
    assigned,
    found_by_dim,
    found_places,
    gathered,
    index_device,
    indexed,
    picked,
    place_by_dim,
    taken_along,
)


def of(text):
    return TensorFact(FLOAT32, CPU, Shape.of(*(int(d) if d.isdecimal() else d for d in text.split())))


def test_shapes():
    assert indexed(Call("[...]", {"self": of("b n"), "index": 0})).notation == "n"
    assert picked(Call("index_select", {"self": of("b n"), "dim": 1, "index": of("k")})).notation == "b k"
    assert picked(Call("index_select", {"self": of("b n"), "dim": UNKNOWN, "index": of("k")})).notation == "_ _"
    assert gathered(Call("gather", {"self": of("b n"), "dim": 1, "index": of("b k")})).notation == "b k"
    assert found_places(Call("nonzero", {"self": of("b n")})).notation == "_ 2"
    assert len(found_by_dim(Call("where", {"self": of("b n")}))) == 2
    assert found_places(Call("nonzero", {"self": TensorFact(), "as_tuple": True})) == Items(Shape((UNKNOWN,)))


def test_refusals():
    with pytest.raises(Refused):
        assigned(Call("[...] =", {"self": of("4 5"), "index": 0, "value": of("6")}))
    with pytest.raises(Refused, match="takes an index on cpu"):
        index_device(Call("[...]", {"self": of("b"), "index": TensorFact(INT64, CUDA, Shape.of("k"))}))


def test_an_index_may_stay_on_the_cpu():
    assert index_device(Call("[...]", {"self": TensorFact(FLOAT32, CUDA), "index": of("b")})) == CUDA


def test_one_number_may_lie_anywhere():
    """Torch reads it: `confusion[target, found] += 1` with labels that are on the GPU."""
    for shape in (Shape(), UNKNOWN_SHAPE):
        assert index_device(Call("[...]", {"self": of("b"), "index": (TensorFact(INT64, CUDA, shape), 0)})) == CPU


def test_an_index_of_what_is_assigned_may_lie_anywhere():
    assert assigned(Call("[...] =", {"self": of("b"), "index": TensorFact(INT64, CUDA), "value": 1})) is None


def test_values_lie_where_they_are_put():
    def put(index, value):
        return assigned(Call("[...] =", {"self": of("b"), "index": index, "value": value}))

    places, mask = TensorFact(INT64, CUDA, Shape.of("k")), TensorFact(BOOL, CUDA, Shape.of("b"))
    far = TensorFact(FLOAT32, CUDA, Shape.of("k"))
    for index in (places, mask):
        with pytest.raises(Refused, match="cpu and cuda"):
            put(index, far)
        assert put(index, TensorFact(FLOAT32, CUDA, Shape())) is None
        assert put(index, of("k")) is None
    assert assigned(Call("[...] =", {"self": of("b k"), "index": 0, "value": far})) is None


def test_places_along_a_dim():
    def taken(own, index, dim):
        return taken_along(Call("take_along_dim", {"self": of(own), "indices": of(index), "dim": dim})).notation

    assert taken("b n", "b k", 1) == "b k"
    assert taken("1 n", "b k", 1) == "b k"
    assert taken("b n", "2 3", None) == "6"
    assert taken("b n", "b k", UNKNOWN) == "_ _"
    with pytest.raises(Refused, match="as many dims"):
        taken("b n", "k", 1)


def test_places_by_dim():
    assert place_by_dim(Call("unravel_index", {"indices": of("n"), "shape": (2, 3)})) == (Shape.of("n"),) * 2
    assert place_by_dim(Call("unravel_index", {"indices": of("n"), "shape": UNKNOWN})) == Items(Shape.of("n"))

"""Counts, quantiles and what is distinct."""

import pytest

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import FLOAT16, FLOAT32, FLOAT64, INT64
from dtensortypes.core.facts.shape import SCALAR, UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.statistics import (
    at_quantiles,
    bin_edges,
    binned,
    binned_by_dim,
    covaried,
    distinct,
    found_static,
    of_weights,
)


def of(*dims, dtype=FLOAT32):
    return TensorFact(dtype, CPU, Shape.of(*dims))


def call(own, **arguments):
    return Call("f", {"self": own} | arguments)


def test_several_quantiles_come_first():
    for q, shape in ((0.5, ("b",)), (of(), ("b",)), (of("q"), ("q", "b"))):
        assert at_quantiles(call(of("b", "n"), q=q, dim=1, keepdim=False)) == Shape.of(*shape)
    assert at_quantiles(call(of("b"), q=UNKNOWN, dim=None)) == UNKNOWN_SHAPE
    with pytest.raises(Refused, match="a number or a vector"):
        at_quantiles(call(of("b"), q=of(2, 2), dim=None))


def test_covariances():
    assert covaried(call(of("n", "m"))) == Shape.of("n", "n")
    assert covaried(call(of(1, "m"))) == covaried(call(of("m"))) == SCALAR
    assert covaried(call(of(UNKNOWN, "m"))) == UNKNOWN_SHAPE
    with pytest.raises(Refused):
        covaried(call(of(2, 2, 2)))


def test_weights_are_summed_in_float64():
    found = [of_weights(call(of("n"), weights=w)) for w in (None, of("n"), of("n", dtype=FLOAT16), of(dtype=INT64))]
    assert found == [INT64, FLOAT32, FLOAT64, FLOAT64]
    assert of_weights(call(of("n"), weights=UNKNOWN)) is UNKNOWN


def test_bins():
    assert binned(call(of("n"), bins=Dim.of("k"))) == Shape.of("k")
    assert bin_edges(call(of("n"), bins=4)) == Shape.of(5)
    assert binned(call(of("n"), bins=of("k"))) == Shape.of(Dim.of("k") - 1)
    assert binned_by_dim(call(of("n", 2), bins=3)) == (of(3, 3), (of(4), of(4)))
    assert binned_by_dim(call(of("n", "m"), bins=3)) == (TensorFact(FLOAT32, CPU), Items(of(UNKNOWN)))


def test_what_is_distinct():
    def found(dim=None, inverse=False, counts=False):
        return distinct(call(of("b", "n"), dim=dim, return_inverse=inverse, return_counts=counts))

    assert found() == of(UNKNOWN)
    assert found(inverse=True) == (of(UNKNOWN), of("b", "n", dtype=INT64))
    assert found(0, True, True) == (of(UNKNOWN, "n"), of("b", dtype=INT64), of(UNKNOWN, dtype=INT64))
    assert found(counts=UNKNOWN) is UNKNOWN


def test_places_asked_for():
    assert found_static(call(of("b", "n"), size=7)) == Shape.of(7, 2)

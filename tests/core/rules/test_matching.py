"""Operands in one dtype, where torch compares only some of them."""

import pytest

from dtensortypes.core.facts.dtype import COMPLEX64, FLOAT16, FLOAT32, FLOAT64, INT64
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.dtypes import kept, must_match
from dtensortypes.core.rules.matching import (
    convolved_and_added,
    convolved_with_bias,
    has_no_items,
    matched_batches,
    unless_empty,
)


def of(dtype, *dims):
    return TensorFact(dtype, shape=Shape.of(*dims))


def call(*tensors, **arguments):
    given = dict(zip(("input", "weight", "bias"), tensors, strict=False))
    return Call("f", given | arguments, tuple(given))


def test_what_has_no_items_is_not_compared():
    assert has_no_items(call(of(FLOAT32, "n"), of(FLOAT32, 0)))
    assert not has_no_items(call(of(FLOAT32, "n"), of(FLOAT32, UNKNOWN)))
    empty = call(of(FLOAT32, 0), of(FLOAT64, "n"))
    assert unless_empty(must_match)(empty) is UNKNOWN
    assert unless_empty(must_match, kept)(empty) == FLOAT32
    assert unless_empty(must_match)(call(of(FLOAT32, 0), of(FLOAT32, 0))) == FLOAT32
    with pytest.raises(Refused):
        unless_empty(must_match)(call(of(FLOAT32, "n"), of(FLOAT64, "n")))


def test_empty_batches_have_the_dtype_of_the_last():
    """As torch 2.13 does; a matrix by a matrix is compared even where there is nothing to multiply."""
    assert matched_batches(call(of(FLOAT32, "b", 0, 3), of(FLOAT64, "b", 3, 4))) == FLOAT64
    assert matched_batches(call(of(FLOAT32, 2, 3), of(FLOAT64, "b", 3, 0))) == FLOAT64
    for first, last in (((0, 3), (3, 4)), (("b", 2, 0), (0, 4)), ((3,), ("b", 3, 0)), (("b", 2, 3), ("b", 3, 4))):
        with pytest.raises(Refused):
            matched_batches(call(of(FLOAT32, *first), of(FLOAT64, *last)))
    with pytest.raises(Refused):  # what is added to has the dtype of the first factor
        matched_batches(call(of(FLOAT16, "b", 0, 4), of(FLOAT32, "b", 0, 3), of(FLOAT32, "b", 3, 4)))


def test_a_bias_has_the_dtype_of_the_input():
    parts = of(FLOAT32, 2, 3, 5), of(FLOAT32, 4, 3, 3)
    assert convolved_with_bias(call(*parts, of(FLOAT32, 4), padding=0)) == FLOAT32
    assert convolved_with_bias(call(*parts, of(FLOAT64, 4), padding="same")) == FLOAT32
    with pytest.raises(Refused):
        convolved_with_bias(call(*parts, of(FLOAT64, 4), padding=0))


def test_a_transposed_convolution_adds_its_bias():
    parts = of(FLOAT32, 2, 3, 5), of(FLOAT32, 3, 4, 3)
    assert convolved_and_added(call(*parts, of(INT64, 4))) == FLOAT32
    with pytest.raises(Refused, match="has a bias of complex64"):
        convolved_and_added(call(*parts, of(COMPLEX64, 4)))
    with pytest.raises(Refused, match="has a bias of int64"):
        convolved_and_added(call(of(COMPLEX64, 2, 3, 5), of(COMPLEX64, 3, 4, 3), of(INT64, 4)))

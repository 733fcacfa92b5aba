"""Words for dtypes that are not promoted."""

import pytest

from dtensortypes.core.facts.dtype import BOOL, COMPLEX64, FLOAT16, FLOAT32, INT64, UINT8
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.dtypes import (
    always,
    any_like,
    as_dtype,
    counted,
    counted_in_all,
    if_inexact,
    kept,
    like,
    matching,
    must_match,
    parts,
    quotient,
    requested,
    sum_like,
    summed_to_size,
)  # fmt: skip


def call(*dtypes, **arguments):
    tensors = {name: TensorFact(dtype, shape=Shape.of("n")) for name, dtype in zip("abc", dtypes, strict=False)}
    return Call("f", tensors | arguments, tuple(tensors))


def test_one_tensor():
    assert kept(call(FLOAT16)).dtype == FLOAT16
    assert like("b")(call(FLOAT16, INT64)).dtype == INT64
    assert always(BOOL)(call(FLOAT16)) == BOOL
    assert [counted(call(d)) for d in (BOOL, UINT8, FLOAT16)] == [INT64, INT64, FLOAT16]
    assert [any_like(call(d)) for d in (UINT8, FLOAT16, UNKNOWN)] == [UINT8, BOOL, UNKNOWN]
    assert parts(call(COMPLEX64)) == FLOAT32
    assert if_inexact(kept)(call(INT64)) is UNKNOWN


def test_what_is_asked_for_wins():
    assert sum_like(call(INT64, dtype=FLOAT16)) == FLOAT16
    assert requested(kept)(call(INT64, dtype=UNKNOWN)) is UNKNOWN
    assert as_dtype(3) is UNKNOWN


def test_must_match():
    assert must_match(call(FLOAT16, FLOAT16)) == FLOAT16
    assert must_match(call(FLOAT16, UNKNOWN)) == FLOAT16
    with pytest.raises(Refused, match="both sides in one dtype: float16 and float32"):
        must_match(call(FLOAT16, FLOAT32))
    with pytest.raises(Refused, match="all tensors"):
        must_match(call(FLOAT16, FLOAT32, FLOAT32))


def test_quotient():
    assert quotient(call(INT64, INT64)) == FLOAT32
    assert quotient(call(INT64, INT64, rounding_mode="floor")) == INT64
    assert quotient(call(INT64, INT64, rounding_mode=UNKNOWN)) is UNKNOWN
    with pytest.raises(Refused):
        quotient(call(COMPLEX64, rounding_mode="floor"))


def test_some_parameters_match():
    same = Call("f", {"a": TensorFact(FLOAT32), "b": TensorFact(FLOAT16), "c": TensorFact(FLOAT32)}, ("a", "b", "c"))
    assert matching("a", "c")(same) == FLOAT32
    with pytest.raises(Refused):
        matching("a", "b")(same)


def test_sums_that_may_be_none():
    x = TensorFact(BOOL, shape=Shape.of(2, 3))
    for size, dtype in (((2, 3), BOOL), ((1, 3), INT64), ((), INT64), ((2, UNKNOWN), UNKNOWN)):
        assert summed_to_size(Call("sum_to_size", {"self": x, "size": size})) == dtype
    assert counted_in_all(Call("sum", {"input": x, "dim": None})) == INT64
    assert counted_in_all(Call("sum", {"input": x, "dim": 0})) == x

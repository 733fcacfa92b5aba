"""The dtypes of losses follow from how they are computed; test_against_torch.py lays each beside torch."""

import pytest

from dtensortypes.core.facts.dtype import BOOL, COMPLEX64, FLOAT16, FLOAT32, FLOAT64, INT32, INT64
from dtensortypes.core.facts.shape import SCALAR, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.dtypes import kept
from dtensortypes.core.rules.loss_dtypes import computed_in, likelihood, rate, similarity, totalled, weighted


def of(dtype, shape=None):
    return TensorFact(dtype, shape=Shape.of("n") if shape is None else shape)


def call(*dtypes, **arguments):
    tensors = dict(zip(("input", "target"), map(of, dtypes), strict=False))
    return Call("loss", tensors | arguments, tuple(tensors))


def test_what_is_computed_in_place():
    word = computed_in("input", "target")
    assert word(call(FLOAT16, FLOAT64)) == FLOAT16
    assert word(call(FLOAT32, UNKNOWN)) == FLOAT32
    with pytest.raises(Refused, match='computed in float32, the dtype of "input": "target" is complex64') as refused:
        word(call(FLOAT32, COMPLEX64))
    assert refused.value.problem.advice == 'cast "input" with .to(torch.complex64)'


def test_totals():
    word = totalled(kept)
    assert [word(call(INT32, reduction=way)) for way in ("none", "sum", UNKNOWN)] == [INT32, INT64, UNKNOWN]
    assert [word(call(FLOAT16, reduction=way)) for way in ("none", "sum", "mean")] == [FLOAT16] * 3
    assert word(call(INT32, reduction="mean", reduce=False)) is UNKNOWN
    with pytest.raises(Refused, match="no mean of int32"):
        word(call(INT32, reduction="mean"))


def test_weights_promote():
    word = weighted(kept)
    assert word(call(FLOAT32)) == FLOAT32
    assert word(call(FLOAT32, weight=of(FLOAT64))) == FLOAT64
    assert word(call(FLOAT32, weight=UNKNOWN)) is UNKNOWN
    assert word(call(INT64, weight=of(FLOAT64))) is UNKNOWN


def test_a_zero_dim_target_counts_for_its_kind_alone():
    """A step at a time: `int * float64[]` is float64, `float32 * float64[]` float32."""
    zero_dim = {"target": of(FLOAT64, SCALAR)}
    assert rate(call(INT64, FLOAT64, log_input=True).with_values(zero_dim)) == FLOAT64
    assert rate(call(INT64, FLOAT64, log_input=False).with_values(zero_dim)) == FLOAT32
    assert rate(call(INT64, FLOAT64, log_input=UNKNOWN).with_values(zero_dim)) is UNKNOWN
    assert rate(call(FLOAT16, INT64, log_input=UNKNOWN)) == FLOAT16


def test_likelihood():
    assert likelihood(call(FLOAT16, FLOAT16, var=of(FLOAT32))) == FLOAT32
    assert likelihood(call(INT64, FLOAT16, var=1.0)) == FLOAT32
    with pytest.raises(Refused, match="takes a var that is a float"):
        likelihood(call(FLOAT16, FLOAT16, var=of(INT64)))
    with pytest.raises(Refused):
        likelihood(call(BOOL, FLOAT16, var=1.0))


def test_similarity():
    """An integer's length is a float of torch's default dtype, before the two meet."""
    assert similarity(call(FLOAT16, INT64)) == FLOAT32
    assert similarity(call(FLOAT16, FLOAT16)) == FLOAT16
    assert similarity(call(FLOAT16, UNKNOWN)) is UNKNOWN

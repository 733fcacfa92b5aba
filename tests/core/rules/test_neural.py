"""What is said of networks alone."""

import pytest

from dtensortypes.core.facts.device import CPU, CUDA
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import FLOAT16, FLOAT32, FLOAT64, INT64
from dtensortypes.core.facts.shape import Run, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.neural import (
    attended,
    halved,
    kept_with_channels,
    kept_with_last_dims,
    looked_up,
    normalised,
    normalised_in_batches,
    normalised_in_instances,
    normed_by_neighbours,
    of_channels,
    rows_of,
    similar,
    takes_classes,
    with_classes,
)  # fmt: skip


def ending(text):
    """A tensor with these dims at the end, and any before them."""
    return TensorFact(FLOAT32, CPU, Shape((), Run(), of(text).shape.left))


def of(text):
    return TensorFact(FLOAT32, CPU, Shape.of(*(int(d) if d.isdecimal() else d for d in text.split())))


def test_shapes():
    assert looked_up(Call("embedding", {"input": of("b n"), "weight": of("v d")})).notation == "b n d"
    assert rows_of(Call("embedding", {"weight": of("v d"), "indices": of("b n")})).notation == "b n d"
    assert with_classes(Call("one_hot", {"tensor": of("b"), "num_classes": 5})).notation == "b 5"
    assert with_classes(Call("one_hot", {"tensor": of("b"), "num_classes": -1})).notation == "b _"
    assert similar(Call("cosine_similarity", {"x1": of("b n"), "x2": of("b n"), "dim": 1})).notation == "b"
    assert halved(Call("glu", {"input": of("b 6"), "dim": -1})).notation == "b 3"
    parts = {"query": of("b q d"), "key": of("b k d"), "value": of("b k e"), "enable_gqa": False}
    assert attended(Call("attention", parts)).notation == "b q e"
    assert attended(Call("attention", parts | {"enable_gqa": UNKNOWN})).notation == "b q e"


@pytest.mark.parametrize(
    "refused",
    [
        lambda: halved(Call("glu", {"input": of("b 5"), "dim": -1})),
        lambda: takes_classes(Call("one_hot", {"tensor": of("b"), "num_classes": 5})),
        lambda: kept_with_last_dims(Call("layer_norm", {"input": of("b n"), "normalized_shape": (Dim.of("m"),)})),
        lambda: kept_with_last_dims(Call("layer_norm", {"input": ending("16"), "normalized_shape": (Dim.of(3),)})),
        lambda: kept_with_last_dims(
            Call("layer_norm", {"input": ending("4"), "normalized_shape": (Dim.of(3), Dim.of(5))})
        ),
        lambda: kept_with_channels(Call("batch_norm", {"input": of("b 3"), "running_mean": of("4")})),
        lambda: of_channels(-3)(Call("batch_norm", {"input": ending("16 h w"), "running_mean": of("3")})),
        lambda: normalised(Call("layer_norm", {"input": of("n"), "weight": TensorFact(FLOAT16)})),
    ],
)
def test_refusals(refused):
    with pytest.raises(Refused):
        refused()


def test_half_precision_may_be_weighted_in_float32():
    assert normalised(Call("layer_norm", {"input": TensorFact(FLOAT16), "weight": of("n")})) == FLOAT16


def test_the_cpu_alone_compares_what_has_no_items():
    def normalising(place, *dims):
        vector = Shape.of("c")
        weights = {"weight": TensorFact(FLOAT32, place, vector), "bias": TensorFact(FLOAT64, place, vector)}
        return Call("layer_norm", {"input": TensorFact(FLOAT32, place, Shape.of(*dims)), **weights})

    assert normalised(normalising(CUDA, 0, "c")) == normalised(normalising(UNKNOWN, 0, "c")) == FLOAT32
    for refused in (normalising(CPU, 0, "c"), normalising(CUDA, "b", "c")):
        with pytest.raises(Refused, match="a weight of float32 and a bias of float64"):
            normalised(refused)


def test_statistics_have_the_weights_dtype():
    half, one = TensorFact(FLOAT16, shape=Shape.of("b", "c")), TensorFact(FLOAT32, shape=Shape.of("c"))
    other = TensorFact(FLOAT64, shape=Shape.of("c"))
    in_one = {"input": half, "weight": one, "bias": one, "running_mean": one, "running_var": one}
    assert normalised_in_batches(Call("batch_norm", in_one)) == FLOAT16
    assert normalised_in_instances(Call("instance_norm", in_one)) == FLOAT16
    assert normalised_in_instances(Call("instance_norm", in_one | {"running_mean": other})) == FLOAT16
    empty = {"input": TensorFact(FLOAT16, shape=Shape.of(0, "c"))}
    assert normalised_in_batches(Call("batch_norm", in_one | empty | {"running_var": other})) == FLOAT16
    with pytest.raises(Refused, match="a running_var of float64"):
        normalised_in_batches(Call("batch_norm", in_one | {"running_var": other}))
    with pytest.raises(Refused, match="a running_mean of float16 and a running_var of float64"):
        normalised_in_instances(Call("instance_norm", in_one | {"running_mean": half, "running_var": other}))
    with pytest.raises(Refused, match="a weight of float32 and a bias of float16"):
        normalised(Call("layer_norm", in_one | {"bias": half}))


def test_neighbours():
    for shape, dtype in ((Shape.of("b", "c", "n"), FLOAT32), (Shape.of("b", 0, "n"), INT64)):
        assert normed_by_neighbours(Call("lrn", {"input": TensorFact(INT64, shape=shape)}, ("input",))) == dtype


def test_dims_that_are_not_known_may_be_right():
    kept_with_last_dims(Call("layer_norm", {"input": ending("3"), "normalized_shape": (Dim.of(4), Dim.of(3))}))
    kept_with_last_dims(Call("layer_norm", {"input": ending(""), "normalized_shape": (Dim.of(4),)}))
    of_channels(-3)(Call("batch_norm", {"input": ending("h w"), "running_mean": of("3")}))
    of_channels(-3)(Call("batch_norm", {"input": ending("3 h w"), "running_mean": of("3")}))
    of_channels(-3)(Call("batch_norm", {"input": ending("16 h w"), "running_mean": UNKNOWN}))
    of_channels(-3)(Call("batch_norm", {"input": ending("16 0 w"), "running_mean": of("3")}))

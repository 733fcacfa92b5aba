"""Layers over space."""

import pytest

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import FLOAT32, INT64
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.ops import call_layer, infer

X = TensorFact(FLOAT32, CPU, parse_shape("b 3 8 8"))


@pytest.mark.parametrize(
    ("name", "args", "shape"),
    [
        ("Conv2d", (3, 6, 3), "b 6 6 6"), ("LazyConv2d", (6, 3), "b 6 6 6"), ("ZeroPad2d", (1,), "b 3 10 10"),
        ("ReflectionPad2d", ((1, 0, 2, 0),), "b 3 10 9"), ("LPPool2d", (2, 2), "b 3 4 4"),
        ("Unfold", (2,), "b 12 49"), ("UpsamplingNearest2d", (None, 2), "b 3 16 16"),
    ],
)  # fmt: skip
def test_shapes(name, args, shape):
    layer = infer(f"torch.nn.{name}", args, {}).result
    assert call_layer(layer, [X], {}).result == TensorFact(FLOAT32, CPU, parse_shape(shape))


def test_pooling_and_back():
    pool, back = (infer(f"torch.nn.{name}", (2,), {}).result for name in ("MaxPool2d", "MaxUnpool2d"))
    with_places = infer("torch.nn.MaxPool2d", (2,), {"return_indices": True}).result
    values, places = call_layer(with_places, [X], {}).result
    assert values == call_layer(pool, [X], {}).result
    assert places.dtype == INT64
    assert call_layer(back, [values, places], {}).result == X
    assert call_layer(back, [values, places], {"output_size": (9, 9)}).result.shape == parse_shape("b 3 9 9")

"""Images cut up and put together, sampled and unpooled, in names."""

import pytest

from dtensortypes.core.facts.dtype import FLOAT32, INT64
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.patches import (
    bag_dtype,
    bagged,
    convolved_in_time,
    grid_of,
    padded_evenly,
    patched,
    pooled_to_ratio,
    sampled,
    takes_bags,
    unpatched,
    unpooled,
)

WINDOW = {"kernel_size": 2, "stride": 1, "padding": 0, "dilation": 1}


def of(text, dtype=FLOAT32):
    return TensorFact(dtype, shape=parse_shape(text))


def call(text, **arguments):
    return Call("f", {"input": of(text)} | arguments)


def test_patches():
    assert patched(call("b c 4 5", **WINDOW)).notation == "b 4*c 12"
    assert patched(call("c h w", **WINDOW)).notation == "4*c h*w-h-w+1"
    assert unpatched(call("b 12 12", output_size=(4, 5), **WINDOW)).notation == "b 3 4 5"
    assert unpatched(call("4*c 12", output_size=(4, 5), **WINDOW)).notation == "c 4 5"
    for refused in (call("b 13 12", output_size=(4, 5), **WINDOW), call("b 12 11", output_size=(4, 5), **WINDOW)):
        with pytest.raises(Refused):
            unpatched(refused)
    with pytest.raises(Refused, match="an image"):
        patched(call("n", **WINDOW))


def test_sizes_after_pooling_and_before():
    asked = {"kernel_size": 2, "stride": None, "padding": 0, "output_size": None}
    assert unpooled(2)(call("b c 4 n", **asked)).notation == "b c 8 2*n"
    assert unpooled(2)(call("b c 4 n", **asked | {"output_size": (9, 9)})).notation == "b c 9 9"
    assert pooled_to_ratio(2)(call("b 9 9", output_size=None, output_ratio=0.5)).notation == "b 4 4"
    assert pooled_to_ratio(2)(call("b n 9", output_size=None, output_ratio=0.5)).notation == "b _ 4"
    assert pooled_to_ratio(2)(call("b n 9", output_size=3, output_ratio=None)).notation == "b 3 3"


def test_padding():
    assert padded_evenly(2)(call("c 4 n", padding=1)).notation == "c 6 n+2"
    assert padded_evenly(2)(call("c 4 n", padding=(1, 2, 3, 4))).notation == "c 11 n+3"
    assert padded_evenly(1)(call("c n", padding=UNKNOWN)).notation == "c _"


def test_grids():
    assert grid_of(Call("affine_grid", {"theta": of("b 2 3"), "size": parse_shape("b c 4 5")})).notation == "b 4 5 2"
    both = {"input": of("b c 4 5"), "grid": of("b h w 2")}
    assert sampled(Call("grid_sample", both)).notation == "b c h w"
    with pytest.raises(Refused):
        sampled(Call("grid_sample", both | {"grid": of("b h w 3")}))
    with pytest.raises(Refused):
        grid_of(Call("affine_grid", {"theta": of("b 3 4"), "size": parse_shape("b c 4 5")}))


def test_convolution_in_time():
    given = {"input": of("t b c"), "weight": of("3 c d"), "pad": 1}
    assert convolved_in_time(Call("conv_tbc", given)).notation == "t b d"
    with pytest.raises(Refused, match="channels"):
        convolved_in_time(Call("conv_tbc", given | {"weight": of("3 d c")}))


def test_bags():
    bag = {"input": of("b n", INT64), "weight": of("v d"), "offsets": None, "include_last_offset": False}
    assert bagged(Call("embedding_bag", bag)).notation == "b d"
    flat = bag | {"input": of("n", INT64), "offsets": of("k", INT64)}
    assert bagged(Call("embedding_bag", flat)).notation == "k d"
    assert bagged(Call("embedding_bag", flat | {"include_last_offset": True})).notation == "k-1 d"
    exchanged = Call("embedding_bag", bag | {"input": bag["weight"], "weight": bag["input"]})
    assert bagged(exchanged).notation == "b d"
    assert bag_dtype(exchanged) == FLOAT32
    takes_bags(exchanged)
    with pytest.raises(Refused, match="takes offsets"):
        bagged(Call("embedding_bag", flat | {"offsets": None}))
    with pytest.raises(Refused):
        takes_bags(Call("embedding_bag", bag | {"input": of("b n")}))

"""Windows that slide over images."""

import pytest
import torch

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import FLOAT32
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.windows import (
    convolved,
    convolved_back,
    padded,
    pooled,
    pooled_to_size,
    resized,
    shuffled,
    unshuffled,
)
from tests.core.ops.judge import told


def of(text):
    return TensorFact(FLOAT32, CPU, Shape.of(*(int(d) if d.isdecimal() else d for d in text.split())))


PLAIN = {"stride": 1, "padding": 0, "dilation": 1, "groups": 1, "output_padding": 0}


def test_convolutions():
    image = {"input": of("b 3 h w"), "weight": of("8 3 3 3")}
    assert convolved(2)(Call("conv2d", image | PLAIN | {"padding": 1})).notation == "b 8 h w"
    assert convolved(2)(Call("conv2d", image | PLAIN | {"padding": "same"})).notation == "b 8 h w"
    assert convolved(2)(Call("conv2d", image | PLAIN | {"stride": UNKNOWN})).notation == "b 8 _ _"
    back = {"input": of("b 8 h w"), "weight": of("8 3 2 2")}
    assert convolved_back(2)(Call("conv_transpose2d", back | PLAIN | {"stride": 2})).notation == "b 3 2*h 2*w"


def test_pools():
    call = Call("pool", {"input": of("b c 8 9"), "kernel_size": 2, "ceil_mode": False, "output_size": (1, None)})
    assert pooled(2)(call).notation == "b c 4 4"
    assert pooled_to_size(2)(call).notation == "b c 1 9"
    assert pooled(2)(call.with_values({"ceil_mode": True})).notation == "b c 4 5"
    assert pooled(2)(call.with_values({"ceil_mode": UNKNOWN})).notation == "b c _ _"


def test_images():
    assert resized(Call("interpolate", {"input": of("b c h 4"), "scale_factor": 2})).notation == "b c 2*h 8"
    assert resized(Call("interpolate", {"input": of("b c h w"), "size": (5, 6)})).notation == "b c 5 6"
    assert padded(Call("pad", {"input": of("b w"), "pad": (1, 2)})).notation == "b w+3"
    assert padded(Call("pad", {"input": of("b w"), "pad": UNKNOWN})) == UNKNOWN_SHAPE
    assert shuffled(Call("f", {"input": of("b 8 h w"), "upscale_factor": 2})).notation == "b 2 2*h 2*w"
    assert unshuffled(Call("f", {"input": of("b 2 4 6"), "downscale_factor": 2})).notation == "b 8 2 3"
    for shuffle, parameter in ((shuffled, "upscale_factor"), (unshuffled, "downscale_factor")):
        assert shuffle(Call("f", {"input": of("b 9 2 2"), parameter: 0})) == UNKNOWN_SHAPE


MODES = ("nearest", "nearest-exact", "area", "linear", "bilinear", "bicubic", "trilinear")
TARGETS = ({"size": 4}, {"size": (4,)}, {"size": (4, 4)}, {"scale_factor": 2}, {"scale_factor": (2.0, 2.0)})


@pytest.mark.parametrize("mode", MODES)
def test_a_mode_is_for_some_numbers_of_dims(mode):
    for rank in range(1, 7):
        for target in TARGETS:
            image = torch.ones((2,) * rank)
            assert told("torch.nn.functional.interpolate", image, mode=mode, **target) in {"exact", "predicted"}


@pytest.mark.parametrize("name", ["pixel_shuffle", "pixel_unshuffle"])
def test_pixels_are_shuffled_in_whole_groups(name):
    for shape in ((1, 6, 4, 4), (1, 8, 4, 4), (4, 3, 4), (4, 6, 5)):
        assert told(f"torch.nn.functional.{name}", torch.ones(shape), 2) in {"exact", "predicted"}, shape


def test_a_mode_of_which_nothing_is_known_is_not_named():
    with pytest.raises(Refused, match='"interpolate" takes 3 dims or 4 dims or 5 dims, not shape'):
        resized(Call("interpolate", {"input": of("2 3"), "size": 4, "mode": UNKNOWN}))

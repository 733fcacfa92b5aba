"""Convolutions and poolings: torch's sizes, and true ones where not all is known."""

from itertools import starmap

import pytest
import torch
from hypothesis import assume, given
from hypothesis import strategies as st
from torch.nn import functional

from dtensortypes.core.algebra.window import Window, convolved, convolved_back, pooled, slid, slid_back
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.problems import Refused
from tests.strategies import dims, judge

few = st.integers(1, 3)
spatial = st.integers(1, 9)


def facts(*numbers):
    return [Dim.of(number) for number in numbers]


@given(spatial, few, few, st.integers(0, 2), few, st.booleans(), st.booleans(), st.data())
def test_max_pool_is_torchs(size, kernel, stride, padding, dilation, ceil_mode, batched, data):  # noqa: PLR0917
    window = Window(*facts(kernel, stride, padding, dilation))
    judge(
        lambda s: pooled(s, [window, Window(Dim.of(1))], ceil_mode=ceil_mode),
        lambda t: functional.max_pool2d(t, (kernel, 1), (stride, 1), (padding, 0), (dilation, 1), ceil_mode),
        [(2, 3, size, 2) if batched else (3, size, 2)],
        data,
    )


@given(dims(0, 6, few), st.data())
def test_the_rank_that_a_pooling_takes(shape, data):
    judge(lambda s: pooled(s, [Window(*facts(1))] * 2), lambda t: functional.max_pool2d(t, 1, 1), [shape], data)


@given(spatial, spatial, few, few, st.integers(0, 2), few, st.booleans(), st.data())
def test_a_convolution_is_torchs(height, width, kernel, stride, padding, dilation, batched, data):  # noqa: PLR0917
    judge(
        lambda s, w: convolved(
            s, w, strides=facts(stride, stride), padding=facts(padding, padding), dilations=facts(dilation, dilation)
        ),
        lambda t, w: functional.conv2d(t, w, None, stride, padding, dilation),
        [
            (2, 3, height, width) if batched else (3, height, width),
            (4, data.draw(st.sampled_from([3, 3, 2])), kernel, 1),
        ],
        data,
    )


@pytest.mark.filterwarnings("ignore:Using padding='same' with even kernel lengths:UserWarning")
@given(spatial, few, st.sampled_from(["same", "valid"]), st.sampled_from([1, 1, 2]), st.data())
def test_named_paddings_are_torchs(size, kernel, padding, stride, data):
    judge(
        lambda s, w: convolved(s, w, strides=facts(stride), padding=padding, dilations=facts(1)),
        lambda t, w: functional.conv1d(t, w, None, stride, padding),
        [(2, 3, size), (4, 3, kernel)],
        data,
    )


@given(spatial, few)
def test_without_channels_there_are_none(size, kernel):
    assume(kernel <= size)
    shapes = (2, 0, size), (4, 0, kernel)
    said = convolved(*starmap(Shape.of, shapes), strides=facts(1), padding=facts(0), dilations=facts(1))
    assert said == Shape.of(*functional.conv1d(*map(torch.zeros, shapes)).shape)


@given(few, few, few, st.data())
def test_groups_are_torchs(channels, per_group, groups, data):
    judge(
        lambda s, w: convolved(s, w, strides=facts(1), padding=facts(0), dilations=facts(1), groups=Dim.of(groups)),
        lambda t, w: functional.conv1d(t, w, groups=groups),
        [(2, channels, 5), (6, per_group, 1)],
        data,
    )


@given(spatial, few, few, st.integers(0, 1), st.integers(0, 1), few, st.data())
def test_a_transposed_convolution_is_torchs(size, kernel, stride, padding, output_padding, dilation, data):  # noqa: PLR0917
    assume(output_padding < max(stride, dilation))
    assume((size - 1) * stride - 2 * padding + dilation * (kernel - 1) + output_padding + 1 > 0)
    judge(
        lambda s, w: convolved_back(
            s,
            w,
            strides=facts(stride),
            padding=facts(padding),
            output_padding=facts(output_padding),
            dilations=facts(dilation),
            groups=Dim.of(2),
        ),
        lambda t, w: functional.conv_transpose1d(t, w, None, stride, padding, output_padding, 2, dilation),
        [(2, 4, size), (4, 3, kernel)],
        data,
    )


@pytest.mark.parametrize(
    ("size", "window", "result"),
    [
        ("h", (3, 1, 1), "h"),
        ("h", (3, 2, 1), "(h-1)//2+1"),
        ("2*h", (2, 2, 0), "h"),
        ("h", (1, 1, 0), "h"),
        ("h", ("k", 1, 0), "h-k+1"),
    ],
)
def test_named_sizes(size, window, result):
    assert slid(Dim.of(size) if size == "h" else Dim.of("h") * 2, Window(*facts(*window))).notation == result


def test_what_is_not_known_stays_so():
    assert slid(UNKNOWN, Window(Dim.of(3))) is UNKNOWN
    assert slid(Dim.of("h"), Window(UNKNOWN)) is UNKNOWN
    assert slid(Dim.of("h"), Window(*facts(2, 2)), ceil_mode=True) is UNKNOWN
    assert slid_back(Dim.of("h"), Window(*facts(2, 2)), UNKNOWN) is UNKNOWN
    assert pooled(parse_shape("..."), [Window(*facts(2, 2))]).notation == "... _ _"
    assert pooled(parse_shape("*batch c 2*h"), [Window(*facts(2, 2))]).notation == "*batch c h"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: slid(Dim.of(2), Window(Dim.of(3))), "a window of 3 is wider than the padded dim, 2"),
        (lambda: slid(Dim.of(2), Window(*facts(1, 0))), "a stride must be at least 1, not 0"),
        (lambda: pooled(parse_shape("c h"), [Window(*facts(2, 2, 2))]), "more than half"),
        (lambda: pooled(parse_shape("h"), [Window(*facts(2))]), r"must have 2 dims, .*, and has shape \(h,\)"),
    ],
)
def test_what_is_proved_wrong(call, words):
    with pytest.raises(Refused, match=words):
        call()


def test_channels_that_are_proved_wrong():
    with pytest.raises(Refused, match=r"takes 3 channels, and shape \(b, 4, n\) has 4"):
        convolved(parse_shape("b 4 n"), parse_shape("8 3 5"), strides=facts(1), padding=facts(2), dilations=facts(1))
    assert torch.nn.Conv1d(3, 8, 5).weight.shape == (8, 3, 5)

"""Words for shapes after convolutions, poolings and their kin; `count` is the number of dims of space."""

from __future__ import annotations

from typing import Final, Literal

from dtensortypes.core.algebra import window as algebra
from dtensortypes.core.algebra.axes import as_rank, chained, replaced, size_at, without_last
from dtensortypes.core.algebra.window import Window
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value
from dtensortypes.core.rules.arguments import as_int, as_shape, as_size, as_sizes
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.words import ShapeWord

_MODES: Final[tuple[Literal["same", "valid"], ...]] = ("same", "valid")


def convolved(count: int) -> ShapeWord:
    """`convNd`."""

    def word(call: Call) -> Shape:
        mode = next((mode for mode in _MODES if mode == call["padding"]), None)
        return algebra.convolved(
            call.tensor("input").shape,
            call.tensor("weight").shape,
            strides=as_sizes(call["stride"], count),
            padding=mode or as_sizes(call["padding"], count),
            dilations=as_sizes(call["dilation"], count),
            groups=as_size(call["groups"]),
        )

    return word


def convolved_back(count: int) -> ShapeWord:
    """`conv_transposeNd`."""

    def word(call: Call) -> Shape:
        return algebra.convolved_back(
            call.tensor("input").shape,
            call.tensor("weight").shape,
            strides=as_sizes(call["stride"], count),
            padding=as_sizes(call["padding"], count),
            output_padding=as_sizes(call["output_padding"], count),
            groups=as_size(call["groups"]),
            dilations=as_sizes(call["dilation"], count),
        )

    return word


def pooled(count: int) -> ShapeWord:
    """A window that slides over the last dims; its stride is its size, unless it is said."""

    def word(call: Call) -> Shape:
        kernels = as_sizes(call["kernel_size"], count)
        asked = call["stride"]
        strides = kernels if asked is None or asked == () else as_sizes(asked, count)
        paddings = as_sizes(_or(call["padding"], 0), count)
        dilations = as_sizes(_or(call["dilation"], 1), count)
        windows = list(map(Window, kernels, strides, paddings, dilations))
        ceil_mode = call["ceil_mode"]
        if not isinstance(ceil_mode, bool):
            return _of_unknown_sizes(call.first.shape, count)
        return algebra.pooled(call.first.shape, windows, ceil_mode=ceil_mode)

    return word


def pooled_to_size(count: int) -> ShapeWord:
    """`adaptive_…_poolNd`: to the sizes asked for; None keeps a dim."""

    def word(call: Call) -> Shape:
        asked = call["output_size"]
        sizes: tuple[Value, ...] = asked if isinstance(asked, tuple) else (asked,) * count
        if len(sizes) != count:
            return _of_unknown_sizes(call.first.shape, count)
        own = [size_at(call.first.shape, at - count) for at in range(count)]
        new = [kept if size is None else as_size(size) for size, kept in zip(sizes, own, strict=True)]
        return replaced(call.first.shape, {at - count: (size,) for at, size in enumerate(new)})

    return word


def _or(value: Value, otherwise: int) -> Value:
    return otherwise if value is None else value


def _of_unknown_sizes(shape: Shape, count: int) -> Shape:
    return replaced(shape, {at - count: (UNKNOWN,) for at in range(count)})


def resized(call: Call) -> Shape:
    """`interpolate`: all dims after batch and channels, to a size or by a factor."""
    shape = call.first.shape
    if shape.rank is None:
        return UNKNOWN_SHAPE
    count = shape.rank - 2
    if call["size"] is not None:
        new = as_sizes(call["size"], count)
    else:
        factors = call["scale_factor"]
        each = factors if isinstance(factors, tuple) else (factors,) * count
        new = tuple(_scaled(size, factor) for size, factor in zip(shape.left[2:], each, strict=False))
    return Shape(shape.left[:2] + new)


def _scaled(size: DimFact, factor: Value) -> DimFact:
    if not isinstance(size, Dim) or not isinstance(factor, int | float):
        return UNKNOWN
    if size.constant is not None:
        return Dim.of(int(size.constant * factor))
    return size * int(factor) if factor == int(factor) else UNKNOWN


def padded(call: Call) -> Shape:
    """`pad`: two numbers for each dim, the last dim first."""
    pads, shape = as_shape(call["pad"]).dims, call.first.shape
    if pads is None or len(pads) % 2:
        return UNKNOWN_SHAPE
    grown = {-1 - at: (_sum(size_at(shape, -1 - at), *pads[2 * at : 2 * at + 2]),) for at in range(len(pads) // 2)}
    return replaced(shape, grown)


def _sum(*sizes: DimFact) -> DimFact:
    total = Dim.of(0)
    for size in sizes:
        if not isinstance(size, Dim):
            return UNKNOWN
        total = total + size
    return total


def shuffled(call: Call) -> Shape:
    """`pixel_shuffle`: channels become pixels, `c*r*r h w` to `c h*r w*r`."""
    return _shuffle(call, "upscale_factor", up=True)


def unshuffled(call: Call) -> Shape:
    """`pixel_unshuffle`: pixels become channels."""
    return _shuffle(call, "downscale_factor", up=False)


def _shuffle(call: Call, parameter: str, *, up: bool) -> Shape:
    factor = as_int(call[parameter])
    rest = without_last(call.first.shape, 3)
    if not isinstance(factor, int) or rest is None:
        return UNKNOWN_SHAPE
    shape = call.first.shape
    channels, high, wide = as_rank(Shape((size_at(shape, -3), size_at(shape, -2), size_at(shape, -1))), 3, "the image")
    if not (isinstance(channels, Dim) and isinstance(high, Dim) and isinstance(wide, Dim)):
        return chained(rest, Shape((UNKNOWN,) * 3))
    if up:
        return chained(rest, Shape((channels // (factor * factor), high * factor, wide * factor)))
    return chained(rest, Shape((channels * factor * factor, high // factor, wide // factor)))

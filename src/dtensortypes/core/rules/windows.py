"""Words for shapes after convolutions, poolings and their kin; `count` is the number of dims of space."""

from __future__ import annotations

from typing import Final, Literal

from dtensortypes.core.algebra import window as algebra
from dtensortypes.core.algebra.axes import as_rank, chained, counted, replaced, size_at, without_last
from dtensortypes.core.algebra.broadcast import proved_different
from dtensortypes.core.algebra.reduce import numel, product
from dtensortypes.core.algebra.window import Window
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.arguments import as_int, as_shape, as_size, as_sizes
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.words import ShapeWord

_MODES: Final[tuple[Literal["same", "valid"], ...]] = ("same", "valid")


def convolved(count: int) -> ShapeWord:
    """`convNd`."""

    def word(call: Call) -> Shape:
        mode = next((mode for mode in _MODES if mode == call["padding"]), None)
        _check_bias(call, size_at(call.tensor("weight").shape, 0))
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
        per_group, groups = size_at(call.tensor("weight").shape, 1), as_size(call["groups"])
        _check_bias(call, product((per_group, groups)))
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


def _check_bias(call: Call, out: DimFact) -> None:
    """The bias has a number for each channel that comes out (`check_shape_forward` in Convolution.cpp)."""
    bias = call["bias"]
    if isinstance(bias, TensorFact) and (bias.shape.rank not in {None, 1} or proved_different(numel(bias.shape), out)):
        raise refuse(Kind.SHAPE, f'"{call.name}" to {out.notation} channels takes as many in bias, not {bias.shape}')


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
            raise refuse(Kind.SHAPE, f'"{call.name}" takes a size for each of {counted(count)}, not {len(sizes)}')
        algebra.check_space(call.first.shape, count)
        own = [size_at(call.first.shape, at - count) for at in range(count)]
        algebra.check_items(call.first.shape, own)
        new = [kept if size is None else as_size(size) for size, kept in zip(sizes, own, strict=True)]
        if any(isinstance(size, Dim) and (size.constant or 0) < 0 for size in new):
            raise refuse(Kind.SHAPE, f'"{call.name}" takes output_size >= 0, not {Shape(tuple(new))}')
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
    _refuse_other_space(call, shape, count)
    if call["size"] is not None:
        new = as_sizes(call["size"], count)
    else:
        factors = call["scale_factor"]
        each = factors if isinstance(factors, tuple) else (factors,) * count
        new = tuple(_scaled(size, factor) for size, factor in zip(shape.left[2:], each, strict=False))
    return Shape(shape.left[:2] + new)


def _refuse_other_space(call: Call, shape: Shape, count: int) -> None:
    """A mode is for some numbers of dims of space, and each of these has its size (torch/nn/functional.py)."""
    mode = call["mode"]
    counts = _SPACES.get(mode, _ANY_SPACE) if isinstance(mode, str) else _ANY_SPACE
    if count not in counts:
        ranks = " or ".join(counted(one + 2) for one in counts)
        by_mode = f' by mode "{mode}"' if isinstance(mode, str) else ""
        raise refuse(Kind.SHAPE, f'"{call.name}"{by_mode} takes {ranks}, not shape {shape}')
    for parameter in ("size", "scale_factor"):
        given = call[parameter]
        several = given.dims if isinstance(given, Shape) else given
        if isinstance(several, tuple) and len(several) != count:
            reason = (
                f'"{call.name}" of shape {shape} takes {parameter} for {counted(count)} of space, not {len(several)}'
            )
            raise refuse(Kind.SHAPE, reason)


_ANY_SPACE: Final = (1, 2, 3)
_SPACES: Final = {"linear": (1,), "bilinear": (2,), "bicubic": (2,), "trilinear": (3,)}


def _scaled(size: DimFact, factor: Value) -> DimFact:
    if not isinstance(size, Dim) or not isinstance(factor, int | float):
        return UNKNOWN
    if size.constant is not None:
        return Dim.of(int(size.constant * factor))
    return size * int(factor) if factor == int(factor) else UNKNOWN


def padded(call: Call) -> Shape:
    """`pad`: two numbers for each dim, the last dim first."""
    pads, shape = as_shape(call["pad"]).dims, call.first.shape
    if pads is None:
        return UNKNOWN_SHAPE
    if len(pads) % 2 or (shape.rank is not None and len(pads) > 2 * shape.rank):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes two numbers for each dim of {shape}, not {len(pads)}')
    _refuse_other_pads(call, shape, len(pads) // 2)
    for at, pad in enumerate(pads):
        _refuse_wide_pad(call, size_at(shape, -1 - at // 2), pad)
    grown = {-1 - at: (_sum(size_at(shape, -1 - at), *pads[2 * at : 2 * at + 2]),) for at in range(len(pads) // 2)}
    return replaced(shape, grown)


def _refuse_other_pads(call: Call, shape: Shape, count: int) -> None:
    """What is not padded by a number is an image, perhaps in a batch (`_pad_enum_symint` in PadNd.cpp)."""
    if call["mode"] in {"reflect", "replicate", "circular"} and shape.rank not in {None, count + 1, count + 2}:
        ranks = f"{count + 1} or {counted(count + 2)}"
        reason = f'"{call.name}" of {counted(count)} by mode "{call["mode"]}" takes {ranks}, not shape {shape}'
        raise refuse(Kind.SHAPE, reason)


def _refuse_wide_pad(call: Call, size: DimFact, pad: DimFact) -> None:
    """A reflection repeats what lies inside of the edge, and a circle goes round once."""
    most = {"reflect": -1, "circular": 0}.get(call["mode"]) if isinstance(call["mode"], str) else None
    if most is None or not isinstance(size, Dim) or not isinstance(pad, Dim):
        return
    if (room := (size + most - pad).constant) is not None and room < 0:
        raise refuse(
            Kind.SHAPE, f'"{call.name}" by mode "{call["mode"]}" pads a dim of {size} by {size + most} at most'
        )


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
    if not isinstance(factor, int) or factor < 1 or rest is None:
        return UNKNOWN_SHAPE
    shape = call.first.shape
    channels, high, wide = as_rank(Shape((size_at(shape, -3), size_at(shape, -2), size_at(shape, -1))), 3, "the image")
    for size, parts in ((channels, factor * factor),) if up else ((high, factor), (wide, factor)):
        if isinstance(size, Dim) and size.constant is not None and size.constant % parts:
            raise refuse(Kind.SHAPE, f'"{call.name}" by {factor} divides a dim into {parts}, not {size} of {shape}')
    if not (isinstance(channels, Dim) and isinstance(high, Dim) and isinstance(wide, Dim)):
        return chained(rest, Shape((UNKNOWN,) * 3))
    if up:
        return chained(rest, Shape((channels // (factor * factor), high * factor, wide * factor)))
    return chained(rest, Shape((channels * factor * factor, high // factor, wide // factor)))

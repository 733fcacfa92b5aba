"""Windows that slide over dims: the sizes after a convolution or a pooling (aten/src/ATen/native/Pool.h)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from dtensortypes.core.algebra.align import ends
from dtensortypes.core.algebra.axes import as_rank, chained, counted, size_at, without_last
from dtensortypes.core.algebra.bounds import ceiling
from dtensortypes.core.algebra.broadcast import ONE, proved_different
from dtensortypes.core.algebra.reduce import product
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.problems import Kind, refuse

_ZERO: Final = Dim.of(0)


class Window(NamedTuple):
    """A window along one dim."""

    kernel: DimFact
    stride: DimFact = ONE
    padding: DimFact = _ZERO
    dilation: DimFact = ONE

    @property
    def known(self) -> tuple[Dim, Dim, Dim, Dim] | None:
        """The four numbers, if all are known."""
        match self.kernel, self.stride, self.padding, self.dilation:
            case Dim() as kernel, Dim() as stride, Dim() as padding, Dim() as dilation:
                return kernel, stride, padding, dilation
            case _:
                return None


def slid(size: DimFact, window: Window, *, ceil_mode: bool = False) -> DimFact:
    """How many places a window takes along a dim; refused where it is wider than the padded dim."""
    if window.known is None or isinstance(size, Unknown):
        return UNKNOWN
    kernel, stride, padding, dilation = window.known
    _check_numbers(window)
    width = dilation * (kernel - 1) + 1
    room = size + padding * 2 - width
    places = (ceiling(room, stride) if ceil_mode else room // stride) + 1
    if places.constant is not None and places.constant < 1:
        raise refuse(
            Kind.SHAPE,
            f"a window of {width} is wider than the padded dim, {size + padding * 2}",
            "pad it, or choose a smaller window",
        )
    if not ceil_mode or (room % stride).constant == 0:
        return places
    if places.constant is None or size.constant is None or stride.constant is None or padding.constant is None:
        return UNKNOWN
    # The last window must start inside the dim or its left padding.
    starts_outside = (places.constant - 1) * stride.constant >= size.constant + padding.constant
    return places - 1 if starts_outside else places


def slid_back(size: DimFact, window: Window, output_padding: DimFact) -> DimFact:
    """The size after a transposed convolution."""
    if window.known is None or isinstance(size, Unknown) or isinstance(output_padding, Unknown):
        return UNKNOWN
    kernel, stride, padding, dilation = window.known
    return (size - 1) * stride - padding * 2 + dilation * (kernel - 1) + output_padding + 1


def _check_numbers(window: Window) -> None:
    numbers = (("stride", window.stride, 1), ("dilation", window.dilation, 1), ("padding", window.padding, 0))
    for name, size, least in numbers:
        if isinstance(size, Dim) and size.constant is not None and size.constant < least:
            raise refuse(Kind.SHAPE, f"a {name} must be at least {least}, not {size}")


def pooled(given: Shape, windows: Sequence[Window], *, ceil_mode: bool = False) -> Shape:
    """The shape after a pooling over the last dims; the dims before are channels, and perhaps a batch."""
    batch, (channels, *sizes) = _split(given, len(windows))
    check_items(given, (channels, *sizes))
    for window in windows:
        _check_padding(window)
    slides = tuple(slid(size, window, ceil_mode=ceil_mode) for size, window in zip(sizes, windows, strict=True))
    return chained(batch, Shape((channels, *slides)))


def convolved(
    given: Shape,
    weight: Shape,
    *,
    strides: Sequence[DimFact],
    padding: Sequence[DimFact] | Literal["same", "valid"],
    dilations: Sequence[DimFact],
    groups: DimFact = ONE,
) -> Shape:
    """The shape after a convolution with this weight, `out in/groups kernel…`, with no channels for none."""
    batch, (channels, *sizes) = _split(given, len(strides))
    out, per_group, *kernels = as_rank(weight, len(strides) + 2, "the weight")
    _check_groups(out, groups)
    _check_channels(given, channels, product((per_group, groups)))
    out = _ZERO if _ZERO in (channels, per_group) else out
    if padding == "same":
        if any(proved_different(stride, ONE) for stride in strides):
            raise refuse(Kind.SHAPE, 'padding="same" takes no stride')
        return chained(batch, Shape((out, *sizes)))
    paddings = (_ZERO,) * len(strides) if padding == "valid" else padding
    windows = map(Window, kernels, strides, paddings, dilations)
    return chained(batch, Shape((out, *map(slid, sizes, windows))))


def convolved_back(
    given: Shape,
    weight: Shape,
    *,
    strides: Sequence[DimFact],
    padding: Sequence[DimFact],
    output_padding: Sequence[DimFact],
    dilations: Sequence[DimFact],
    groups: DimFact = ONE,
) -> Shape:
    """The shape after a transposed convolution with this weight, `in out/groups kernel…`."""
    batch, (channels, *sizes) = _split(given, len(strides))
    own, per_group, *kernels = as_rank(weight, len(strides) + 2, "the weight")
    _check_groups(own, groups)
    _check_channels(given, channels, own)
    windows = list(map(Window, kernels, strides, padding, dilations))
    for window, more in zip(windows, output_padding, strict=True):
        _check_numbers(window)
        _check_output_padding(window, more)
    grown = map(slid_back, sizes, windows, output_padding)
    return chained(batch, Shape((product((per_group, groups)), *grown)))


def _split(given: Shape, count: int) -> tuple[Shape, tuple[DimFact, ...]]:
    """The batch dim, if there is one, and the dims of the channels and of the space."""
    check_space(given, count)
    return without_last(given, count + 1) or UNKNOWN_SHAPE, ends(given, 0, count + 1)


def check_space(given: Shape, count: int) -> None:
    """Refuse a shape without dims of channels and space, or with more than a batch dim besides."""
    if given.least_rank > count + 2 or (given.rank is not None and given.rank < count + 1):
        ranks = f"{counted(count + 1)}, channels and {count} of space, or {count + 2}, a batch of these"
        raise refuse(Kind.SHAPE, f"the input must have {ranks}, and has shape {given}")


def _check_output_padding(window: Window, more: DimFact) -> None:
    known = [size.constant for size in (more, window.stride, window.dilation) if isinstance(size, Dim)]
    if len(known) == 3 and None not in known and known[0] >= max(known[1:]):  # type: ignore[operator,type-var]
        raise refuse(Kind.SHAPE, f"an output_padding of {known[0]} is no smaller than the stride or the dilation")


def check_items(given: Shape, dims: Sequence[DimFact]) -> None:
    """Refuse what has nothing in it, if it is not the batch that is empty (`pool2d_shape_check` in Pool.h)."""
    if _ZERO in dims:
        raise refuse(Kind.SHAPE, f"a pooling takes no empty dims but the batch, and the input has shape {given}")


def _check_groups(dim: DimFact, groups: DimFact) -> None:
    """The first dim of the weight is divided among the groups."""
    if not isinstance(groups, Dim) or groups.constant is None:
        return
    if groups.constant < 1:
        raise refuse(Kind.SHAPE, f"groups must be at least 1, not {groups}")
    if isinstance(dim, Dim) and (dim % groups).constant:
        raise refuse(
            Kind.SHAPE, f"dim 0 of the weight is divided among the groups, and {dim} is no multiple of {groups}"
        )


def _check_channels(given: Shape, channels: DimFact, wanted: DimFact) -> None:
    if proved_different(channels, wanted):
        last = size_at(given, -1) == wanted
        advice = "bring the channels to the front with .movedim(-1, 1)" if last else ""
        reason = f"the weight takes {wanted.notation} channels, and shape {given} has {channels.notation}"
        raise refuse(Kind.SHAPE, reason, advice)


def _check_padding(window: Window) -> None:
    if window.known is None:
        return
    kernel, _, padding, _ = (number.constant for number in window.known)
    if kernel is not None and padding is not None and padding > kernel // 2:
        raise refuse(Kind.SHAPE, f"a padding of {padding} is more than half of the kernel size {kernel}")

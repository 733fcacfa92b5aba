"""Words for images cut into patches, put together, sampled anew, and pooled and unpooled by index."""

from __future__ import annotations

from dtensortypes.core.algebra.align import unlike
from dtensortypes.core.algebra.axes import as_rank, chained, replaced, size_at
from dtensortypes.core.algebra.bounds import longer
from dtensortypes.core.algebra.broadcast import proved_different
from dtensortypes.core.algebra.reduce import product
from dtensortypes.core.algebra.window import Window, check_space, slid, slid_back
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.dtype import INT64, DType, DTypeFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.arguments import as_shape, as_size, as_sizes
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.dtypes import must_match
from dtensortypes.core.rules.neural import takes_places
from dtensortypes.core.rules.words import ShapeWord

_ZERO = Dim.of(0)


def patched(call: Call) -> Shape:
    """`unfold`: a column of numbers for each place of a window, `b c*k l`."""
    shape = call.first.shape
    if shape.rank is None:
        return UNKNOWN_SHAPE
    if shape.rank not in {3, 4}:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes an image or a batch of them, not shape {shape}')
    windows = _windows(call)
    places = product(tuple(map(slid, shape.left[-2:], windows)))
    numbers = product((shape.left[-3], *(window.kernel for window in windows)))
    return chained(Shape(shape.left[:-3]), Shape((numbers, places)))


def unpatched(call: Call) -> Shape:
    """`fold`: the image that the columns are patches of."""
    shape, windows = call.first.shape, _windows(call)
    if shape.rank is None:
        return UNKNOWN_SHAPE
    if shape.rank not in {2, 3}:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes columns or a batch of them, not shape {shape}')
    sizes = as_sizes(call["output_size"], 2)
    numbers, places = shape.left[-2:]
    expected = product(tuple(map(slid, sizes, windows)))
    if proved_different(expected, places):
        raise refuse(Kind.SHAPE, f'"{call.name}" to {Shape(sizes)} takes {expected} columns, not shape {shape}')
    each = product([window.kernel for window in windows])
    channels: DimFact = UNKNOWN
    if isinstance(numbers, Dim) and isinstance(each, Dim) and each.constant != 0:
        if (numbers % each).constant:
            raise refuse(Kind.SHAPE, f'"{call.name}" takes columns of a multiple of {each} numbers, not shape {shape}')
        channels = numbers // each
    return chained(Shape(shape.left[:-2]), Shape((channels, *sizes)))


def _windows(call: Call) -> list[Window]:
    kernels, strides, paddings, dilations = (
        as_sizes(call[name], 2) for name in ("kernel_size", "stride", "padding", "dilation")
    )
    return list(map(Window, kernels, strides, paddings, dilations))


def unpooled(count: int) -> ShapeWord:
    """`max_unpoolNd`: the size that is asked for, else the one that a pooling would give this size of."""

    def word(call: Call) -> Shape:
        shape, asked = call.first.shape, call["output_size"]
        check_space(shape, count)
        _check_places(call, shape)
        kernels = as_sizes(call["kernel_size"], count)
        strides = kernels if call["stride"] is None else as_sizes(call["stride"], count)
        if asked is None:
            windows = map(Window, kernels, strides, as_sizes(call["padding"], count))
            sizes = tuple(slid_back(size_at(shape, at - count), one, _ZERO) for at, one in enumerate(windows))
        else:
            listed = as_shape(asked).dims
            sizes = (UNKNOWN,) * count if listed is None else listed[-count:]
        return replaced(shape, {at - count: (size,) for at, size in enumerate(sizes)})

    return word


def _check_places(call: Call, shape: Shape) -> None:
    """A place for each item, as the pooling gave it."""
    places = call.tensor("indices")
    if isinstance(places.dtype, DType) and places.dtype != INT64:
        reason = f'"{call.name}" takes indices of int64, not {places.dtype}'
        raise refuse(Kind.DTYPE, reason, "cast them with .long()")
    if unlike(places.shape, shape):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes indices of the shape {shape} of the input, not {places.shape}')


def pooled_to_ratio(count: int) -> ShapeWord:
    """`fractional_max_poolNd`: to a size, or to a part of the size."""

    def word(call: Call) -> Shape:
        shape, asked, ratio = call.first.shape, call["output_size"], call["output_ratio"]
        if asked is not None:
            sizes = as_sizes(asked, count)
        else:
            each = ratio if isinstance(ratio, tuple) else (ratio,) * count
            sizes = tuple(_part(size_at(shape, at - count), part) for at, part in enumerate(each))
        return replaced(shape, {at - count: (size,) for at, size in enumerate(sizes)})

    return word


def _part(size: DimFact, ratio: Value) -> DimFact:
    known = size.constant if isinstance(size, Dim) else None
    return Dim.of(int(known * ratio)) if known is not None and isinstance(ratio, float) else UNKNOWN


def padded_evenly(count: int) -> ShapeWord:
    """`nn.ZeroPadNd` and its kin: one number for all sides, or one for each, the last dim first."""

    def word(call: Call) -> Shape:
        shape = call.first.shape
        sides = as_sizes(call["padding"], 2 * count)
        grown: dict[int, tuple[DimFact]] = {}
        for back in range(count):
            size, pair = size_at(shape, -1 - back), sides[2 * back : 2 * back + 2]
            known = [one for one in (size, *pair) if isinstance(one, Dim)]
            grown[-1 - back] = (sum(known, start=_ZERO) if len(known) == 3 else UNKNOWN,)
        return replaced(shape, grown)

    return word


def grid_of(call: Call) -> Shape:
    """`affine_grid`: for each place of the images its coordinates."""
    theta, size = call.first.shape, as_shape(call["size"])
    _, rows, columns = as_rank(theta, 3, "theta")
    if size.rank is None:
        return UNKNOWN_SHAPE
    count = size.rank - 2
    for found, wanted in ((rows, count), (columns, count + 1)):
        if proved_different(found, Dim.of(wanted)):
            raise refuse(Kind.SHAPE, f'"{call.name}" to {size} takes a theta of {count} by {count + 1}, not {theta}')
    return Shape((size.left[0], *size.left[2:], Dim.of(count)))


def sampled(call: Call) -> Shape:
    """`grid_sample`: the channels of the images, at the places of the grid."""
    images, grid = call.tensor("input").shape, call.tensor("grid").shape
    if images.rank is None or grid.rank is None:
        return UNKNOWN_SHAPE
    if images.rank != grid.rank or images.rank not in {4, 5}:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes 4 or 5 dims of both, not shapes {images} and {grid}')
    if proved_different(images.left[0], grid.left[0]) or proved_different(grid.left[-1], Dim.of(images.rank - 2)):
        raise refuse(Kind.SHAPE, f'"{call.name}" of images of shape {images} takes no grid of shape {grid}')
    return Shape((*images.left[:2], *grid.left[1:-1]))


def convolved_in_time(call: Call) -> Shape:
    """`conv_tbc`: `t b in` and `k in out` give `t b out`."""
    times, batch, channels = as_rank(call.tensor("input").shape, 3, "the input")
    kernel, own, out = as_rank(call.tensor("weight").shape, 3, "the weight")
    if proved_different(channels, own):
        raise refuse(Kind.SHAPE, f"the weight takes {own} channels, and the input has {channels}")
    return Shape((slid(times, Window(kernel, padding=as_size(call["pad"]))), batch, out))


def bagged(call: Call) -> Shape:
    """`embedding_bag`: a row for each bag, which is a row of indices, or begins at an offset."""
    call = _in_order(call)
    places, offsets = call.tensor("input").shape, call["offsets"]
    if places.rank not in {None, 1, 2}:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes 1 or 2 dims of indices, not shape {places}')
    if places.rank == 1 and offsets is None:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes offsets where the indices have one dim, as in shape {places}')
    columns = size_at(call.tensor("weight").shape, -1)
    if places.rank == 2:
        return Shape((places.left[0], columns))
    last = call["include_last_offset"]
    bags = size_at(call.tensor("offsets").shape, 0) if offsets is not None and places.rank == 1 else UNKNOWN
    if not isinstance(last, bool):
        return Shape((UNKNOWN, columns))
    return Shape((longer(bags, -1 if last else 0), columns))


def bag_dtype(call: Call) -> DTypeFact:
    """`embedding_bag`: the dtype of the weight, which weights of samples have too."""
    return must_match(_in_order(call).about("weight", "per_sample_weights"))


def takes_bags(call: Call) -> None:
    """The indices are int64 or int32."""
    takes_places(_in_order(call))


def _in_order(call: Call) -> Call:
    """The indices first: torch warns of the older order, weight first, and exchanges both (torch/nn/functional.py)."""
    first, second = call["input"], call["weight"]
    if not isinstance(first, TensorFact) or not isinstance(second, TensorFact):
        return call
    older = second.dtype == INT64 and isinstance(first.dtype, DType) and first.dtype.is_float
    return call.with_values({"input": second, "weight": first}) if older else call

"""Words for tensors made from Python's data: its dtype, its shape, its device."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from math import ceil, floor, isfinite
from typing import Final

from dtensortypes.core.algebra.axes import chained, replaced, size_at
from dtensortypes.core.algebra.bounds import ceiling
from dtensortypes.core.algebra.promote import dtype_of_number, promote_types
from dtensortypes.core.facts.device import CPU, META, DeviceFact
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.dtype import INT64, Category, DType, DTypeFact
from dtensortypes.core.facts.shape import SCALAR, Shape
from dtensortypes.core.facts.tensor import ArrayFact, ArrayItem, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Number, Value
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.arguments import as_dims, as_int, as_shape, as_size
from dtensortypes.core.rules.call import Call, leaves
from dtensortypes.core.rules.promotion import category_of
from dtensortypes.core.rules.words import DeviceWord, DTypeWord, ShapeWord

_MOST_CATEGORIES: Final = 2**24
"""As many integers as float32 counts."""

# --- dtype


def _promoted(dtypes: Sequence[DType]) -> DType:
    return reduce(promote_types, dtypes)


def dtype_of(parameter: str, together: Callable[[Sequence[DType]], DTypeFact] = _promoted) -> DTypeWord:
    """The dtype that the data have by themselves: a tensor's, an array's, or that of a Python number.

    `together` gives the dtype of a list's items from theirs.
    """

    def word(call: Call) -> DTypeFact:
        given = call[parameter]
        if isinstance(given, Shape):  # one of no dims is an empty list
            return INT64 if given.least_rank else call.state.default_dtype if given == SCALAR else UNKNOWN
        data = _items(given)
        if not data:
            return call.state.default_dtype
        dtypes = [_dtype_of_item(item, call.state.default_dtype) for item in data]
        known = [dtype for dtype in dtypes if isinstance(dtype, DType)]
        if len(set(dtypes)) == 1:
            return dtypes[0]
        return together(known) if len(known) == len(dtypes) else UNKNOWN

    return word


def _items(data: Value) -> list[Value]:
    """What lies in the lists, however deep; an empty one is as a float (`infer_scalar_type` in tensor_new.cpp)."""
    if isinstance(data, tuple):
        return [item for one in data for item in _items(one)] if data else [Number(Category.FLOAT)]
    return leaves(data)


def _dtype_of_item(item: Value, default: DTypeFact) -> DTypeFact:
    match item:
        case TensorFact(dtype=dtype):
            return dtype
        case ArrayFact(dtype=None):
            raise refuse(Kind.DTYPE, "an array of strings or objects cannot become a tensor")
        case ArrayFact(dtype=dtype):
            return dtype or UNKNOWN
    category = category_of(item)
    if category is None:
        return UNKNOWN
    if isinstance(default, DType):
        return dtype_of_number(category, default)
    if category < Category.FLOAT:
        return dtype_of_number(category)
    return default if category is Category.FLOAT else UNKNOWN


def of_number(parameter: str) -> DTypeWord:
    """The dtype that a number has by itself; an item of an array is one of Python's numbers there."""
    otherwise = dtype_of(parameter)

    def word(call: Call) -> DTypeFact | TensorFact:
        number = call[parameter]
        category = category_of(number) if isinstance(number, ArrayItem) else None
        return otherwise(call) if category is None else _dtype_of_item(Number(category), call.state.default_dtype)

    return word


def dtype_of_tensor(parameter: str, otherwise: DTypeWord) -> DTypeWord:
    """The dtype of a tensor, which `torch.Tensor(x)` is again; of other data, however they are typed, the other word's.

    `torch.Tensor([1, 2])` is float32.
    """

    def word(call: Call) -> DTypeFact | TensorFact:
        data = call[parameter]
        if isinstance(data, TensorFact):
            return data.dtype
        return UNKNOWN if data is UNKNOWN else otherwise(call)

    return word


def of_range(call: Call) -> DTypeFact:
    """`arange`: int64, unless one of its numbers is a float."""
    categories = [category_of(call[name]) for name in ("start", "end", "step") if call[name] is not None]
    if any(category is Category.FLOAT for category in categories):
        return call.state.default_dtype
    return INT64 if all(category is not None for category in categories) else UNKNOWN


def of_ends(call: Call) -> DTypeFact:
    """`linspace`: torch's default dtype, complex if one of the ends is."""
    categories = [category_of(call[name]) for name in ("start", "end")]
    default = call.state.default_dtype
    if Category.COMPLEX in categories:
        return dtype_of_number(Category.COMPLEX, default) if isinstance(default, DType) else UNKNOWN
    return default if all(category is not None for category in categories) else UNKNOWN


# --- shape


def by_sizes(parameter: str) -> ShapeWord:
    """`torch.Tensor(2, 3)`: the sizes one by one; none at all where none are given."""
    return lambda call: as_shape(call[parameter] or 0)


def square(call: Call) -> Shape:
    """`eye`: as many columns as rows, unless they are said."""
    rows = as_size(call["n"])
    return Shape((rows, rows if call["m"] is None else as_size(call["m"])))


def squared(size: str) -> ShapeWord:
    """As many columns, and rows, as an argument says."""
    return lambda call: Shape((as_size(call[size]),) * 2)


def ranged(call: Call) -> Shape:
    """`arange`: as many numbers as there are steps."""
    start, end, step = (call[name] for name in ("start", "end", "step"))
    return Shape((_steps(0 if start is None else start, end, step),))


def ranged_or_empty(call: Call) -> Shape:
    """Numpy's `arange`: no number where the steps lead away from the end, which torch refuses."""
    start, end, step = (call[name] for name in ("start", "end", "step"))
    match 0 if start is None else start, end, step:
        case int() | float() as first, int() | float() as last, int() | float() as by if by and (last - first) / by < 0:
            return Shape.of(0)
    return ranged(call)


def ranged_to_the_end(call: Call) -> Shape:
    """`range`: as arange, and the end is one of the numbers."""
    match call["start"], call["end"], call["step"]:
        case int() | float() as start, int() | float() as end, int() | float() as step:
            if not (isfinite(start) and isfinite(end)) or not step or (end - start) / step < 0:
                raise refuse(Kind.SHAPE, f"range cannot step by {step} from {start} to {end}")
            return Shape.of(floor((end - start) / step) + 1)
    return Shape((UNKNOWN,))


def powers(call: Call) -> Shape:
    """`vander`: a row of `N` powers for each number, as many as there are numbers unless it is said."""
    shape, count = call.first.shape, call["N"]
    rows = Shape.of(1) if shape.rank == 0 else shape
    return chained(rows, Shape((size_at(rows, -1) if count is None else as_size(count),)))


def counted_items(parameter: str) -> ShapeWord:
    """As many items as asked for; -1 is as many as there are."""
    return lambda call: Shape((UNKNOWN if call[parameter] == -1 else as_size(call[parameter]),))


def _steps(start: Value, end: Value, step: Value) -> DimFact:
    match start, end, step:
        case int() | float(), int() | float(), int() | float():
            if not (isfinite(start) and isfinite(end)) or not step or (end - start) / step < 0:
                raise refuse(Kind.SHAPE, f"arange cannot step by {step} from {start} to {end}")
            return Dim.of(ceil((end - start) / step))
        case 0, Dim(), int() if step > 0:
            return ceiling(end, step)
        case int() | Dim(), Dim(), 1:
            return end - start if isinstance(start, int) or end.names & start.names else UNKNOWN
    return UNKNOWN


def drawn(call: Call) -> Shape:
    """`multinomial`: so many draws from each row; of each item once, unless it is put back (Distributions.cpp)."""
    count, size = as_int(call["num_samples"]), size_at(call.first.shape, -1)
    most = size.constant if isinstance(size, Dim) else None
    if most is not None and most > _MOST_CATEGORIES:
        raise refuse(Kind.SHAPE, f'"{call.name}" draws from at most {_MOST_CATEGORIES} items, not {most}')
    if isinstance(count, int) and most is not None and count > most and call["replacement"] is False:
        raise refuse(Kind.SHAPE, f'"{call.name}" draws at most {most} of {most} items, not {count}', "use replacement")
    return replaced(call.first.shape, {-1: (as_size(call["num_samples"]),)})


def an_order(call: Call) -> None:
    """`empty_permuted`: every dim once, counted from the left."""
    sizes, order = as_shape(call["size"]), as_dims(call["physical_layout"])
    if sizes.rank is not None and isinstance(order, tuple) and sorted(order) != list(range(sizes.rank)):
        raise refuse(Kind.SHAPE, f'"{call.name}" of {sizes} takes each of its dims once, not {order}')


# --- device


def device_of(parameter: str, otherwise: DeviceWord) -> DeviceWord:
    """The device of the data where they are a tensor, as data of which nothing is known may be."""

    def word(call: Call) -> object:
        data = call[parameter]
        if isinstance(data, TensorFact):
            return data.device
        return UNKNOWN if data is UNKNOWN else otherwise(call)

    return word  # type: ignore[return-value]


def on_the_cpu(call: Call) -> DeviceFact:
    """Where `torch.Tensor` puts its numbers, whatever the default device is; it can be told otherwise for good."""
    return UNKNOWN if call.state.default_device is UNKNOWN else CPU


def unless_meta(word: DeviceWord) -> DeviceWord:
    """The word's device, but `meta` where an end is a tensor on it; torch looks at no other device of the ends."""
    return lambda call: META if META in {tensor.device for tensor in call.tensors} else word(call)

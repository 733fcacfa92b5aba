"""Words for the shapes of Python's lists, in which numbers, arrays and tensors lie."""

from __future__ import annotations

from functools import reduce

from dtensortypes.core.algebra.align import meet
from dtensortypes.core.algebra.axes import chained
from dtensortypes.core.algebra.reduce import is_not_one
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.shape import SCALAR, UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Value
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.arguments import as_shape
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.kinds import is_int
from dtensortypes.core.rules.promotion import category_of
from dtensortypes.core.rules.words import ShapeWord


def shape_of(parameter: str) -> ShapeWord:
    """The shape that the data have by themselves: nested lists are dims, and so are those of what lies in them."""
    return lambda call: _nested(call[parameter])


def shape_of_numbers(parameter: str) -> ShapeWord:
    """As torch reads lists: a tensor in them is a number (`compute_sizes` in torch/csrc/utils/tensor_new.cpp)."""
    return lambda call: _of_numbers(call, call[parameter])


def of_data_or_size(parameter: str) -> ShapeWord:
    """`torch.Tensor(x)`: an int or a `torch.Size` says how many numbers to make room for, all else is data."""

    def word(call: Call) -> Shape:
        data = call[parameter]
        return as_shape(data) if isinstance(data, Shape) or is_int(data) else _of_numbers(call, data)

    return word


def _nested(data: Value, *, in_list: bool = False) -> Shape:
    """The shape of the data; `in_list` says that it lies in a list which torch reads, where a tensor is a number.

    A list of anything may be one number: torch's annotations say so of what `tolist` gives, whatever the rank.
    """
    match data:
        case TensorFact(shape=shape):
            return SCALAR if in_list else shape
        case ArrayFact(shape=shape):
            return shape
        case tuple():
            inner = [_nested(item, in_list=in_list) for item in _telling(data, in_list=in_list)]
            return chained(Shape.of(len(data)), reduce(meet, inner) if inner else SCALAR)
        case Items(item=item) if item is not UNKNOWN or not data.is_list:
            return chained(Shape((UNKNOWN,)), _nested(item, in_list=in_list))
        case Shape(dims=dims):
            return Shape((UNKNOWN if dims is None else Dim.of(len(dims)),))
    return SCALAR if category_of(data) is not None else UNKNOWN_SHAPE


def _telling(items: tuple[Value, ...], *, in_list: bool) -> tuple[Value, ...]:
    """Those that tell of the dims: the first ends them if it is empty, and a tensor after a list is as good as one."""
    if not in_list or not items or isinstance(items[0], TensorFact):
        return items
    return tuple(item for item in items if not isinstance(item, TensorFact)) if items[0] != () else items[:1]


def _of_numbers(call: Call, data: Value) -> Shape:
    if isinstance(data, tuple):
        _refuse_uneven(call, data)
    return _nested(data, in_list=isinstance(data, tuple | Items))


def _refuse_uneven(call: Call, items: tuple[Value, ...]) -> None:
    """Lists side by side are of one length, that of the first; tensors beside numbers have one item."""
    first = items[0] if items else None
    for item in items:
        if isinstance(first, TensorFact) and isinstance(item, TensorFact):
            _refuse_many(call, item)
        elif isinstance(first, tuple) and isinstance(item, tuple):
            if first and len(item) != len(first):
                reason = f'"{call.name}" takes lists of one length, not of {len(first)} and {len(item)}'
                raise refuse(Kind.SHAPE, reason, "pad them")
            _refuse_uneven(call, item)


def _refuse_many(call: Call, tensor: TensorFact) -> None:
    if is_not_one(tensor.shape):
        reason = f'"{call.name}" takes tensors of one item in a list, and this one has shape {tensor.shape}'
        raise refuse(Kind.SHAPE, reason, "use torch.stack")

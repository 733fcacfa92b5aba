"""Items of numpy arrays, `x.mean()`, of which numpy's annotations say nothing: the array's dtype says what they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.operators import op_methods, reverse_op_methods
from mypy.types import AnyType, Instance, ProperType, Type, TypeOfAny, UnionType

from dtensortypes.core import ops
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.dtype import DType
from dtensortypes.core.facts.shape import SCALAR
from dtensortypes.core.facts.tensor import ArrayFact, ArrayItem, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Number, Value
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.types.arrays import item_fact
from dtensortypes.mypy_plugin.types.facts_of import is_a


def item_of(whole: Value, method: str, given: Sequence[Value]) -> Value:
    """The item that a method of an array gives, or the number that one of a tensor gives; UNKNOWN of anything else.

    Where nobody asks for more, mypy keeps to what torch's annotations say of a tensor's item: any number.
    """
    owner = names.NDARRAY if isinstance(whole, ArrayFact) else names.TENSOR
    name = names.public(f"{owner}.{method}")
    if not isinstance(whole, ArrayFact | TensorFact) or name not in ops.names():
        return UNKNOWN
    outcome = ops.infer(name, (whole, *given), {})
    return outcome.result if outcome is not None and isinstance(outcome.result, ArrayItem | Number) else UNKNOWN


def items_or_rows(array: Value) -> list[Value]:
    """What `array[0]` may be, of which numpy's annotations say nothing where the array may have any number of axes."""
    if not isinstance(array, ArrayFact) or isinstance(array, ArrayItem) or not isinstance(array.dtype, DType):
        return []
    return [ArrayFact(array.dtype), ArrayItem(array.dtype, SCALAR)]


_ARRAY: Final = TypeOfAny.suggestion_engine
"""How an array is told from what may be anything else: mypy itself knows this kind of `Any` while it suggests types."""


def or_array(number: Type) -> Type:
    """The number, or an array of such: to mypy it may be anything, as it would refuse of an array what it lets pass."""
    return UnionType([number, AnyType(_ARRAY)])


def number_or_array(members: Sequence[ProperType]) -> list[Value]:
    """What `np.float32(x)` may be where x may be an array, as `or_array` says."""
    match members:
        case [Instance() as number, AnyType() as other] if _is_array(other) and is_a(number, names.NUMPY_NUMBER):
            item = item_fact(number)
            return [ArrayFact(item.dtype), item] if item is not None else []
    return []


def _is_array(type_: AnyType) -> bool:
    """Whether it is that array, or what mypy takes an operation with it to give."""
    return _ARRAY in {type_.type_of_any, type_.source_any.type_of_any if type_.source_any else None}


def shape_of_array(array: ArrayFact) -> Value:
    """What `array.shape` is; UNKNOWN where not so much as the number of the axes is known."""
    sizes = array.shape.dims
    return UNKNOWN if sizes is None else tuple(map(_number, sizes))


def _number(size: DimFact) -> Value:
    return size.constant if isinstance(size, Dim) and size.constant is not None else size


def with_array(op: str, item: ArrayItem, other: Value) -> Value:
    """What an operator makes of an item on its left and an array, which numpy asks."""
    name = f"{names.NDARRAY}.{reverse_op_methods.get(op_methods[op])}"
    if not isinstance(other, ArrayFact) or name not in ops.names():
        return UNKNOWN
    outcome = ops.infer(name, (other, item), {})
    return UNKNOWN if outcome is None else outcome.result

"""How what the table says of a call agrees with what torch gave."""

from __future__ import annotations

from dataclasses import dataclass
from types import EllipsisType

from dtensortypes.core.facts.choice import OneOf
from dtensortypes.core.facts.device import Device
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import Category, DType
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Number, Packed, Value

_CATEGORIES = {bool: Category.BOOL, int: Category.INTEGER, float: Category.FLOAT, complex: Category.COMPLEX}


@dataclass(frozen=True, slots=True)
class Agreement:
    """Which parts of a result the table did not tell, and which it told wrong; exact if there are none of either."""

    untold: frozenset[str] = frozenset()
    wrong: frozenset[str] = frozenset()

    def __add__(self, other: Agreement) -> Agreement:
        return Agreement(self.untold | other.untold, self.wrong | other.wrong)


EXACT = Agreement()


def agreement(told: Value, given: Value) -> Agreement:
    """How the two agree; where torch gave what facts cannot say, nothing was told."""
    match told, given:
        case _ if told is UNKNOWN or given is UNKNOWN:
            return _untold("result")
        case TensorFact(), TensorFact():
            return (
                _part("dtype", told.dtype, given.dtype)
                + _part("device", told.device, given.device)
                + _of_shape(told.shape, given.shape)
            )
        case ArrayFact(), ArrayFact():
            dtype = EXACT if told.dtype is None else _part("dtype", told.dtype, given.dtype or UNKNOWN)
            return dtype + _of_shape(told.shape, given.shape)
        case tuple(), tuple() if len(told) == len(given):
            return sum(map(agreement, told, given), EXACT)
        case Items(item=item), tuple():
            return sum((agreement(item, one) for one in given), _untold("length"))
        case Packed(data=data), Packed():
            return agreement(data, given.data)
        case Shape(), Shape():
            return _of_shape(told, given)
        case (Shape(), tuple()) | (tuple(), Shape()):
            return _of_shape(_as_shape(told), _as_shape(given))
        case (Dim(), int() | Dim()) | (int(), Dim()) if not isinstance(told, bool) and not isinstance(given, bool):
            return _of_shape(_as_shape((told,)), _as_shape((given,)))
        case (DType() | OneOf(), DType()) | (Device() | OneOf(), Device()):
            return _part("result", told, given)
        case Number(category=category), bool() | int() | float() | complex():
            return EXACT if _CATEGORIES[type(given)] is category else _wrong("result")
        case EllipsisType(), EllipsisType():
            return EXACT
    return EXACT if type(told) is type(given) and told == given else _wrong("result")


def _untold(part: str) -> Agreement:
    return Agreement(untold=frozenset({part}))


def _wrong(part: str) -> Agreement:
    return Agreement(wrong=frozenset({part}))


def _part(part: str, told: Value, given: Value) -> Agreement:
    match told, given:
        case OneOf(members=members), DType() | Device():
            return _untold(part) if given in members else _wrong(part)
        case Device(), Device() if None in {told.index, given.index}:
            return EXACT if told.type == given.type else _wrong(part)
        case (DType(), DType()) | (Device(), Device()):
            return EXACT if told == given else _wrong(part)
    return _untold(part)


def _of_shape(told: Shape, given: Shape) -> Agreement:
    dims = given.dims
    if dims is None:
        return _untold("shape")
    if len(dims) < told.least_rank or (told.run is None and len(dims) > told.least_rank):
        return _wrong("shape")
    after = len(dims) - len(told.right)
    pairs = [*zip(told.left, dims, strict=False), *zip(told.right, dims[after:], strict=False)]
    if any(isinstance(one, Dim) and isinstance(dim, Dim) and one != dim and _is_number(one, dim) for one, dim in pairs):
        return _wrong("shape")
    is_told = told.run is None and all(one == dim and one is not UNKNOWN for one, dim in pairs)
    return EXACT if is_told else _untold("shape")


def _is_number(*dims: Dim) -> bool:
    return all(dim.constant is not None for dim in dims)


def _as_shape(value: Value) -> Shape:
    if isinstance(value, Shape):
        return value
    sizes = value if isinstance(value, tuple) else ()
    return Shape(tuple(Dim.of(s) if isinstance(s, int) else s if isinstance(s, Dim) else UNKNOWN for s in sizes))

"""The kinds of value that a signature's annotations name, and whether a value is of a kind."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import Device
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import Category, DType
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import ArrayFact, ArrayItem, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Distribution, Items, LayerFact, Number, Slice, Value


def fits(value: Value, kinds: tuple[str, ...]) -> bool | None:
    """Whether the value is of one of the kinds; None where that is not known."""
    if not kinds:
        return True
    if value is UNKNOWN:
        return None
    certain = True
    for kind in kinds:
        verdict = KINDS[kind](value)
        if verdict:
            return True
        certain = certain and verdict is False
    return False if certain else None


def is_tensor(value: Value) -> bool:
    return isinstance(value, TensorFact)


def is_dtype(value: Value) -> bool | None:
    match value:
        case DType():
            return True
        case OneOf(members=members):
            return _are_dtypes(members)
        case Var(bound=None):
            return None
        case Var(bound=bound):
            return is_dtype(bound)
    return False


@lru_cache(256)
def _are_dtypes(members: frozenset[object]) -> bool:
    """Whether each of them is one: a call is tried for every member, and asks of all of them each time."""
    return all(isinstance(member, DType) for member in members)


def is_device(value: Value) -> bool | None:
    """A device, or what torch takes for one: its name, or an accelerator's index."""
    match value:
        case Device() | str():
            return True
        case OneOf() | Var(bound=None):
            return None if isinstance(value, Var) else not is_dtype(value)
        case Var(bound=bound):
            return is_device(bound)
    return is_int(value)


def is_int(value: Value) -> bool:
    if isinstance(value, Number):
        return value.category is Category.INTEGER
    return isinstance(value, int | Dim) and not isinstance(value, bool)


def is_bool(value: Value) -> bool:
    return isinstance(value, bool) or (isinstance(value, Number) and value.category is Category.BOOL)


def is_number(value: Value) -> bool:
    is_numpys = isinstance(value, ArrayItem) and isinstance(value.dtype, DType)
    return is_numpys or isinstance(value, int | float | complex | Number | Dim)


def _all(items: Value, test: Callable[[Value], bool]) -> bool | None:
    match items:
        case tuple():
            if any(item is UNKNOWN for item in items):
                return None if all(item is UNKNOWN or test(item) for item in items) else False
            return all(map(test, items))
        case Items(item=item):
            return None if item is UNKNOWN else test(item)
    return False


def is_ints(value: Value) -> bool | None:
    """A sequence of ints, such as a `torch.Size`."""
    return isinstance(value, Shape) or _all(value, is_int)


def is_tensors(value: Value) -> bool | None:
    return _all(value, is_tensor)


KINDS: Final[dict[str, Callable[[Value], bool | None]]] = {
    "Tensor": is_tensor,
    "Tensors": is_tensors,
    "Array": lambda value: isinstance(value, ArrayFact),
    "Layer": lambda value: isinstance(value, LayerFact),
    "Distribution": lambda value: isinstance(value, Distribution),
    "number": is_number,
    "int": is_int,
    "ints": is_ints,
    "bool": is_bool,
    "True": lambda value: True if value is True else (None if is_bool(value) and value is not False else False),
    "False": lambda value: True if value is False else (None if is_bool(value) and value is not True else False),
    "str": lambda value: isinstance(value, str),
    "dtype": is_dtype,
    "device": is_device,
    "slice": lambda value: isinstance(value, Slice),
    "None": lambda value: value is None,
}

"""Calls as keys, so that a call which a program makes again is answered from memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import TypeAlias, TypeVar

from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import Device
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import DType
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import Unknown
from dtensortypes.core.facts.value import Items, LayerFact, Number, Slice, Value
from dtensortypes.core.rules.state import PLAIN, State

Key: TypeAlias = tuple[object, ...]

Object = TypeVar("Object")
Answer = TypeVar("Answer")

_MOST = 4096


def once_per_object(function: Callable[[Object], Answer]) -> Callable[[Object], Answer]:
    """The function, asked once for each object that it is given, which an equal one is not, while few are known."""
    kept: dict[int, tuple[Object, Answer]] = {}

    @wraps(function)
    def remembered(asked: Object) -> Answer:
        found = kept.get(id(asked))
        if found is not None:  # it is kept, so no other one has its identity
            return found[1]
        answer = function(asked)
        if len(kept) >= _MOST:
            kept.clear()
        kept[id(asked)] = (asked, answer)
        return answer

    return remembered


_UNLIKE_ALL_OTHERS = frozenset({DType, Device, Dim, Shape, Number, Unknown, str, type(None), type(...)})
_NUMBERS = frozenset({bool, int, float, complex})


def key_of(name: str, args: Sequence[Value], kwargs: Mapping[str, Value], state: State) -> Key | None:
    """The key that only this call has; None for one that is not worth remembering.

    Values that are equal and not the same have different keys: `1` and `True`, `Float` and the choice of its members.
    """
    parts: list[object] = [name, len(args)]
    if state is not PLAIN:
        if isinstance(state.default_dtype, OneOf | Var) or isinstance(state.default_device, OneOf | Var):
            return None
        parts.append(state)
    for value in args:
        if not _added(value, parts):
            return None
    for word, value in kwargs.items():
        parts.append(word)
        if not _added(value, parts):
            return None
    return tuple(parts)


def _added(value: Value, parts: list[object]) -> bool:
    """Add what tells the value from all others; False where it cannot be told."""
    kind: object = type(value)
    if isinstance(value, TensorFact):
        dtype, device, shape = value.dtype, value.device, value.shape
        if type(dtype) is DType and type(device) is Device and shape.run is None:
            # Most tensors: told by what has its hash at hand.
            parts += (TensorFact, dtype.name, device.type, device.index, len(shape.left))
            parts += [dim.terms if isinstance(dim, Dim) else None for dim in shape.left]
            return True
        parts.append(value)
        return _told(value.dtype, parts) and _told(value.device, parts)
    if kind in _UNLIKE_ALL_OTHERS:
        parts.append(value)
        return True
    parts.append(kind)
    if kind in _NUMBERS:
        parts.append(value)
        return True
    if isinstance(value, tuple):
        parts.append(len(value))
        return all(_added(item, parts) for item in value)
    if isinstance(value, OneOf | Var):
        parts.append(value)
        return _told(value, parts)
    if isinstance(value, Slice):
        return _added((value.start, value.stop, value.step), parts)
    if isinstance(value, LayerFact):
        parts.append(_of_layer(value))
        return parts[-1] is not None
    return isinstance(value, Items) and _added((value.is_list, value.item), parts)


@once_per_object
def _of_layer(layer: LayerFact) -> Key | None:
    parts: list[object] = [layer.name, layer.dtype, layer.device]
    is_told = _told(layer.dtype, parts) and _told(layer.device, parts) and _added(layer.config, parts)
    return tuple(parts) if is_told else None


def _told(fact: object, parts: list[object]) -> bool:
    """Add the name of a choice, which its members do not tell."""
    if isinstance(fact, OneOf):
        parts.append(fact.name)
    elif isinstance(fact, Var):
        return _told(fact.bound, parts)
    return True

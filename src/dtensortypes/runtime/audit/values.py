"""Live arguments and results as the values that rules look at: facts alone, so that no tensor is kept alive.

Nothing is read of a tensor but dtype, device and shape, none of which waits for a GPU.
"""

from __future__ import annotations

from types import EllipsisType
from typing import Any, Final

import torch
from torch.nn.utils.rnn import PackedSequence

from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import Device
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import DType
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.facts.value import Items, LayerFact, Number, Packed, Slice, Value
from dtensortypes.runtime.arrays import array_fact, is_array_class
from dtensortypes.runtime.live import device_fact, dim_fact, dtype_fact, fact_of

_MOST: Final = 1000
"""Of a longer sequence nothing is told: reading it would cost more than the call."""
_SHOWN: Final = 6


def value_of(live: object) -> Value:
    """The value of what a call was given, or gave; UNKNOWN for what rules have no word for."""
    match live:
        case torch.Tensor():
            return fact_of(live)
        case None | bool() | int() | float() | complex() | str() | EllipsisType():
            return live
        case torch.Size():
            return Shape(tuple(map(dim_fact, live)))
        case torch.dtype():
            return dtype_fact(live)
        case torch.device():
            return device_fact(live)
        case torch.SymInt():
            return dim_fact(live)
        case slice():
            return Slice(value_of(live.start), value_of(live.stop), value_of(live.step))
        case PackedSequence():
            return Packed(fact_of(live.data))
        case tuple() | list() | range() if len(live) <= _MOST:
            return tuple(map(value_of, live))
    return _of_array(live)


def index_of(live: object) -> Value:
    """The value of an index, where a list is one item of it and a tuple is all of them."""
    return (value_of(live),) if isinstance(live, list) else value_of(live)


def _of_array(live: Any) -> Value:
    if is_array_class(type(live)):
        fact = array_fact(live)
        return ArrayFact(fact.dtype, fact.shape)
    is_scalar = type(live).__module__ == "numpy" and getattr(live, "shape", None) == ()
    number = live.item() if is_scalar else None
    return number if isinstance(number, bool | int | float | complex) else UNKNOWN


# --- in words


def spelled(value: Value) -> str:
    """The value as a report shows it: of what a program computes with, no more than the first few numbers of a list."""
    match value:
        case TensorFact() | DType() | Device() | OneOf() | Var() | Dim():
            return value.notation
        case Shape():
            return f"Size{value}"
        case ArrayFact(dtype=dtype, shape=shape):
            return f'ndarray[{"?" if dtype is None else dtype.notation}, "{shape.notation}"]'
        case Number(category=category):
            return category.name.lower()
        case Slice(start=start, stop=stop, step=step):
            return ":".join("" if bound is None else spelled(bound) for bound in (start, stop, step))
        case Items(item=item):
            return f"[{spelled(item)}, ...]"
        case Packed(data=data):
            return f"PackedSequence({spelled(data)})"
        case LayerFact(name=name, config=config):
            return f"{name}({_arguments((), dict(config))})"
        case tuple():
            return f"({', '.join(_first(value))}{',' if len(value) == 1 else ''})"
        case EllipsisType():
            return "..."
        case Unknown():
            return "?"
    return repr(value)


def call_of(args: tuple[Value, ...], kwargs: dict[str, Value]) -> str:
    """The arguments of a call: `(Tensor[Float32, CPU, "2 3"], dim=1)`."""
    return f"({_arguments(args, kwargs)})"


def _arguments(args: tuple[Value, ...], kwargs: dict[str, Value]) -> str:
    return ", ".join([*map(spelled, args), *(f"{name}={spelled(value)}" for name, value in kwargs.items())])


def _first(values: tuple[Value, ...]) -> list[str]:
    more = [f"and {len(values) - _SHOWN} more"] if len(values) > _SHOWN else []
    return [*map(spelled, values[:_SHOWN]), *more]

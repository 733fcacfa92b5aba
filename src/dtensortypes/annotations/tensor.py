"""`Tensor[dtype, device, shape]`, the annotation.

To type checkers it is an alias: of `torch.Tensor` for mypy, whose plugin makes that class generic, and of `Annotated`
for the others, which have no plugins and would read `"b n"` as a quoted name. While the program runs it is a class
whose subscriptions are classes too, so that everything that takes a type takes a hint.
"""

from __future__ import annotations

import copyreg
import os
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from dtensortypes.annotations.places import ANY_SHAPE, FORM, device_of, dtype_of, pattern_of, placement_of
from dtensortypes.core.facts.choice import Var
from dtensortypes.core.facts.device import DeviceFact
from dtensortypes.core.facts.dtype import DTypeFact
from dtensortypes.core.facts.pattern import Pattern
from dtensortypes.core.facts.placement import PlacementFact
from dtensortypes.core.facts.unknown import UNKNOWN

__all__ = ["Tensor", "TensorMeta"]


Said: TypeAlias = tuple[DTypeFact, DeviceFact, Pattern, tuple[PlacementFact, ...]]


class TensorMeta(type):
    """The class of hints; `__tensor__` is what a hint says: its dtype, its device, its shape and its placements."""

    __tensor__: Said
    __said__: int
    """The hash of what it says, which takes long to find: all caches of hints ask for it."""

    def __new__(cls, name: str, bases: tuple[type, ...], scope: dict[str, Any]) -> TensorMeta:
        if bases:
            msg = "Tensor is an annotation and has no subclasses: derive from torch.Tensor"
            raise TypeError(msg)
        return super().__new__(cls, name, bases, scope)

    def __getitem__(cls, places: object) -> TensorMeta:
        """The hint with these places; on a hint with type variables, the hint with them replaced."""
        given = places if isinstance(places, tuple) else (places,)
        return _hint(*(_replaced(cls, given) if cls.__tensor__ != _ANYTHING else _read(given)))

    def __call__(cls, *_: object, **__: object) -> NoReturn:
        msg = "Tensor is an annotation: make a tensor with torch.tensor, torch.zeros, …"
        raise TypeError(msg)

    def __instancecheck__(cls, value: object) -> bool:
        from dtensortypes.runtime.predicate import predicate

        return predicate(*cls.__tensor__)(value)

    def __subclasscheck__(cls, other: Any) -> bool:
        if isinstance(other, TensorMeta):
            return cls.__tensor__ in {_ANYTHING, other.__tensor__}
        from dtensortypes.runtime.live import is_tensor_class

        return cls.__tensor__ == _ANYTHING and is_tensor_class(other)

    def __eq__(cls, other: object) -> bool:
        return isinstance(other, TensorMeta) and cls.__tensor__ == other.__tensor__

    def __hash__(cls) -> int:
        return cls.__said__

    def __repr__(cls) -> str:
        return cls.__name__


_ANYTHING: Said = (UNKNOWN, UNKNOWN, ANY_SHAPE, ())


@cache
def _hint(
    dtype: DTypeFact, device: DeviceFact, pattern: Pattern, placements: tuple[PlacementFact, ...] = ()
) -> TensorMeta:
    """The class that says this; it is pickled as a call of this function."""
    # beartype wants a hint to be spelled alone as it is in a union, where Python adds every module but this one.
    said = (dtype, device, pattern, placements)
    return TensorMeta(_notation(*said), (), {"__tensor__": said, "__said__": hash(said), "__module__": "builtins"})


def _notation(dtype: DTypeFact, device: DeviceFact, pattern: Pattern, placements: tuple[PlacementFact, ...]) -> str:
    """The hint as its user writes it, without the places at its end that say nothing."""
    places = [dtype.notation, device.notation, f'"{pattern.notation}"', *(one.notation for one in placements)]
    said = [dtype is not UNKNOWN, device is not UNKNOWN, pattern != ANY_SHAPE, *(True for _ in placements)]
    count = max((i for i, one in enumerate(said, 1) if one), default=0)
    return f"Tensor[{', '.join(places[:count])}]" if count else "Tensor"


def _read(places: tuple[object, ...]) -> Said:
    if not places:
        msg = f"Tensor[()] says nothing: write Tensor for any tensor, or {FORM}"
        raise TypeError(msg)
    dtype, device, shape, *placements = places + (Any,) * (3 - len(places))
    return dtype_of(dtype), device_of(device), pattern_of(shape), tuple(map(placement_of, placements))


def _replaced(hint: TensorMeta, given: tuple[object, ...]) -> Said:
    """What the hint says with its type variables replaced, the dtype's first."""
    dtype, device, pattern, placements = hint.__tensor__
    free = [fact for fact in (dtype, device) if isinstance(fact, Var)]
    if len(given) != len(free):
        msg = f"{hint!r} has {len(free) or 'no'} type variable{'' if len(free) == 1 else 's'} to replace"
        raise TypeError(msg)
    rest = list(given)
    new_dtype = dtype_of(rest.pop(0)) if isinstance(dtype, Var) else dtype
    new_device = device_of(rest.pop(0)) if isinstance(device, Var) else device
    return new_dtype, new_device, pattern, placements


def _pickled(hint: TensorMeta) -> tuple[Any, ...]:
    return _hint, hint.__tensor__


copyreg.pickle(TensorMeta, _pickled)

if TYPE_CHECKING:
    if os.name == "mypy":  # undecided for mypy, which keeps this first definition; the others decide that it is false
        from torch import Tensor
    else:
        from typing import Annotated as Tensor  # type: ignore[assignment]
else:
    Tensor = _hint(*_ANYTHING)

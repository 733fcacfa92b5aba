"""What a class declares of its instances: its fields, or the tensors, parameters and modules among its attributes."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, get_args, get_origin

import torch

from dtensortypes.core.problems import held
from dtensortypes.runtime.classes.kinds import Kind
from dtensortypes.runtime.classes.layout import Layout, Reader, may_be_absent
from dtensortypes.runtime.fields import annotated_by, fields_of
from dtensortypes.runtime.finding import Wrong
from dtensortypes.runtime.matching import readings
from dtensortypes.runtime.settings import Settings

OPEN = {Kind.MODULE, Kind.PLAIN}
"""The kinds whose annotations are attributes, which somebody has to set."""


def declared(cls: type, kind: Kind, scope: Mapping[str, object], settings: Settings) -> Layout | None:
    """What instances of the class hold; None where it says nothing of that. Raises TypeError."""
    reader = Reader(cls, kind.noun, scope, settings)
    hints = _attributes(cls, reader) if kind in OPEN else fields_of(cls, scope) or {}
    if not hints:
        return None
    layout = reader.layout(hints)
    own = [slot for slot in layout.slots if slot.name in hints]
    if not any(slot.tree is not None or slot.for_beartype for slot in own):
        return None
    if kind in OPEN:
        needed = {slot.name for slot in own if not hasattr(cls, slot.name) and not may_be_absent(slot)}
        return dataclasses.replace(layout, required=layout.required | needed)
    for name, default in _defaults(cls, kind):
        _refuse_default(layout, name, default)
    return layout


def init_only(cls: type, scope: Mapping[str, object]) -> dict[str, object]:
    """The hints of what a dataclass takes and does not keep: `InitVar[…]`."""
    hints = annotated_by(cls, scope).items()
    return {name: hint.type for name, hint in hints if isinstance(hint, dataclasses.InitVar)}


def _attributes(cls: type, reader: Reader) -> dict[str, object]:
    """The annotated attributes that are torch's affair; `count: int` is not, nor is what belongs to the class."""
    hints = annotated_by(cls, reader.scope)
    own = {name: hint for name, hint in hints.items() if hint is not ClassVar and get_origin(hint) is not ClassVar}
    return {name: hint for name, hint in own.items() if _is_of_torch(hint) or reader.slot(name, hint).tree is not None}


def _is_of_torch(hint: object) -> bool:
    """Whether the hint names a class of modules or of tensors."""
    if isinstance(hint, type) and not get_args(hint):
        return issubclass(hint, torch.nn.Module | torch.Tensor)
    return any(map(_is_of_torch, get_args(hint)))


def _defaults(cls: Any, kind: Kind) -> Iterator[tuple[str, object]]:
    """The defaults that a caller may rely on; a field that `__init__` does not take may have any until it is set."""
    match kind:
        case Kind.NAMED_TUPLE:
            yield from cls._field_defaults.items()
        case Kind.DATACLASS:
            fields = dataclasses.fields(cls)
            yield from (
                (one.name, one.default) for one in fields if one.init and one.default is not dataclasses.MISSING
            )
        case Kind.ATTRS:
            plain = (one for one in cls.__attrs_attrs__ if one.init and not one.converter)
            yield from ((one.name, one.default) for one in plain if not type(one.default).__module__.startswith("attr"))


def _refuse_default(layout: Layout, name: str, default: object) -> None:
    if name not in layout.nodes:
        return
    try:
        readings(layout.nodes[name], default, name)
    except Wrong as wrong:
        subject = held(wrong.path, layout.function, layout.noun)
        raise TypeError(f"the default of {wrong.problem.about(subject)}") from None

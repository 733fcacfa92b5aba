"""Modules put into a state, a dtype and a device, with all that is in them: they are cast and moved together.

The parts of a module may be made in states of their own, a half backbone with a head in float32. Of such a module the
dtype, or the device, is marked as made: each part's is what its own type says, until the module is cast, or moved.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from mypy.types import AnyType, Instance, NoneType, ProperType, Type, get_proper_type

from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import LayerFact
from dtensortypes.core.ops import is_stateless
from dtensortypes.core.rules.modules import in_state as layer_in_state
from dtensortypes.core.rules.modules import part_dtype
from dtensortypes.core.rules.repeated import once_per_object
from dtensortypes.mypy_plugin.changes.parts import parts_of
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.definitions import moves_itself
from dtensortypes.mypy_plugin.types.facts_of import arguments_as, device_fact, dtype_fact, is_a
from dtensortypes.mypy_plugin.types.rewriting import Rewriting
from dtensortypes.mypy_plugin.types.types_of import Types, anything
from dtensortypes.mypy_plugin.types.value_of import layer_fact
from dtensortypes.mypy_plugin.types.veiled import is_veiled


class AsMade(NamedTuple):
    """Whether the parts of a module have the dtypes, and are on the devices, that they were made with."""

    dtype: bool = False
    device: bool = False


_NOTHING: Final = AsMade()


def in_state(types: Types, type_: Type, state: LayerFact, kept: AsMade = _NOTHING) -> Type:
    """The type with its modules and parameters in the state, but for what is kept; items of lists are no parts."""
    if all(kept):
        return type_
    if isinstance(state.dtype, OneOf | Var) or isinstance(state.device, OneOf | Var):
        return type_.accept(_InState(types, state, kept))  # a choice equals others of another name
    known = _in_states(type_)
    key = state.dtype, state.device, kept
    if key not in known:
        known[key] = type_.accept(_InState(types, state, kept))
    return known[key]


@once_per_object
def _in_states(_type: Type) -> dict[tuple[object, ...], Type]:
    """The type in the states that it has been asked for in: each attribute is read of many objects in one state."""
    return {}


def marked(module: Instance) -> Instance:
    """The type of a module that has just been made, marked where its parts have no dtype or device in common."""
    state = [NoneType() if isinstance(get_proper_type(arg), AnyType) else arg for arg in module.args[-3:-1]]
    return module.copy_modified(args=[*module.args[:-3], *state, module.args[-1]])


def of_its_own(module: Instance) -> Instance:
    """The type of a module that has just been made, marked: other modules, in states of their own, are parts of it."""
    state = [arg if isinstance(get_proper_type(arg), AnyType) else NoneType() for arg in module.args[-3:-1]]
    return module.copy_modified(args=[*module.args[:-3], *state, module.args[-1]])


def as_made(modules: Iterable[Instance]) -> AsMade:
    """What of the state each part of these modules has from where it was made."""
    marks = [
        tuple(isinstance(get_proper_type(a), NoneType) for a in arguments_as(m, names.MODULE)[:2]) for m in modules
    ]
    return AsMade(all(dtype for dtype, _ in marks), all(device for _, device in marks))


def state_of(module: Instance) -> LayerFact:
    """What the module's type says of it: one of torch's layers, or the state of what it is made of."""
    layer = layer_fact(module)
    if isinstance(layer, LayerFact):
        return layer
    dtype, device, _ = arguments_as(module, names.MODULE)
    own = LayerFact(module.type.name, (), dtype_fact(dtype), device_fact(device))
    parts = [part for part in _parts(module) if not isinstance(part, NoneType)]
    others = [state_of(part) if is_a(part, names.MODULE) else LayerFact("") for part in parts]
    one = all(other.dtype == own.dtype for other in others), all(other.device == own.device for other in others)
    return replace(own, dtype=own.dtype if one[0] else UNKNOWN, device=own.device if one[1] else UNKNOWN)


def _parts(module: Instance) -> list[ProperType]:
    return [get_proper_type(type_) for type_ in parts_of(module).values()]


class _InState(Rewriting):
    def __init__(self, types: Types, state: LayerFact, kept: AsMade) -> None:
        super().__init__()
        self.types, self.state, self.kept = types, state, kept
        self.arguments = [types.dtype(state.dtype), types.device(state.device)]

    def of(self, own: Sequence[Type]) -> list[Type]:
        """The dtype and the device in the place of the own ones."""
        return [one if is_kept else new for one, new, is_kept in zip(own, self.arguments, self.kept, strict=True)]

    def visit_instance(self, t: Instance, /) -> Type:
        if t.type.fullname == names.PARAMETER and len(t.args) == 3:
            own = part_dtype(dtype_fact(t.args[0]), self.state.dtype)
            args = [t.args[0] if self.kept.dtype else self.types.dtype(own), self.of(t.args[:2])[1], t.args[2]]
            return t.copy_modified(args=args)
        if not is_a(t, names.MODULE) or len(t.args) < 3:
            return t
        if moves_itself(t.type):
            return t.copy_modified(args=[*t.args[:-3], anything(), anything(), t.args[-1]])
        layer = layer_fact(t)
        holds_others = t.type.fullname in {names.SEQUENTIAL, *names.MODULE_CONTAINERS}
        if isinstance(layer, LayerFact) and not holds_others and not is_veiled(t):
            dtype = layer.dtype if self.kept.dtype else self.state.dtype
            device = layer.device if self.kept.device else self.state.device
            return self.types.with_state(t, layer_in_state(layer, dtype, device))
        inside = [one.accept(self) for one in t.args[:-3]] if t.type.fullname == names.DATA_PARALLEL else t.args[:-3]
        return t.copy_modified(args=[*inside, *self.of(t.args[-3:-1]), t.args[-1].accept(self)])


def is_of_one_state(module: Instance, given: Iterable[Type]) -> bool:
    """Whether the modules that the new one is given, as parts of it, are in the state that it has by its own parts."""
    parts = [proper for type_ in given if is_a(proper := get_proper_type(type_), names.MODULE)]
    own = module.args[-3:-1]
    return all(is_stateless(state_of(part)) or arguments_as(part, names.MODULE)[:2] == own for part in parts)

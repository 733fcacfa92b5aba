"""Modules put into a state, a dtype and a device, with all that is in them: they are cast and moved together."""

from __future__ import annotations

from mypy.types import Instance, Type

from dtensortypes.core.facts.value import LayerFact
from dtensortypes.core.rules.modules import in_state as layer_in_state
from dtensortypes.mypy_plugin import names
from dtensortypes.mypy_plugin.facts_of import arguments_as, device_fact, dtype_fact, is_a
from dtensortypes.mypy_plugin.rewriting import Rewriting
from dtensortypes.mypy_plugin.types_of import Types
from dtensortypes.mypy_plugin.value_of import layer_fact
from dtensortypes.mypy_plugin.veiled import is_veiled


def in_state(types: Types, type_: Type, state: LayerFact) -> Type:
    """The type with its modules and parameters in the state; what a list or a dict holds is no part of a module."""
    return type_.accept(_InState(types, state))


def state_of(module: Instance) -> LayerFact:
    """What the module's type says of it: one of torch's layers, or the state of what it is made of."""
    layer = layer_fact(module)
    if isinstance(layer, LayerFact):
        return layer
    dtype, device, _ = arguments_as(module, names.MODULE)
    return LayerFact(module.type.name, (), dtype_fact(dtype), device_fact(device))


class _InState(Rewriting):
    def __init__(self, types: Types, state: LayerFact) -> None:
        super().__init__()
        self.types, self.state = types, state
        self.arguments = [types.dtype(state.dtype), types.device(state.device)]

    def visit_instance(self, t: Instance, /) -> Type:
        if t.type.fullname == names.PARAMETER and len(t.args) == 3:
            return t.copy_modified(args=[*self.arguments, t.args[2]])
        if not is_a(t, names.MODULE) or len(t.args) < 3:
            return t
        layer = layer_fact(t)
        holds_others = t.type.fullname in {names.SEQUENTIAL, *names.MODULE_CONTAINERS}
        if isinstance(layer, LayerFact) and not holds_others and not is_veiled(t):
            return self.types.with_state(t, layer_in_state(layer, self.state.dtype, self.state.device))
        return t.copy_modified(args=[*t.args[:-3], *self.arguments, t.args[-1].accept(self)])

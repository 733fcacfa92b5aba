"""Classes of the program that derive from one of torch's layers: `class LayerNorm32(nn.LayerNorm)`.

What they hand on to torch's constructor makes them such layers, called by torch's `forward`, or by one of their own
that goes on to `super().forward(x)`, or works with `self.weight`.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Decorator, FuncDef, OverloadedFuncDef, TypeInfo
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Instance, get_proper_type

from dtensortypes.core import ops
from dtensortypes.core.facts.value import LayerFact
from dtensortypes.core.ops import State
from dtensortypes.mypy_plugin.bodies.actuals import actuals
from dtensortypes.mypy_plugin.bodies.values import Values
from dtensortypes.mypy_plugin.changes.noted import alters, is_given_outside, is_of_all, is_reshaped, times_given
from dtensortypes.mypy_plugin.changes.parts import as_made as without_parts
from dtensortypes.mypy_plugin.changes.states import as_made, in_state, state_of
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import trees
from dtensortypes.mypy_plugin.objects import births, composed
from dtensortypes.mypy_plugin.text.by_name import is_set_by_name
from dtensortypes.mypy_plugin.text.definitions import is_made_otherwise, moves_itself, runs_forward
from dtensortypes.mypy_plugin.types.passed import Arguments
from dtensortypes.mypy_plugin.types.types_of import Types
from dtensortypes.mypy_plugin.types.value_of import of_type

_OTHERS: Final = frozenset({"forward", "__init__", "extra_repr", "__repr__", "reset_parameters"})
"""Methods of a layer that tell nothing of what torch's `forward` gives."""


def born(checker: TypeChecker, ctx: FunctionContext | MethodContext, module: Instance, state: State) -> Instance:
    """The type of a new object of such a class: in the state of the layer, where the other parts are in it too."""
    base = base_of(module.type)
    if base is None or len(module.args) < 3:
        return module
    if not _has_constructor(module.type):
        calls = Values(checker, ctx.context).calls(actuals(ctx))
        made = _constructed(base, calls[0], state) if len(calls) == 1 else None
        return module if made is None else Types(checker.modules).with_state(module, made)
    layer = inherited(checker, module) if state == State() else None
    own = state_of(layer) if layer is not None else None
    others = composed.states_of_parts(checker, module.type)
    if own is None or any(one != (own.dtype, own.device) for one in others):
        return module
    types = Types(checker.modules)
    return module.copy_modified(
        args=[*module.args[:-3], types.dtype(own.dtype), types.device(own.device), module.args[-1]]
    )


def inherited(checker: TypeChecker, module: Instance) -> Instance | None:
    """The layer of torch's that the object is, in the object's state; None where that is not known."""
    base = base_of(module.type)
    if base is None or len(module.args) < 3 or not _is_kept(checker, module.type, base):
        return None
    types = Types(checker.modules)
    if not _has_constructor(module.type):
        state = [*module.args[-3:-1], without_parts(module)]
        return Instance(base, [*module.args[:-3], *state][-len(base.type_vars) :])
    handed_on = births.handed_up(checker, module, base.fullname)
    passed = handed_on[-1][1].passed_on if handed_on else None
    if passed is None:
        return None
    given = [(name, of_type(type_)) for name, type_ in passed]
    call = Arguments(
        tuple(value for name, value in given if name is None),
        tuple((name, value) for name, value in given if name is not None),
    )
    made = _constructed(base, call, State())
    if made is None:
        return None
    found = get_proper_type(in_state(types, types.layer(made), state_of(module), as_made([module])))
    return found if isinstance(found, Instance) else None


def is_called(module: Instance) -> bool:
    """Whether a call of the module is one of torch's own `forward`."""
    forward = module.type.get_method("forward") if base_of(module.type) is not None and runs_forward(module) else None
    return forward is not None and names.is_layer(forward.info.fullname)


def base_of(info: TypeInfo) -> TypeInfo | None:
    """The layer that the class derives from, if the class leaves it what it is but for its `forward`."""
    if not names.is_users(info.fullname) or is_made_otherwise(info) or moves_itself(info) or alters(info):
        return None
    base = next((one for one in info.mro if names.is_layer(one.fullname)), None)
    is_layer = base is not None and names.public(base.fullname) in ops.layer_table()
    if base is None or not is_layer or base.fullname in {names.MODULE, names.SEQUENTIAL, *names.MODULE_CONTAINERS}:
        return None
    torchs = _torchs(base)
    own = (one for one in info.mro if names.is_users(one.fullname))
    methods = {name for one in own for name, symbol in one.names.items() if isinstance(symbol.node, _FUNCTIONS)}
    is_other = not torchs.isdisjoint(methods - _OTHERS)
    return None if is_other or any(times_given(info, name) or is_of_all(info, name) for name in torchs) else base


_FUNCTIONS: Final = (FuncDef, Decorator, OverloadedFuncDef)


def _torchs(base: TypeInfo) -> set[str]:
    """The names that torch's layer has beside those of all modules."""
    above = (one for one in base.mro if names.is_layer(one.fullname) and one.fullname != names.MODULE)
    return {name for one in above for name in one.names}


def _is_kept(checker: TypeChecker, info: TypeInfo, base: TypeInfo) -> bool:
    """Whether nobody gives one of the layer's attributes something else by other ways: `self.weight.data = x`."""
    tree = checker.tree
    return not any(
        is_reshaped(tree, info, name)
        or is_set_by_name(tree, info, name)
        or is_given_outside(trees(checker), info, name)
        for name in _torchs(base)
    )


def _has_constructor(info: TypeInfo) -> bool:
    """Whether the class, or one above it that is the program's, has a constructor of its own."""
    init = info.get_method("__init__")
    return init is None or not names.is_layer(init.info.fullname)


def _constructed(base: TypeInfo, call: Arguments, state: State) -> LayerFact | None:
    """The layer that torch's constructor makes of these arguments."""
    outcome = ops.infer(names.public(base.fullname), call.positional, dict(call.named), state)
    made = outcome.result if outcome is not None and not outcome.problems else None
    return made if isinstance(made, LayerFact) else None

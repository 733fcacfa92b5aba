"""Modules: their state (the dtype and device of their parameters) as a type, and their calls as calls of `forward`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, Expression, MemberExpr, NameExpr, TypeInfo, Var
from mypy.plugin import FunctionContext, MethodContext
from mypy.typeops import bind_self
from mypy.types import CallableType, Instance, Type, get_proper_type

from dtensortypes.core import ops
from dtensortypes.core.facts.device import DeviceFact
from dtensortypes.core.facts.dtype import DTypeFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import LayerFact, Value
from dtensortypes.core.ops import Outcome, State
from dtensortypes.mypy_plugin import functions, names
from dtensortypes.mypy_plugin.actuals import actuals, receiver
from dtensortypes.mypy_plugin.compare import says_something
from dtensortypes.mypy_plugin.facts_of import arguments_as, device_fact, dtype_fact, is_a, tensor_fact
from dtensortypes.mypy_plugin.functions import checked_call, loosen
from dtensortypes.mypy_plugin.operations import Call, instance_called
from dtensortypes.mypy_plugin.regions import is_torchs, state_at
from dtensortypes.mypy_plugin.retype import retype
from dtensortypes.mypy_plugin.types_of import Types
from dtensortypes.mypy_plugin.value_of import layer_fact
from dtensortypes.mypy_plugin.values import Arguments, Values


def called(ctx: MethodContext) -> Type:
    """The type of `module(x)`: what the table says of torch's layers, what `forward` declares of others."""
    module, call = ctx.type, ctx.context
    if not is_a(module, names.MODULE):
        return instance_called(ctx, otherwise=functions.called)
    if not isinstance(call, CallExpr) or is_torchs(ctx.api):
        return ctx.default_return_type
    checker = ctx.api
    assert isinstance(checker, TypeChecker)
    layer = layer_fact(module)
    if isinstance(layer, LayerFact):
        return Call(checker, call, ctx.default_return_type, call.callee).answered(_of_layer, actuals(ctx), ctx.type)
    return _forwarded(checker, ctx, call, module)


def _of_layer(layer: Value, call: Arguments, state: State) -> Outcome | None:
    if not isinstance(layer, LayerFact):
        return None
    return ops.call_layer(layer, call.positional, dict(call.named), state)


def changed(ctx: MethodContext, name: str, otherwise: Callable[[MethodContext], Type]) -> Type:
    """The type of `module.half()` and its kin, which change the module in place: its variable has the new type too."""
    module, checker = ctx.type, ctx.api
    if not is_a(module, names.MODULE) or is_torchs(checker):
        return otherwise(ctx)
    assert isinstance(checker, TypeChecker)
    method = module.type.get_method(name.rpartition(".")[2])
    if method is None or method.info.fullname != names.MODULE:
        return otherwise(ctx)
    outcomes = [
        ops.infer(name, (_state_of(module), *call.positional), dict(call.named), State())
        for call in Values(checker).calls(actuals(ctx))
    ]
    states = {outcome.result if outcome else UNKNOWN for outcome in outcomes}
    state = states.pop() if len(states) == 1 else UNKNOWN
    return _retyped(checker, ctx, module, state if isinstance(state, LayerFact) else LayerFact(""))


def constructed(ctx: FunctionContext, otherwise: Callable[[FunctionContext], Type]) -> Type:
    """The type of a new module: on the CPU and in float32 where all that it is made of is."""
    result = get_proper_type(otherwise(ctx))
    checker = ctx.api
    if not is_a(result, names.MODULE) or not isinstance(checker, TypeChecker) or is_torchs(checker):
        return result
    state = state_at(checker, ctx.context)
    dtype, device = _born(result.type) if state == State() else (UNKNOWN, UNKNOWN)
    return Types(checker.modules).with_state(result, LayerFact(result.type.name, (), dtype, device))


def parameter(ctx: FunctionContext) -> Type:
    """The type of `nn.Parameter(tensor)`: all that is known of the tensor."""
    result, given = get_proper_type(ctx.default_return_type), actuals(ctx)
    fact = tensor_fact(given[0][1]) if given else None
    if fact is None or not isinstance(result, Instance) or not isinstance(ctx.api, TypeChecker):
        return result
    return result.copy_modified(args=list(Types(ctx.api.modules).tensor(fact).args))


def _state_of(module: Instance) -> LayerFact:
    layer = layer_fact(module)
    if isinstance(layer, LayerFact):
        return layer
    dtype, device, _ = arguments_as(module, names.MODULE)
    return LayerFact(module.type.name, (), dtype_fact(dtype), device_fact(device))


def _retyped(checker: TypeChecker, ctx: MethodContext, module: Instance, layer: LayerFact) -> Type:
    type_ = Types(checker.modules).with_state(module, layer)
    place = _changed_place(receiver(ctx.context))
    if place is not None and not _is_self(place):
        retype(checker, place, type_)
    return type_


def _changed_place(expression: Expression | None) -> Expression | None:
    """The variable of the module: `net` in `net.cuda().half()`, as each step gives the module itself."""
    while isinstance(expression, CallExpr) and isinstance(expression.callee, MemberExpr):
        if names.MODULE_METHODS + expression.callee.name not in ops.names():
            return None
        expression = expression.callee.expr
    return expression


def _is_self(place: Expression) -> bool:
    return isinstance(place, NameExpr) and isinstance(place.node, Var) and place.node.is_self


def _born(info: TypeInfo) -> tuple[DTypeFact, DeviceFact]:
    """The one dtype and device of all modules that the class is made of; unknown where there are others, or none."""
    states = {(layer.dtype, layer.device) for layer in _parts(info)}
    return states.pop() if len(states) == 1 else (UNKNOWN, UNKNOWN)


def _parts(info: TypeInfo) -> Iterator[LayerFact]:
    """The state of each attribute that has parameters; a part of unknown state makes the whole unknown."""
    for base in info.mro:
        if base.fullname == names.MODULE:
            return
        for symbol in base.names.values():
            if not isinstance(symbol.node, Var):
                continue
            type_ = get_proper_type(symbol.node.type)
            if type_ is not None and is_a(type_, names.MODULE):
                state = _state_of(type_)
                if not ops.is_stateless(state):
                    yield state
            elif type_ is None or is_a(type_, names.TENSOR):
                yield LayerFact(symbol.node.name)


def _forwarded(checker: TypeChecker, ctx: MethodContext, call: CallExpr, module: Instance) -> Type:
    forward = _forward(module)
    if forward is None:
        return ctx.default_return_type
    kinds, words = call.arg_kinds, call.arg_names
    result, _ = checker.expr_checker.check_call(loosen(forward), call.args, kinds, call, words)
    return checked_call(checker, call, forward, result, "forward")


def _forward(module: Instance) -> CallableType | None:
    """The signature of the module's own `forward`, bound to it, where it says something of tensors.

    Where it does not, and where the class has a `__call__` of its own, a call is what it is to mypy: unknown.
    """
    method, call = module.type.get_method("forward"), module.type.get("__call__")
    if call is None or not isinstance(call.node, Var) or call.node.info.fullname != names.MODULE:
        return None
    declared = method.var.type if isinstance(method, Decorator) else method.type if method else None
    type_ = get_proper_type(declared)
    if method is None or method.info.fullname == names.MODULE or not isinstance(type_, CallableType):
        return None
    return bind_self(type_, module) if any(map(says_something, [*type_.arg_types, type_.ret_type])) else None

"""Modules: their state (the dtype and device of their parameters) as a type, and their calls as calls of `forward`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Expression,
    MemberExpr,
    NameExpr,
    Var,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Instance, TupleType, Type, UnionType, get_proper_type

from dtensortypes.core import ops
from dtensortypes.core.algebra.either import either
from dtensortypes.core.facts.device import ACCELERATOR, CPU, META
from dtensortypes.core.facts.dtype import FLOAT32, FLOAT64
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import LayerFact, Value
from dtensortypes.core.ops import Outcome, State
from dtensortypes.mypy_plugin.answers import functions, in_turn, wrappers
from dtensortypes.mypy_plugin.answers.forwards import forwarded
from dtensortypes.mypy_plugin.answers.operations import Call, function, instance_called
from dtensortypes.mypy_plugin.bodies import if_available
from dtensortypes.mypy_plugin.bodies.actuals import actuals, receiver, with_devices
from dtensortypes.mypy_plugin.bodies.in_rounds import say_of_items, say_of_rounds
from dtensortypes.mypy_plugin.bodies.regions import makes_as_outside, state_at
from dtensortypes.mypy_plugin.bodies.values import Values
from dtensortypes.mypy_plugin.changes.changed_by import changed_by
from dtensortypes.mypy_plugin.changes.disturbed import changed_place
from dtensortypes.mypy_plugin.changes.noted import is_of_all
from dtensortypes.mypy_plugin.changes.parameters_held import forget_held, forget_parts
from dtensortypes.mypy_plugin.changes.parts import change_owners, with_put
from dtensortypes.mypy_plugin.changes.put_in_parts import given_parts
from dtensortypes.mypy_plugin.changes.redefined import is_method_redefined, is_remade
from dtensortypes.mypy_plugin.changes.settled import settled, unsettled
from dtensortypes.mypy_plugin.changes.states import AsMade, as_made, in_state, marked, state_of
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import is_trial, trees
from dtensortypes.mypy_plugin.objects import (
    births,
    composed,
    exactly,
    named_tuples,
    objects,
    own_layers,
    properties,
    sequences,
)
from dtensortypes.mypy_plugin.objects.of_some_dims import with_dims
from dtensortypes.mypy_plugin.objects.own_casts import followed
from dtensortypes.mypy_plugin.objects.put_by_methods import put
from dtensortypes.mypy_plugin.text import above, surgery
from dtensortypes.mypy_plugin.text.expressions import is_self, lines
from dtensortypes.mypy_plugin.text.references import is_of_function
from dtensortypes.mypy_plugin.text.scope import blocks, current_function
from dtensortypes.mypy_plugin.types.compare import has_module
from dtensortypes.mypy_plugin.types.facts_of import is_a, tensor_fact
from dtensortypes.mypy_plugin.types.passed import Arguments
from dtensortypes.mypy_plugin.types.retype import retype, retype_parts, with_others
from dtensortypes.mypy_plugin.types.solved import open_object
from dtensortypes.mypy_plugin.types.types_of import Types, anything
from dtensortypes.mypy_plugin.types.value_of import layer_fact
from dtensortypes.mypy_plugin.types.veiled import is_veiled, unveiled


def called(ctx: MethodContext) -> Type:
    """The type of `module(x)`: what the table says of torch's layers, what `forward` declares of others."""
    module, call, checker = ctx.type, ctx.context, ctx.api
    if not is_a(module, names.MODULE):
        return instance_called(ctx, otherwise=functions.called)
    if not isinstance(call, CallExpr):
        return ctx.default_return_type
    assert isinstance(checker, TypeChecker)
    place, every = call.callee, trees(checker)
    if surgery.is_open(every, place) or is_method_redefined(every, module.type, "forward"):
        return ctx.default_return_type
    say_of_rounds(checker, place)
    say_of_items(checker, call.args)
    if isinstance(place, MemberExpr) and not isinstance(place.node, Var) and place.name == "forward":
        place = place.expr  # `layer.forward(x)`
    module = with_put(checker, settled(checker, module, place), place)
    if module.type.fullname in {names.DATA_PARALLEL, names.DISTRIBUTED}:
        return _inside_called(checker, ctx, call, module)
    module = unveiled(module)
    is_named = isinstance(place, NameExpr | MemberExpr) and place.name in given_parts(checker.tree)
    if (is_named and module.type.fullname == names.SEQUENTIAL) or sequences.is_refitted(checker, module, place):
        return ctx.default_return_type  # one of its layers may have been replaced, perhaps under a name
    if module.type.has_base(names.SEQUENTIAL) and (found := in_turn.called(checker, call, module)) is not None:
        return found
    own = _own_layer(checker, call, module)
    if own is not None:
        return Call(checker, call, ctx.default_return_type).answered(_of_layer, actuals(ctx), own)
    if isinstance(layer_fact(module), LayerFact):
        return Call(checker, call, ctx.default_return_type, place).answered(_of_layer, actuals(ctx), module)
    return forwarded(checker, call, module, ctx.default_return_type)


def _own_layer(checker: TypeChecker, call: CallExpr, module: Instance) -> Instance | None:
    """The layer of torch's that is called, if it is one by inheritance: here by its own `forward`, or from there."""
    itself = above.itself(call.callee)
    if itself is not None:
        function, found = current_function(checker), get_proper_type(checker.lookup_type_or_none(itself))
        if function is None or not isinstance(found, Instance) or not is_a(found, names.MODULE):
            return None
        nearer = found.type.mro[found.type.mro.index(function.info) + 1 :] if function.info in found.type.mro else ()
        is_torchs = next((one for one in nearer if "forward" in one.names), None) is module.type
        return own_layers.inherited(checker, found) if is_torchs else None
    whole = get_proper_type(checker.lookup_type_or_none(call.callee))
    is_one = whole is None or not isinstance(whole, UnionType)
    return own_layers.inherited(checker, module) if is_one and own_layers.is_called(module) else None


def _inside_called(checker: TypeChecker, ctx: MethodContext, call: CallExpr, wrapper: Instance) -> Type:
    """The type of a call of a wrapper, which is one of the module inside."""
    module = wrappers.inside(checker, wrapper, actuals(ctx))
    if module is None:
        return ctx.default_return_type
    module = unveiled(module)
    if isinstance(layer_fact(module), LayerFact):
        return Call(checker, call, ctx.default_return_type).answered(_of_layer, actuals(ctx), module)
    return forwarded(checker, call, module, ctx.default_return_type)


def _of_layer(layer: Value, call: Arguments, state: State) -> Outcome | None:
    if not isinstance(layer, LayerFact):
        return None
    return ops.call_layer(layer, call.positional, dict(call.named), state)


def changed(ctx: MethodContext, name: str, otherwise: Callable[[MethodContext], Type]) -> Type:
    """The type of `module.half()` and its kin, which change the module in place: its variable has the new type too."""
    module, checker = ctx.type, ctx.api
    if not is_a(module, names.MODULE):
        return otherwise(ctx)
    assert isinstance(checker, TypeChecker)
    module = with_put(checker, module, _changed_place(ctx))
    method = module.type.get_method(name.rpartition(".")[2])
    if method is None or method.info.fullname != names.MODULE:
        return own_method(ctx, otherwise, is_changed=True)  # what it does beside is not known
    outcomes = [
        ops.infer(name, (state_of(module), *call.positional), dict(call.named), State())
        for call in Values(checker).calls(with_devices(checker, name, actuals(ctx)))
    ]
    state = either(*(outcome.result if outcome else UNKNOWN for outcome in outcomes)) if outcomes else UNKNOWN
    layer, kept = (
        (state, _kept(checker, ctx, module, name)) if isinstance(state, LayerFact) else (LayerFact(""), AsMade())
    )
    if is_a(get_proper_type(ctx.default_return_type), names.MODULE):
        return _retyped(checker, ctx, module, layer, kept)
    if state != state_of(module):
        _retyped(checker, ctx, module, layer, kept)
    return ctx.default_return_type


def _kept(checker: TypeChecker, ctx: MethodContext, module: Instance, name: str) -> AsMade:
    """What the change leaves of what each part of the module has from where it was made."""
    made = as_made([module])
    if not any(made):
        return made
    calls = Values(checker).calls(with_devices(checker, name, actuals(ctx)))
    probes = [LayerFact("", (), FLOAT32, CPU), LayerFact("", (), FLOAT64, META)]
    found = [(one, ops.infer(name, (one, *c.positional), dict(c.named), State())) for c in calls for one in probes]
    after = [(one, outcome.result) for one, outcome in found if outcome is not None]
    pairs = [(one, other) for one, other in after if isinstance(other, LayerFact)]
    if len(pairs) < len(found):
        return AsMade()
    is_cast, is_moved = any(a.dtype != b.dtype for a, b in pairs), any(a.device != b.device for a, b in pairs)
    return AsMade(made.dtype and not is_cast, made.device and not is_moved)


def own_method(ctx: MethodContext, otherwise: Callable[[MethodContext], Type], *, is_changed: bool = False) -> Type:
    """The type of `net.method()`, a method of the program's own, which may cast or move what it is called on."""
    result, module, checker = otherwise(ctx), ctx.type, ctx.api
    if not isinstance(module, Instance) or not isinstance(checker, TypeChecker):
        return result
    callee = ctx.context.callee if isinstance(ctx.context, CallExpr) else None
    method = callee.name if isinstance(callee, MemberExpr) else ""
    if callee is not None and is_of_all(module.type, method):
        if exactly.is_in_doubt(checker, callee, module):  # a class below may have another one there
            return anything() if is_trial(checker) or names.imports_us(checker.tree) else result
        made = get_proper_type(result)
        is_own = isinstance(made, Instance) and names.is_users(made.type.fullname)
        return constructed(ctx, lambda _: result) if is_own and exactly.is_class(checker, callee) else result
    if isinstance(ctx.context, CallExpr) and is_a(module, names.MODULE):
        module = put(checker, ctx.context, module)
    if is_a(module, names.MODULE) and (is_changed or changed_by(module.type, method)):
        place = _changed_place(ctx)
        if isinstance(ctx.context, CallExpr) and not is_self(place):
            after = followed(checker, ctx.context, module, place)
            if after is not None:
                return after if is_a(get_proper_type(result), names.MODULE) else result
        forget_parts(checker, ctx.context, place)
        if not is_self(place):
            retype(checker, place, unsettled(module))
        given = get_proper_type(result)
        if isinstance(given, Instance) and given.type is module.type:
            return unsettled(given)  # most likely it is the module itself
    return result


def constructed(ctx: FunctionContext | MethodContext, otherwise: Callable[..., Type]) -> Type:
    """The type of a new module: on the CPU and in float32 where all that it is made of is."""
    result = get_proper_type(otherwise(ctx))
    checker, call = ctx.api, ctx.context
    if isinstance(result, TupleType) and isinstance(call, CallExpr) and isinstance(checker, TypeChecker):
        return named_tuples.made(checker, call, result)
    if not isinstance(result, Instance) or not isinstance(checker, TypeChecker):
        return result
    if not is_a(result, names.MODULE) or is_remade(trees(checker), result.type):
        return births.object_made(checker, call, open_object(result)) if isinstance(call, CallExpr) else result
    if isinstance(call, CallExpr) and is_of_function(call.callee, checker.lookup_type_or_none(call.callee)):
        return result  # what a function gives has been made before
    state = state_at(checker, ctx.context)
    is_plain = makes_as_outside(checker, result.type, state) and not changed_by(result.type, "__init__")
    is_plain = is_plain and not (isinstance(call, CallExpr) and objects.is_of_any_class(checker, call.callee))
    dtype, device = composed.born(checker, result.type) if is_plain else (UNKNOWN, UNKNOWN)
    made = Types(checker.modules).with_state(result, LayerFact(result.type.name, (), dtype, device))
    made = marked(made) if is_plain else made
    made = births.born(checker, call, made) if isinstance(call, CallExpr) else made
    made = sequences.with_state(checker, composed.of_its_own(checker, made)) if is_plain and dtype is UNKNOWN else made
    return own_layers.born(checker, ctx, made, state) if not changed_by(result.type, "__init__") else made


def parameter(ctx: FunctionContext) -> Type:
    """The type of `nn.Parameter(tensor)`: all that is known of the tensor."""
    result, given = get_proper_type(ctx.default_return_type), actuals(ctx)
    fact = tensor_fact(function(ctx, names.public(names.PARAMETER))) if given else None
    if fact is None or not isinstance(result, Instance) or not isinstance(ctx.api, TypeChecker):
        return result
    return result.copy_modified(args=list(Types(ctx.api.modules).tensor(fact).args))


def kept(ctx: FunctionContext) -> Type:
    """The type of `torch.compile(module)`: a module that is called, and has attributes, as the one inside."""
    given, checker = actuals(ctx), ctx.api
    module = get_proper_type(given[0][1]) if given else None
    if module is None or not is_a(module, names.MODULE) or not isinstance(checker, TypeChecker):
        return ctx.default_return_type
    context = checker.expr_checker.type_context[-1]
    if context is not None and has_module(context) and not names.imports_us(checker.tree):
        return ctx.default_return_type  # to mypy it is a function, and not what is declared where it is put
    return module


def parameters(ctx: MethodContext) -> Type:
    """The type of `net.parameters()`: an iterator of parameters in its state, with a dim if all have one."""
    result, module, checker = get_proper_type(ctx.default_return_type), ctx.type, ctx.api
    if not (is_a(module, names.MODULE) and isinstance(checker, TypeChecker) and isinstance(result, Instance)):
        return result
    module = settled(checker, module, receiver(ctx.context))
    types, state = Types(checker.modules), state_of(module)
    held = (in_state(types, argument, state) for argument in result.args)
    return result.copy_modified(args=[with_dims(checker, module, argument) for argument in held])


def _retyped(checker: TypeChecker, ctx: MethodContext, module: Instance, layer: LayerFact, kept: AsMade) -> Type:
    types, before = Types(checker.modules), state_of(module)
    is_moved = if_available.is_moved(before.device, layer.device)
    chosen = if_available.chosen(checker, ctx.context) if is_moved else None
    layer = layer if chosen is None else replace(layer, device=ACCELERATOR)
    is_whole = module.type.fullname not in {names.SEQUENTIAL, *names.MODULE_CONTAINERS} and not is_veiled(module)
    is_layer = is_whole and isinstance(layer_fact(module), LayerFact)
    type_ = types.with_state(module, layer) if is_layer else get_proper_type(in_state(types, module, layer, kept))
    assert isinstance(type_, Instance)
    if (layer.dtype, layer.device) != (before.dtype, before.device):
        forget_held(checker, ctx.context)
    place = _changed_place(ctx)
    if properties.is_cast(checker, place):
        return type_  # it may make another module each time
    if isinstance(place, NameExpr | MemberExpr):
        retype_parts(checker, place, lambda part: in_state(types, part, layer, kept))
    if place is not None and not is_self(place):
        retype(checker, place, type_)
        change_owners(checker, place, type_)
    _remember(checker, place, type_)
    if chosen is not None and layer.dtype == before.dtype:
        if_available.known_as(checker, chosen, type_)
    return type_


def _remember(checker: TypeChecker, place: Expression | None, type_: Instance) -> None:
    """What `__init__` says of `self.net` is what other methods find there."""
    function = current_function(checker)
    if not isinstance(place, MemberExpr) or not is_self(place.expr) or function is None or function.name != "__init__":
        return
    symbol = function.info.get(place.name)
    if symbol is not None and isinstance(symbol.node, Var) and symbol.node.is_inferred:
        always = any(place.line in lines(s) for s in function.body.body if not blocks(s))
        symbol.node.type = with_others(symbol.node.type, type_ if always else unsettled(type_))


def _changed_place(ctx: MethodContext) -> Expression | None:
    place = receiver(ctx.context)
    return None if place is None else changed_place(place)

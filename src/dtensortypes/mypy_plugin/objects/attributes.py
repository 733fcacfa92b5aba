"""Attributes of the program's own classes, read: what mypy inferred for them is checked against how they are used."""

from __future__ import annotations

from functools import reduce

from mypy.checker import TypeChecker
from mypy.nodes import Decorator, MemberExpr, TypeInfo, Var
from mypy.plugin import AttributeContext
from mypy.subtypes import is_subtype
from mypy.types import Instance, TupleType, Type, TypeType, UnionType, flatten_nested_unions, get_proper_type

from dtensortypes.core import ops
from dtensortypes.core.algebra.either import either_device, either_dtype
from dtensortypes.core.algebra.unify import Bindings
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.value import LayerFact
from dtensortypes.mypy_plugin.changes import disturbed
from dtensortypes.mypy_plugin.changes.after_calls import forget_others
from dtensortypes.mypy_plugin.changes.noted import is_changed, is_given_below, is_reshaped
from dtensortypes.mypy_plugin.changes.other_modules import (
    is_another_put_there,
    is_of_another_class,
    of_any_value,
    one_of_several,
)
from dtensortypes.mypy_plugin.changes.parts import is_another_layer, parts_of
from dtensortypes.mypy_plugin.changes.settled import settled
from dtensortypes.mypy_plugin.changes.states import as_made, in_state
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.unheard import say_of_compiled, say_of_old_attribute
from dtensortypes.mypy_plugin.messages.watcher import is_trial, trees, watch
from dtensortypes.mypy_plugin.objects import (
    births,
    buffers,
    come_from,
    exactly,
    given_later,
    in_doubt,
    lasting,
    made_later,
    made_of,
    named_tuples,
    none_at_first,
    of_class,
    own_layers,
    plain_lists,
    properties,
    set_by_name,
    stored,
)
from dtensortypes.mypy_plugin.objects.fields import shared_dims
from dtensortypes.mypy_plugin.objects.given_here import given_here, is_one_of_several
from dtensortypes.mypy_plugin.objects.module_containers import called_by_name
from dtensortypes.mypy_plugin.text.definitions import class_of, is_made_up
from dtensortypes.mypy_plugin.text.expressions import is_self
from dtensortypes.mypy_plugin.text.held import held
from dtensortypes.mypy_plugin.text.perhaps_none import is_asked, or_none
from dtensortypes.mypy_plugin.text.roles import is_given_before, is_replaced, is_updated
from dtensortypes.mypy_plugin.text.scope import current_body
from dtensortypes.mypy_plugin.types.compare import has_module, has_tensor, has_value, says_something
from dtensortypes.mypy_plugin.types.facts_of import arguments_as, device_fact, dtype_fact, holds_modules, is_a
from dtensortypes.mypy_plugin.types.instantiated import instantiated
from dtensortypes.mypy_plugin.types.rewriting import forgotten, unknown, unsized, valueless
from dtensortypes.mypy_plugin.types.types_of import Types, anything
from dtensortypes.mypy_plugin.types.value_of import layer_fact


def read(ctx: AttributeContext, name: str) -> Type:
    """The type of `owner.name`; of a tensor that is made another shape in place nothing is known."""
    checker = ctx.api
    if not isinstance(checker, TypeChecker):
        return ctx.default_attr_type
    if ctx.is_lvalue:
        forget_others(checker, ctx.context)
    constant = None if ctx.is_lvalue else exactly.type_of_constant(checker, ctx.context, ctx.type, name)
    type_ = constant or plain_lists.as_reached(checker, _read(checker, ctx, name), name)
    say_of_old_attribute(checker, ctx, name)
    if not ctx.is_lvalue and is_a(module := get_proper_type(type_), names.MODULE):
        say_of_compiled(checker, ctx.context, name)
        return one_of_several(checker, ctx.context, module)
    if ctx.is_lvalue or not has_tensor(type_):
        return type_
    info = ctx.type.type if isinstance(ctx.type, Instance) else None
    return type_.accept(forgotten()) if is_reshaped(checker.tree, info, name) else type_


def _read(checker: TypeChecker, ctx: AttributeContext, name: str) -> Type:
    type_ = none_at_first.opened(checker, _variable_of(ctx.type, name), ctx.default_attr_type)
    is_stored_into = ctx.is_lvalue and is_updated(current_body(checker), ctx.context)
    if ctx.is_lvalue and not (is_stored_into and is_a(get_proper_type(type_), names.TENSOR)):
        return _replaceable(checker, ctx, name, type_)  # `self.total += x` is about what is there
    members = [get_proper_type(item) for item in flatten_nested_unions([ctx.type])]
    owners = [_settled(checker, one, ctx) if isinstance(one, Instance) else one for one in members]
    if len(owners) == 1 and isinstance(owners[0], TupleType):
        return named_tuples.field(come_from.row(checker, ctx.context, owners[0]), name, type_)
    instances = [owner for owner in owners if isinstance(owner, Instance)]
    found = [variable for owner in instances if (variable := _variable(owner.type, name)) is not None]
    if not found or len(found) < len(owners):
        is_property = not found and len(owners) == len(instances) == 1
        told = properties.read(checker, instances[0], name, type_, ctx.context) if is_property else None
        return told or (type_.accept(forgotten()) if found else type_)
    is_device = is_a(get_proper_type(type_), names.DEVICE) and len(found) == 1
    type_ = in_doubt.device(checker, instances[0].type, found[0], type_) if is_device else type_
    is_one = len(instances) == len(owners) == 1
    if is_one and is_a(instances[0], names.MODULE) and (put := parts_of(instances[0]).get(name)) is not None:
        return _part(checker, ctx, name, type_, put)
    is_other = is_one and is_given_below(instances[0].type, name) and not made_of.is_known(instances[0])
    if is_other or any(in_doubt.is_in_doubt(i.type, v) for i, v in zip(instances, found, strict=True)):
        return _forgotten(checker, instances, name, type_)  # it may be an object of the other class
    own = plain_lists.made(checker, instances[0], name, type_, ctx.context) if is_one else None
    if is_device or (own is not None and given_here(checker, ctx.context, own)):
        return type_ if own is None else own
    if own is not None:
        is_plain = holds_modules(own) and name in held(checker.tree).every
        return own if is_plain else _in_state_of(checker, instances, name, own)
    made_up = [(i.type, v) for i, v in zip(instances, found, strict=True) if is_made_up(v)]
    changes = any(in_doubt.may_change(checker, owner, variable) for owner, variable in made_up)
    is_unknown = not says_something(type_) and (not made_up or stored.is_perhaps_none(type_))
    is_asked = changes or is_unknown or given_later.is_untold(checker.tree, found[0], type_)
    if is_one and is_asked and (kept := _lasting(checker, instances[0], found[0], type_, ctx)):
        return _in_state_of(checker, instances, name, kept)
    if is_one and is_unknown and (later := made_later.read(checker, instances[0], name, ctx.context, type_)):
        return later
    if changes:
        return type_ if name in held(checker.tree).written else _forgotten(checker, instances, name, type_)
    return _in_state_of(checker, instances, name, type_, shared_dims(checker, instances, ctx.context))


def _part(checker: TypeChecker, ctx: AttributeContext, name: str, type_: Type, put: Type) -> Type:
    """A part that was put into this one module; one of another class, which mypy refuses, for a call alone."""
    if not has_module(put) and is_given_before(current_body(checker), ctx.context):
        return type_.accept(forgotten())  # mypy goes by what the body has given it since
    is_other = is_trial(checker) and isinstance(ctx.type, Instance) and is_another_layer(ctx.type, name, put)
    is_kept = is_other or is_subtype(put, type_.accept(forgotten()))
    return put if is_kept and not is_replaced(current_body(checker), ctx.context) else type_.accept(forgotten())


def _lasting(checker: TypeChecker, owner: Instance, variable: Var, type_: Type, ctx: AttributeContext) -> Type | None:
    """What the attribute is, whoever calls what: as its class has it, or its methods give it.

    A field with a default, which is no class variable, may be given others where the object comes from.
    """
    place = ctx.context.expr if isinstance(ctx.context, MemberExpr) else None
    if is_one_of_several(checker, ctx.context):
        return None
    owner = come_from.owner(checker, place, owner) if place is not None else owner
    told = of_class.declared(checker, owner.type, variable) if is_self(place) or variable.is_classvar else None
    kept = lasting.attribute(checker, owner, variable.name, type_) if told is None else told
    return None if kept is None else made_later.as_needed(checker, ctx.context, kept)


def read_of_class(ctx: AttributeContext, name: str) -> Type:
    """The type of `Class.name`, which a program may give another value."""
    checker, owner = ctx.api, class_of(ctx.type)
    variable = _variable(owner, name) if owner is not None else None
    if not isinstance(checker, TypeChecker) or owner is None or variable is None:
        return ctx.default_attr_type
    if not variable.is_inferred:
        is_other = isinstance(ctx.type, TypeType) and is_given_below(owner, name)  # `cls` may be the other class
        is_open = not (ctx.is_lvalue or is_other or says_something(ctx.default_attr_type))
        return (is_open and of_class.declared(checker, owner, variable)) or ctx.default_attr_type
    changes = ctx.is_lvalue or in_doubt.may_change(checker, owner, variable)
    return ctx.default_attr_type.accept(unknown()) if changes else ctx.default_attr_type


def _settled(checker: TypeChecker, owner: Instance, ctx: AttributeContext) -> Instance:
    """The type of what the attribute is read from; of a module that others may have changed, without its state."""
    place = ctx.context.expr if isinstance(ctx.context, MemberExpr) else None
    return settled(checker, owner, place) if is_a(owner, names.MODULE) else owner


def _forgotten(checker: TypeChecker, owners: list[Instance], name: str, type_: Type) -> Type:
    """The type with nothing known of it; nor is a layer called where another class's may have taken its place."""
    if any(in_doubt.is_of_any_class(checker, owner, name) for owner in owners):
        return anything()

    def is_other(found: Instance) -> bool:
        by_class = any(is_of_another_class(checker, owner.type, name, found) for owner in owners)
        return by_class or any(is_another_put_there(trees(checker), owner.type, name, found) for owner in owners)

    return of_any_value(checker, type_, is_other)


def _in_state_of(
    checker: TypeChecker, instances: list[Instance], name: str, type_: Type, shared: frozenset[str] = frozenset()
) -> Type:
    """The type of an attribute, in the state of the modules that it may be one of."""
    types = Types(checker.modules)
    # Names of dims of one signature say nothing about those of another, but where they are shared.
    type_ = instantiated(types, type_, Bindings.rigid(shared)) if has_tensor(type_) else type_
    is_tensor = is_a(get_proper_type(type_), names.TENSOR)  # no cast of a tensor is made in place
    if not is_tensor and any(is_changed(trees(checker), instance.type, name) for instance in instances):
        return in_state(types, type_, LayerFact(""))
    state = _state(instances)
    if state is None:
        return type_
    is_open = len(instances) == 1 and is_a(get_proper_type(type_), names.TENSOR) and not says_something(type_)
    made = births.registered(checker, instances[0], name) if is_open else None
    registered = buffers.read(checker, instances[0], name, state, made) if is_open else None
    return in_state(types, type_, state, as_made(instances)) if registered is None else registered


def _replaceable(checker: TypeChecker, ctx: AttributeContext, name: str, type_: Type) -> Type:
    """What may be put into the attribute: where mypy made up its type, any tensor, dtype, size, or module of its class.

    That is what mypy takes it for where something unknown is put in.
    """
    if (variable := _variable_of(ctx.type, name)) is None or not is_made_up(variable):
        return type_
    is_open = has_tensor(type_) or is_a(get_proper_type(type_), names.MODULE)
    type_ = type_.accept(forgotten()) if is_open else type_
    type_ = (type_.accept(valueless()) if has_value(type_) else type_).accept(unsized())
    return in_doubt.or_anything(checker, ctx.context, ctx.type, name, type_)


def _state(owners: list[Instance]) -> LayerFact | None:
    """The state that the owners are in, whichever of them is meant; None where they are no modules."""
    if not all(is_a(owner, names.MODULE) for owner in owners):
        return None
    states = [arguments_as(owner, names.MODULE) for owner in owners]
    dtype = reduce(either_dtype, (dtype_fact(dtype) for dtype, _, _ in states))
    return LayerFact("", (), dtype, reduce(either_device, (device_fact(device) for _, device, _ in states)))


def field(ctx: AttributeContext, name: str) -> Type:
    """The type of a field of one of torch's named tuples: `x.max(dim=0).values`."""
    whole = ctx.type
    if not isinstance(whole, TupleType):
        return ctx.default_attr_type
    declared = whole.partial_fallback.type.names.items()
    fields = [key for key, symbol in declared if isinstance(symbol.node, Decorator) and symbol.node.var.is_property]
    # A class that comes from mypy's cache has its names in the order of the alphabet.
    place = ops.place_of_field(name, frozenset(fields))
    return ctx.default_attr_type if place is None or len(fields) != len(whole.items) else whole.items[place]


def parameter(ctx: AttributeContext, name: str) -> Type:
    """The type of a parameter of one of torch's layers, or of a size that it was made with: `layer.in_features`."""
    checker = ctx.api
    if ctx.is_lvalue or not isinstance(ctx.type, Instance) or not isinstance(checker, TypeChecker):
        return ctx.default_attr_type
    owner = _settled(checker, ctx.type, ctx)
    whole = layer_fact(own_layers.inherited(checker, owner) or owner)
    found = _parameter(ctx, checker, whole, name)
    is_there = isinstance(whole, LayerFact) and bool(whole.config) and ops.parameter_of(whole, name) is not None
    return found if is_there or not is_asked(checker, ctx.context) else or_none(found)


def _parameter(ctx: AttributeContext, checker: TypeChecker, whole: object, name: str) -> Type:
    native = get_proper_type(ctx.default_attr_type)
    is_given = any(name in disturbed.assigned(tree) for tree in trees(checker)) or is_reshaped(checker.tree, None, name)
    is_torchs_own = isinstance(whole, LayerFact) and not is_given
    if is_torchs_own and isinstance(whole, LayerFact) and is_a(native, "builtins.int"):
        size = dict(whole.config).get(name)
        return Types(checker.modules).sized(Dim.of(size)) if type(size) is int else native
    fact = ops.parameter_of(whole, name) if is_torchs_own and isinstance(whole, LayerFact) else None
    if fact is None or not is_a(native, names.TENSOR) or len(native.args) != 3:
        return ctx.default_attr_type
    return native.copy_modified(args=Types(checker.modules).tensor(fact).args)


def result_field(ctx: AttributeContext, name: str) -> Type:
    """The type of a field of a named tuple that torch's stubs leave out: `torch.linalg.svd(x).S`."""
    whole = ctx.type
    places = ops.places_of_field(name, len(whole.items)) if isinstance(whole, TupleType) else frozenset()
    found = {whole.items[place] for place in places} if isinstance(whole, TupleType) else set()
    return found.pop() if len(found) == 1 else ctx.default_attr_type


def looked_up(ctx: AttributeContext, name: str) -> Type:
    """The type of an attribute that a module's `__getattr__` finds, `Tensor | Module` to torch.

    Of a tensor that the module has registered more is known; files that know nothing of us hear what mypy says of it.
    """
    type_, owner, checker = get_proper_type(ctx.default_attr_type), ctx.type, ctx.api
    if not isinstance(type_, UnionType) or not isinstance(checker, TypeChecker):
        return ctx.default_attr_type
    watch(checker.errors, checker.modules).saw(checker)  # of this union mypy complains
    if not names.imports_us(checker.tree) and not is_trial(checker):
        return ctx.default_attr_type
    held = called_by_name(checker, owner, name) if isinstance(owner, Instance) else None
    if held is not None:
        return held
    owner = _settled(checker, owner, ctx) if isinstance(owner, Instance) else owner
    state = _state([owner]) if isinstance(owner, Instance) else None
    if not isinstance(owner, Instance) or state is None:
        return ctx.default_attr_type
    found = buffers.read(checker, owner, name, state, births.registered(checker, owner, name))
    found = found.accept(forgotten()) if found and is_reshaped(checker.tree, owner.type, name) else found
    return found or set_by_name.read(checker, owner, name, state) or ctx.default_attr_type


def _variable_of(owner: Type, name: str) -> Var | None:
    return _variable(proper.type, name) if isinstance(proper := get_proper_type(owner), Instance) else None


def _variable(owner: TypeInfo, name: str) -> Var | None:
    symbol = owner.get(name)
    return symbol.node if symbol and isinstance(symbol.node, Var) else None

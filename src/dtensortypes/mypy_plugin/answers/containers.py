"""Containers whose type mypy made up from their first item: they are widened where another tensor is put in."""

from __future__ import annotations

from functools import reduce

from mypy.checker import TypeChecker
from mypy.join import join_types
from mypy.nodes import (
    GDEF,
    LDEF,
    CallExpr,
    Context,
    Expression,
    IndexExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    Var,
)
from mypy.plugin import MethodContext, MethodSigContext
from mypy.subtypes import is_subtype
from mypy.types import (
    AnyType,
    CallableType,
    FunctionLike,
    Instance,
    NoneType,
    Type,
    UninhabitedType,
    flatten_nested_unions,
    get_proper_type,
)

from dtensortypes.mypy_plugin.answers.functions import loosen
from dtensortypes.mypy_plugin.bodies import displays, iteration, keyed, lists_here, tables
from dtensortypes.mypy_plugin.bodies.actuals import receiver
from dtensortypes.mypy_plugin.bodies.inferred import is_inferred
from dtensortypes.mypy_plugin.bodies.second_look import say_of_row
from dtensortypes.mypy_plugin.changes.changing import is_changed
from dtensortypes.mypy_plugin.changes.closures import changed_unseen
from dtensortypes.mypy_plugin.changes.filling import filled_in_functions
from dtensortypes.mypy_plugin.changes.refilled import CONTAINERS, containers_like, forget_unseen
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.unheard import say_unheard
from dtensortypes.mypy_plugin.objects import lasting
from dtensortypes.mypy_plugin.text.roles import is_in_rounds
from dtensortypes.mypy_plugin.text.scope import assigned, current_body
from dtensortypes.mypy_plugin.types.class_values import closed
from dtensortypes.mypy_plugin.types.compare import has_module, has_tensor, has_value
from dtensortypes.mypy_plugin.types.facts_of import is_a, mentions_size
from dtensortypes.mypy_plugin.types.retype import change_type, forget_all, outlast, retype
from dtensortypes.mypy_plugin.types.rewriting import forgotten, unknown, unsized, valueless
from dtensortypes.mypy_plugin.types.types_of import anything


def is_container(fullname: str) -> bool:
    """Whether the method of this name is one of a container that tensors are put into."""
    return fullname.rpartition(".")[0] in CONTAINERS


def loosened(ctx: MethodSigContext) -> FunctionLike:
    """The signature without its tensors' facts, where the container's type was not written by the user."""
    signature, place = ctx.default_signature, receiver(ctx.context)
    makes_another = isinstance(ctx.context, OpExpr)  # `xs + [y]` leaves xs as it is
    lists_here.tell_contents(ctx.api, place)
    if not is_inferred(ctx.api, place) or makes_another:
        return signature
    if _emptied(place, ctx.type) is not None:
        types = [anything() if _is_never(type_) else type_ for type_ in signature.arg_types]
        return signature.copy_modified(arg_types=types)
    return _of_any_values(loosen(signature))


def _of_any_values(signature: CallableType) -> CallableType:
    """The signature with parameters that take every dtype, device and size."""
    types = [type_.accept(valueless()) if has_value(type_) else type_ for type_ in signature.arg_types]
    types = [type_.accept(unsized()) for type_ in types]
    return signature.copy_modified(arg_types=types) if types != signature.arg_types else signature


def filled(ctx: MethodContext) -> Type:
    """The type of the call; from here on the container holds tensors of which less is known, if other ones came in."""
    return _filled(ctx, receiver(ctx.context))


def begun(ctx: MethodContext) -> Type:
    """The type of `iter(xs)`, whose context is what it goes through: of `iter(self.xs)` nothing is put into `self`."""
    return _filled(ctx, None)


def _filled(ctx: MethodContext, place: Expression | None) -> Type:
    container, checker = ctx.type, ctx.api
    if (taken := keyed.follow(ctx, place)) is not None or not isinstance(checker, TypeChecker):
        return taken or ctx.default_return_type
    container = get_proper_type(lists_here.as_told(checker, place)) or container
    forget_unseen(checker, ctx.context, container, [one for given in ctx.args for one in given])
    if isinstance(ctx.context, IndexExpr) and len(ctx.arg_types) == 1:  # it is read
        return _read(checker, ctx, ctx.context, place)
    if isinstance(ctx.context, OpExpr) and ctx.default_return_type == container and has_tensor(container):
        return _added(checker, ctx)
    if not is_inferred(checker, place):
        return ctx.default_return_type
    given = [type_ for types in ctx.arg_types for type_ in types if has_tensor(type_) or has_module(type_)]
    if ctx.arg_types and (has_tensor(container) or has_module(container)):
        given += [type_ for type_ in ctx.arg_types[-1] if _is_anything(type_)]
    if given and _is_added(ctx.context) and not _takes(ctx):
        say_unheard(checker, ctx.context, of_any_body=True)
    holds = isinstance(container, Instance) and _holds(container, given) and not _spreads(ctx.context)
    if not _changes(ctx):  # what `get` gives may be what it is to give else
        is_other = bool(given) and not holds and isinstance(ctx.context, CallExpr)
        return ctx.default_return_type.accept(forgotten()) if is_other else ctx.default_return_type
    holds = holds and not _is_filled_in_functions(checker, place)
    if given and not holds:
        forget_all(checker, containers_like(checker, place))
    values = [type_ for types in ctx.arg_types for type_ in types if has_value(type_)]
    if isinstance(container, Instance) and values and not all(map(container.args.__contains__, values)):
        retype(checker, place, container.accept(valueless()))
    if isinstance(container, Instance) and container.args and not has_tensor(container.args[-1]):
        _take_sizes(checker, place, container, [type_ for types in ctx.arg_types for type_ in types])
    if isinstance(container, Instance) and ctx.arg_types:
        _forget_arrays(ctx, checker, place, container)
    if isinstance(place, IndexExpr) and given and not holds:
        _forget_around(checker, place)
    if isinstance(container, Instance) and isinstance(place, NameExpr | MemberExpr) and given and not holds:
        retype(checker, place, _emptied(place, container) or container.accept(forgotten()))
        if is_in_rounds(current_body(checker), ctx.context):
            outlast(checker)
        return ctx.default_return_type.accept(forgotten())  # what `setdefault` gives may be what has come in
    return ctx.default_return_type


def gone_through(ctx: MethodContext) -> Type:
    """The type of `iter(xs)` of a list in a `for`; of one that a function has given, by what is in it."""
    native = begun(ctx)
    if not isinstance(ctx.api, TypeChecker) or not isinstance(ctx.context, Expression):
        return native
    say_of_row(ctx.api, ctx.context, ctx.type)
    return iteration.iterator_of(ctx.api, iteration.item_of(ctx.api, ctx.type, ctx.context), native)


def _is_added(context: Context) -> bool:
    """Whether a whole container is put into it, or to it, also by `xs += ys`, where xs is one of several lists."""
    return isinstance(context, OpExpr) or _spreads(context)


def _added(checker: TypeChecker, ctx: MethodContext) -> Type:
    """What `xs + [y]` holds: mypy takes y for one of the tensors of xs where it may be one."""
    whole = get_proper_type(ctx.default_return_type)
    added = [get_proper_type(type_) for types in ctx.arg_types for type_ in types]
    written = [value for values in ctx.args for value in values]
    if not isinstance(whole, Instance) or not all(isinstance(one, Instance) and one.args for one in added):
        return whole
    held, plain = [one.args[-1] for one in added if isinstance(one, Instance)], whole.args[-1].accept(forgotten())
    for value in written:
        if isinstance(value, ListExpr):
            held += [checker.lookup_type_or_none(item) or plain for item in value.items]
    return whole.copy_modified(args=[*whole.args[:-1], reduce(join_types, held, whole.args[-1])])


def _read(checker: TypeChecker, ctx: MethodContext, read: IndexExpr, place: Expression | None) -> Type:
    """The type of an item; where it is a size, another one may have taken its place."""
    say_of_row(checker, read, ctx.type)
    known = lists_here.list_in_dict(checker, ctx) or displays.known_in(checker, read)
    if known := known or lasting.list_inside(checker, read, ctx.default_return_type):
        return known
    item = closed(ctx.default_return_type)
    if isinstance(function := get_proper_type(item), CallableType):
        return tables.asked_for(checker, read, function)
    if has_tensor(item) and (known := lists_here.item_here(checker, read)):
        return known
    if isinstance(place, NameExpr) and has_tensor(item) and _is_of_others(checker, place):
        return item.accept(forgotten())
    if has_tensor(item) or not mentions_size(item) or not is_inferred(checker, place):
        return item
    is_as_made = isinstance(place, NameExpr | MemberExpr) and not is_changed(checker, place)
    return item if is_as_made else item.accept(unsized())


def _is_of_others(checker: TypeChecker, place: NameExpr) -> bool:
    """Whether who fills it may have any name, or it is a variable of the function around this one that is filled."""
    if place.name in changed_unseen(checker.tree.defs):
        return True
    is_outer = isinstance(place.node, Var) and not place.node.is_argument and place.kind == LDEF
    return is_outer and not assigned(current_body(checker), place.node) and is_changed(checker, place)


def _take_sizes(checker: TypeChecker, place: Expression | None, container: Instance, given: list[Type]) -> None:
    """From here on the container holds any numbers, where it held sizes and something else came in."""
    any_sizes = container.accept(unsized())
    if any_sizes == container or container.args[-1] in given:
        return
    for other in (place, *containers_like(checker, place)):
        if isinstance(other, NameExpr | MemberExpr):
            change_type(checker, other, lambda type_: type_.accept(unsized()))
    retype(checker, place, any_sizes)


def _forget_arrays(ctx: MethodContext, checker: TypeChecker, place: Expression | None, container: Instance) -> None:
    """From here on the container holds arrays of any dtype and shape, where another one than those in it came in."""
    given = ctx.arg_types[-1]
    item = container.args[-1] if container.args else anything()
    if not is_a(get_proper_type(item), names.NDARRAY):
        return
    arrays = [type_ for type_ in given if is_a(get_proper_type(type_), names.NDARRAY)]
    if any(map(_is_anything, given)) or not all(is_subtype(array, item) for array in arrays):
        retype(checker, place, container.accept(unknown()))
        say_unheard(checker, ctx.context, of_any_body=True)


def _forget_around(checker: TypeChecker, place: Expression) -> None:
    """What is put into a container that is in another one, is in that one, too: `xs[0].append(y)`."""
    while isinstance(place, IndexExpr):
        place = place.base
    known = checker.lookup_type_or_none(place)
    if isinstance(place, NameExpr | MemberExpr) and known is not None:
        retype(checker, place, known.accept(forgotten()))


def _is_filled_in_functions(checker: TypeChecker, place: Expression | None) -> bool:
    """Whether functions fill the variable of the file, which mypy types where the file fills it itself."""
    is_global = isinstance(place, NameExpr) and place.kind == GDEF
    return is_global and isinstance(place, NameExpr) and place.name in filled_in_functions(checker.tree)


def _emptied(place: Expression | None, container: Type) -> Type | None:
    """The type of a variable that is given an empty container, where its types differ in facts of tensors alone.

    Mypy takes an empty list for one of the type that the variable has had, and knows nothing of it if it has had two.
    """
    empty = get_proper_type(container)
    if not isinstance(empty, Instance) or not any(map(_is_never, empty.args)):
        return None
    before = place.node.type if isinstance(place, NameExpr) and isinstance(place.node, Var) else None
    members = flatten_nested_unions([] if before is None else [before.accept(forgotten())])
    same = get_proper_type(members[0]) if members else None
    is_one = isinstance(same, Instance) and same.type is empty.type and has_tensor(same)
    return same if is_one and all(get_proper_type(member) == same for member in members) else None


def _is_anything(type_: Type) -> bool:
    return isinstance(get_proper_type(type_), AnyType)


def _is_never(type_: Type) -> bool:
    return isinstance(get_proper_type(type_), UninhabitedType)


def _changes(ctx: MethodContext) -> bool:
    """Whether the call changes the container.

    Methods that do give nothing, or give the container to an assignment; one gives what is in it then.
    """
    if isinstance(ctx.context, CallExpr) and isinstance(ctx.context.callee, MemberExpr):
        gives_nothing = isinstance(get_proper_type(ctx.default_return_type), NoneType)
        return gives_nothing or ctx.context.callee.name == "setdefault"
    return isinstance(ctx.context, OperatorAssignmentStmt | IndexExpr)


def _spreads(context: Context) -> bool:
    """Whether the items of what is given are put in: those of a tensor are other tensors."""
    if isinstance(context, CallExpr) and isinstance(context.callee, MemberExpr):
        return context.callee.name == list.extend.__name__
    return isinstance(context, OperatorAssignmentStmt)


def _takes(ctx: MethodContext) -> bool:
    """Whether mypy by itself would let what is given be put in."""
    container = ctx.type.accept(forgotten())
    return all(is_subtype(type_.accept(forgotten()), container) for types in ctx.arg_types for type_ in types)


def _holds(container: Instance, given: list[Type]) -> bool:
    items = [get_proper_type(one) for one in flatten_nested_unions([container.args[-1]])]
    return all(get_proper_type(one) in items for one in flatten_nested_unions(given))

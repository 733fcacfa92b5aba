"""Lists and dicts of tensors that a function is given, and puts others into: `batch[k] = batch[k].cuda()`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mypy.checker import TypeChecker
from mypy.expandtype import expand_type
from mypy.nodes import (
    AssignmentExpr,
    CallExpr,
    Context,
    DictExpr,
    Expression,
    ForStmt,
    FuncDef,
    ListExpr,
    MemberExpr,
    NameExpr,
    Node,
    Statement,
    TypeInfo,
    Var,
)
from mypy.plugin import FunctionContext, FunctionSigContext
from mypy.types import AnyType, FunctionLike, Instance, TupleType, Type, get_proper_type

from dtensortypes.mypy_plugin.changes.aliases import group, words
from dtensortypes.mypy_plugin.changes.filling import (
    FILLING,
    filled_by,
    filled_by_name,
    filled_through_class,
    is_source_of_filled,
)
from dtensortypes.mypy_plugin.changes.handed import handed_before, handed_on, only_reads, others
from dtensortypes.mypy_plugin.changes.keepers import changes_given
from dtensortypes.mypy_plugin.changes.reshaped import may_be
from dtensortypes.mypy_plugin.changes.reshaping import is_concerned
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import assigned, current_body, functions_in, statements, targets
from dtensortypes.mypy_plugin.types.compare import has_tensor
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.retype import forget_all, known_here, retype, retype_parts
from dtensortypes.mypy_plugin.types.rewriting import unknown

CONTAINERS: Final = (
    *("builtins.list", "builtins.dict", "builtins.set", "typing.MutableMapping"),
    *("collections.deque", "collections.OrderedDict", "collections.defaultdict"),
)


def refill(checker: TypeChecker, call: CallExpr, function: FuncDef, skipped: int) -> None:
    """Forget what is in the containers that the call hands to parameters which the function fills anew.

    `skipped` counts the parameters, `self`, that the call does not write out.
    """
    filled = _filled(function) if call.args and function.body.body else frozenset()
    if not filled:
        return
    refilled = _filled_themselves(function)
    starred = {one.variable.name for one in function.arguments if one.kind.is_star()}
    parameters = [one.variable.name for one in function.arguments if not one.kind.is_star()]
    for place, (argument, word) in enumerate(zip(call.args, call.arg_names, strict=True)):
        own = parameters[skipped:][place : place + 1] if word is None else [word] if word in parameters else []
        is_of_loaders = _is_of_loaders(known_here(checker, argument) if isinstance(argument, NameExpr) else None)
        if not (refilled if is_of_loaders else filled).isdisjoint(own or starred):
            _forget(checker, argument, is_given_anew=_is_given(current_body(checker), argument, call))


def refill_kept(checker: TypeChecker, call: CallExpr, info: TypeInfo) -> None:
    """Forget what is in the containers that the call hands to a class whose objects keep them, and put others in."""
    for place, (argument, word) in enumerate(zip(call.args, call.arg_names, strict=True)):
        if changes_given(info, word or place + 1):
            _forget(checker, argument)


def refill_unseen(checker: TypeChecker, call: CallExpr) -> None:
    """Forget what is in a container filled by a method with a name of its own, `put = xs.append`, or by its class's."""
    place = filled_through_class(call) or filled_by_name(call, current_body(checker))
    if place is not None:
        _forget(checker, place)


def loosened(ctx: FunctionSigContext) -> FunctionLike:
    """The signature of `heapq.heappush`, and its kin, by which other tensors than those in the heap may come in."""
    signature, checker = ctx.default_signature, ctx.api
    place = ctx.args[0][0] if ctx.args and ctx.args[0] else None
    if not isinstance(checker, TypeChecker) or not isinstance(place, NameExpr | MemberExpr):
        return signature
    known = get_proper_type(checker.lookup_type_or_none(place) or known_here(checker, place))
    if not isinstance(known, Instance) or not has_tensor(known) or len(signature.variables) != 1:
        return signature
    item = known.args[-1].accept(unknown())
    return expand_type(signature.copy_modified(variables=[]), {signature.variables[0].id: item})


def filled_by_function(ctx: FunctionContext) -> Type:
    """What `heapq.heappush(heap, x)` gives; from here on nothing is known of what is in the heap."""
    if isinstance(ctx.api, TypeChecker) and ctx.args and ctx.args[0]:
        _forget(ctx.api, ctx.args[0][0])
    return ctx.default_return_type.accept(unknown())


def _is_given(body: list[Statement], place: Expression, value: Expression) -> bool:
    """Whether the variable of a loop gets this value there and then: mypy goes on with what it had before the call."""
    given = assigned(body, place.node) if isinstance(place, NameExpr) else []
    return any(isinstance(one, ForStmt) for one, _ in given) and any(one is value for _, one in given)


def _forget(checker: TypeChecker, container: Expression, *, is_given_anew: bool = False) -> None:
    if _is_container(checker.lookup_type_or_none(container)):
        own = [] if is_given_anew else [container]
        for one in (*own, *containers_like(checker, container)):
            known = known_here(checker, one) if isinstance(one, NameExpr | MemberExpr) else None
            if known is not None:
                retype(checker, one, known.accept(unknown()))
                retype_parts(checker, one, lambda type_: type_.accept(unknown()))


def containers_like(checker: TypeChecker, place: Expression | None) -> list[NameExpr | MemberExpr]:
    """The containers that may be the one at this place, or hold it."""
    several = {id(one): one for one in (*others(current_body(checker), place), *may_be(checker, place))}
    return [one for one in several.values() if is_followed(checker, one)]


def forget_unseen(checker: TypeChecker, access: Context, container: Type, given: Iterable[Expression]) -> None:
    """Forget what mypy asks nobody about in a container of anything: it may have another name, or is reshaped there."""
    whole, body = get_proper_type(container), current_body(checker)
    if not isinstance(whole, Instance) or not whole.args or not isinstance(get_proper_type(whole.args[-1]), AnyType):
        return
    if is_source_of_filled(body, access):
        forget_all(checker, [one for one in handed_before(body, access.line) if is_followed(checker, one)])
    for one in given if is_concerned(checker.tree) else ():
        known = checker.lookup_type_or_none(one)
        if isinstance(one, NameExpr | MemberExpr) and known is not None and is_a(get_proper_type(known), names.TENSOR):
            forget_all(checker, [*may_be(checker, one), one])


def is_followed(checker: TypeChecker, place: NameExpr | MemberExpr) -> bool:
    """Whether it is one of the containers whose items are known."""
    return _is_container(known_here(checker, place))


def _is_container(type_: Type | None) -> bool:
    known = get_proper_type(type_)
    return isinstance(known, TupleType) or (isinstance(known, Instance) and known.type.fullname in CONTAINERS)


def _is_of_loaders(type_: Type | None) -> bool:
    """Whether it holds data loaders alone: what somebody does to their batches changes nothing that is in it."""
    held = get_proper_type(type_)
    parts = held.args[-1:] if isinstance(held, Instance) and held.type.fullname in CONTAINERS else ()
    items = held.items if isinstance(held, TupleType) else list(parts)
    return bool(items) and all(is_a(get_proper_type(one), names.DATA_LOADER) for one in items)


@once_per_tree
def _filled_themselves(function: FuncDef) -> frozenset[str]:
    """The names of the variables into which the function puts something, and not into what they hold, or hands on."""
    body = function.body.body
    places = [place for statement in statements(body) for place in filled_by(statement)]
    return handed_on(body) | {place.name for place in places if isinstance(place, NameExpr)}


@once_per_tree
def _filled(function: FuncDef) -> frozenset[str]:
    """The names of the variables into whose lists or dicts the function puts something, or those it hands them to."""
    body = function.body.body
    inside = [function, *functions_in(body)]
    every = [one for inner in inside for one in statements(inner.body.body)]
    own = _begun_here(inside, every)
    places = (place for statement in every for place in filled_by(statement))
    found = [words(place) for place in places if not (isinstance(place, NameExpr) and place.node in own)]
    for call in (part for statement in statements(body) for part in expressions(statement)):
        if isinstance(call, CallExpr) and not _fills(call, own):
            found += [words(one) for place, one in enumerate(call.args) if not only_reads(call, place)]
    return group(body, frozenset().union(*found))


def _fills(call: CallExpr, own: set[Node]) -> bool:
    """Whether it puts something into one of these lists, `own.append(x)`, of which it changes nothing there."""
    match call.callee:
        case MemberExpr(expr=NameExpr(node=variable), name=method):
            return variable in own and method in FILLING
    return False


def _begun_here(functions: Iterable[FuncDef], every: Iterable[Statement]) -> set[Node]:
    """The variables that are given nothing but new lists and dicts: who puts something into one changes no other.

    What is in them may have come out of one that the function is given.
    """
    given = [(target.node, value) for one in every for target, value in targets(one) if isinstance(target, NameExpr)]
    new = {node for node, value in given if isinstance(value, ListExpr | DictExpr) and not value.items}
    others = {node for node, value in given if not isinstance(value, ListExpr | DictExpr) or value.items}
    others |= {part.target.node for one in every for part in expressions(one) if isinstance(part, AssignmentExpr)}
    others |= {one.variable for function in functions for one in function.arguments}
    return {node for node in new - others if isinstance(node, Var) and "." not in node.fullname}

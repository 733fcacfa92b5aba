"""Tensors that are made another shape in place: who else than the variable at hand is that tensor.

`x.unsqueeze_(0)` changes the tensor under all of its names: a second variable, an attribute, the argument of whoever
called the function that does it. Such calls are rare, so that the text decides, and what may be meant is not known.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.literals import literal_hash
from mypy.nodes import (
    CallExpr,
    Context,
    Expression,
    MemberExpr,
    NameExpr,
    Statement,
    TypeInfo,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Instance, NoneType, Type, get_proper_type

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.changes.aliases import Words, group, places, words
from dtensortypes.mypy_plugin.changes.reshaping import (
    by_call,
    changed_by_call,
    effects,
    given_back,
    held_by,
    is_concerned,
    is_reshaped_here,
    owners_of,
    touched_in,
)
from dtensortypes.mypy_plugin.changes.reshaping_sites import indirectly, is_reshaping, is_view
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.paths import path_of
from dtensortypes.mypy_plugin.text import texts
from dtensortypes.mypy_plugin.text.roles import is_in_rounds
from dtensortypes.mypy_plugin.text.scope import current_body
from dtensortypes.mypy_plugin.types.facts_of import is_a, tensor_fact
from dtensortypes.mypy_plugin.types.retype import forget_all, known_here, outlast, retype
from dtensortypes.mypy_plugin.types.rewriting import forgotten
from dtensortypes.mypy_plugin.types.types_of import anything


def forget_others(checker: TypeChecker, place: Expression | None) -> None:
    """From here on nothing is known of the places that may hold the very tensor that is changed at this one."""
    forget_all(checker, may_be(checker, place))


def is_changed(method: str, before: Type, after: Type) -> bool:
    """Whether the method makes the tensor itself another one; one of which nothing is known may have other names."""
    in_place = method.endswith("_") and not method.endswith("__")
    return in_place and (_is_another(before, after) or is_reshaping(method.rpartition(".")[2]))


def _is_another(before: Type, after: Type) -> bool:
    """Whether another tensor is known; a parameter of which the same is known is itself."""
    one, other = tensor_fact(before), tensor_fact(after)
    return before != after and (one is None or one != other)


def change(checker: TypeChecker, place: Expression | None, type_: Type, context: Context) -> None:
    """The tensor at this place is made another shape, of which this is the type."""
    is_again = is_in_rounds(current_body(checker), context)  # mypy looks twice at what a comprehension makes
    forget_others(checker, place)
    retype(checker, place, type_.accept(forgotten()) if is_again else type_)
    if is_again:
        outlast(checker)


def may_be(checker: TypeChecker, place: Expression | None) -> list[NameExpr | MemberExpr]:
    """The places that may hold the very object that is changed at this one, or what it is in."""
    body, given = current_body(checker), given_back(checker.tree)
    found = group(body, words(place))
    others = _spoken_of(body, found.union(*(given[word] for word in found if word in given)), place)
    others = [one for one in others if not _is_fixed(known_here(checker, one))]
    return [*others, *_tensors(checker, body, held_by(body, owners_of(place)))]


def _is_fixed(type_: Type | None) -> bool:
    """Whether it is a device or dtype, which nobody can change: it is no tensor that is made with it."""
    proper = get_proper_type(type_) if type_ is not None else NoneType()
    return any(is_a(proper, name) for name in (names.DEVICE, names.DTYPE))


def _tensors(checker: TypeChecker, body: list[Statement], some: Words) -> list[NameExpr | MemberExpr]:
    """The places of these words that hold a tensor, which an object may hold as well."""
    known = ((one, known_here(checker, one)) for one in _spoken_of(body, some))
    return [one for one, type_ in known if type_ is not None and is_a(get_proper_type(type_), names.TENSOR)]


def _spoken_of(body: list[Statement], some: Words, but: Expression | None = None) -> list[NameExpr | MemberExpr]:
    own = literal_hash(but) if isinstance(but, NameExpr | MemberExpr) else None
    found = {literal_hash(one): one for word in some for one in places(body).get(word, [])}
    return [one for key, one in found.items() if key is not None and key != own]


def out_of(call: Context) -> Expression | None:
    """The y of `f(x, out=y)`."""
    is_stored = isinstance(call, CallExpr) and ops.OUT in call.arg_names
    return call.args[call.arg_names.index(ops.OUT)] if is_stored and isinstance(call, CallExpr) else None


def store(checker: TypeChecker, place: Expression, result: Type | None) -> None:
    """After `f(x, out=y)` y is of the shape of the result, under all of its names; of any where that is not known."""
    known = get_proper_type(checker.lookup_type_or_none(place))
    if result is None and isinstance(known, Instance) and is_a(known, names.TENSOR):
        result = known.copy_modified(args=[*known.args[:-1], anything()])
    if known is not None and result is not None and known != result and not is_view(place):
        forget_others(checker, place)
        retype(checker, place, result)


def forget(checker: TypeChecker, ctx: FunctionContext | MethodContext) -> None:
    """After a call: nothing is known of the tensors that it may have made another shape."""
    call, known = ctx.context, effects(checker.tree)
    if not isinstance(call, CallExpr):
        return
    touched: Words = frozenset()
    if is_concerned(checker.tree):
        touched = by_call(call, known).union(*map(words, indirectly(call, current_body(checker))))
    objects = changed_by_call(call, known)
    if _is_of_others(checker, ctx, call):
        touched, objects = touched.union(*map(words, call.args)), [*objects, *owners_of(call.callee)]
    if touched or objects:
        body = current_body(checker)
        held = _tensors(checker, body, held_by(body, objects))
        others = (one for one in _spoken_of(body, group(body, touched)) if not _is_fixed(known_here(checker, one)))
        forget_all(checker, [*others, *held])


def _is_of_others(checker: TypeChecker, ctx: FunctionContext | MethodContext, call: CallExpr) -> bool:
    """Whether what is called stands in another file of the program, one that makes tensors another shape."""
    owner = ctx.type if isinstance(ctx, MethodContext) else None
    if isinstance(owner, Instance):
        module = owner.type.module_name
    else:
        node = call.callee.node if isinstance(call.callee, NameExpr | MemberExpr) else None
        info = node if isinstance(node, TypeInfo) else getattr(node, "info", None) or None
        module = info.module_name if isinstance(info, TypeInfo) else node.fullname.rpartition(".")[0] if node else ""
    file = checker.modules.get(module) if module != checker.tree.fullname and names.is_users(module) else None
    return file is not None and texts.reshapes(module, path_of(file))


def touches(checker: TypeChecker, place: NameExpr | MemberExpr) -> bool:
    """Whether the body at hand, or who is called there, makes a tensor in this list or dict another shape.

    In an attribute anybody in the file may do that, at any time.
    """
    if isinstance(place, MemberExpr) and is_reshaped_here(checker.tree, place.name):
        return True
    return not words(place).isdisjoint(touched_in(checker.tree, current_body(checker)))

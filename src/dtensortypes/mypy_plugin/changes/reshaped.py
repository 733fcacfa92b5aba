"""Tensors that are made another shape in place: who else than the variable at hand is that tensor.

`x.unsqueeze_(0)` changes the tensor under all of its names: a second variable, an attribute, the argument of whoever
called the function that does it. Such calls are rare, so that the text decides, and what may be meant is not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.literals import literal_hash
from mypy.nodes import (
    ARG_POS,
    CallExpr,
    Context,
    Expression,
    FuncDef,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    ReturnStmt,
    StarExpr,
    Statement,
    TypeInfo,
    Var,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Instance, NoneType, Type, get_proper_type

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.changes.aliases import Words, gives_new, group, is_torchs, places, words
from dtensortypes.mypy_plugin.changes.reshaping_sites import calls_in, indirectly, is_reshaping, is_view, sites
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.paths import path_of
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text import texts
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.roles import is_in_rounds
from dtensortypes.mypy_plugin.text.scope import bodies, current_body, functions, statements, targets
from dtensortypes.mypy_plugin.types.facts_of import is_a, tensor_fact
from dtensortypes.mypy_plugin.types.retype import forget_all, known_here, outlast, retype
from dtensortypes.mypy_plugin.types.rewriting import forgotten
from dtensortypes.mypy_plugin.types.types_of import anything


class Effect(NamedTuple):
    """What a call of a function may do: to its arguments, by place and by name, and to what is not its own."""

    parameters: frozenset[int | str] = frozenset()
    places: Words = frozenset()


_MOST: Final = 256
"""How many bodies' answers are remembered: those of trials are copies."""
_FIRST: Final = ("self", "cls")


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
    body, given = current_body(checker), _given_back(checker.tree)
    found = group(body, words(place))
    others = _spoken_of(body, found.union(*(given[word] for word in found if word in given)), place)
    others = [one for one in others if not _is_fixed(known_here(checker, one))]
    return [*others, *_tensors(checker, body, _held(body, _owners(place)))]


def _is_fixed(type_: Type | None) -> bool:
    """Whether it is a device or dtype, which nobody can change: it is no tensor that is made with it."""
    proper = get_proper_type(type_) if type_ is not None else NoneType()
    return any(is_a(proper, name) for name in (names.DEVICE, names.DTYPE))


def _tensors(checker: TypeChecker, body: list[Statement], some: Words) -> list[NameExpr | MemberExpr]:
    """The places of these words that hold a tensor, which an object may hold as well."""
    known = ((one, known_here(checker, one)) for one in _spoken_of(body, some))
    return [one for one, type_ in known if type_ is not None and is_a(get_proper_type(type_), names.TENSOR)]


def _owners(place: Expression | None) -> Iterator[Expression]:
    """The objects of which the place is an attribute."""
    while isinstance(place, MemberExpr | IndexExpr):
        place = place.expr if isinstance(place, MemberExpr) else place.base
        yield place


def _held(body: list[Statement], objects: Iterable[Expression]) -> Words:
    """What these objects may hold, as they were made of it: n after `h = Holder(n)`."""
    found: Words = frozenset()
    for one in objects:
        known = words(one)
        found |= group(body, known) - (frozenset() if isinstance(one, CallExpr) else known)
    return found


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
        touched = _by_call(call, known).union(*map(words, indirectly(call, current_body(checker))))
    objects = _changed_by_call(call, known)
    if _is_of_others(checker, ctx, call):
        touched, objects = touched.union(*map(words, call.args)), [*objects, *_owners(call.callee)]
    if touched or objects:
        body = current_body(checker)
        held = _tensors(checker, body, _held(body, objects))
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
    """Whether the body at hand, or who is called there, makes a tensor in this list or dict another shape."""
    tree, body = checker.tree, current_body(checker)
    if not is_concerned(tree):
        return False
    known = _touched_in(tree)
    if id(body) not in known:
        if len(known) >= _MOST:
            known.clear()
        known[id(body)] = body, _touched(body, effects(tree), _given_back(tree))
    return not words(place).isdisjoint(known[id(body)][1])


@once_per_tree
def _touched_in(_: MypyFile) -> dict[int, tuple[list[Statement], Words]]:
    """The words for what bodies of the file make another shape, by the identities of those that have been asked."""
    return {}


def is_reshaped_here(tree: MypyFile, attribute: str) -> bool:
    """Whether the file makes a tensor that is such an attribute, of whatever object, another shape."""
    return f".{attribute}" in attributes(tree)


@once_per_tree
def attributes(tree: MypyFile) -> Words:
    """The words for the attributes, and other things, that somebody in the file makes another shape."""
    if not is_concerned(tree):
        return frozenset()
    known = effects(tree)
    return _touched(tree.defs, known, _given_back(tree)).union(*(one.places for one in known.values()))


@once_per_tree
def is_concerned(tree: MypyFile) -> bool:
    """Whether anything in the file makes a tensor another shape."""
    if texts.is_silent(path_of(tree)):
        return False  # nearly all files: their expressions need not be looked at
    return any(map(sites, bodies(tree.defs)))


@once_per_tree
def effects(tree: MypyFile) -> dict[str, Effect]:
    """What the functions of the file do to tensors that are not their own, by the name that they are called by."""
    if not is_concerned(tree):
        return {}
    every, given = functions(tree), _given_back(tree)
    found: dict[str, Effect] = {}
    while True:
        before = dict(found)
        for function in every:
            effect, known = _effect(function, before, given), found.get(function.name, Effect())
            if effect != Effect():
                found[function.name] = Effect(effect.parameters | known.parameters, effect.places | known.places)
        if found == before:
            return found


def _effect(function: FuncDef, known: dict[str, Effect], given: dict[str, Words]) -> Effect:
    touched = _touched(function.body.body, known, given)
    parameters = [one.variable.name for one in function.arguments]
    assigned = {one.name for s in statements(function.body.body) for one, _ in targets(s) if isinstance(one, NameExpr)}
    of_object = bool(parameters) and parameters[0] in _FIRST
    own = ((place - of_object, name) for place, name in enumerate(parameters) if name in touched)
    return Effect(frozenset(key for pair in own for key in pair), touched - {*parameters, *assigned})


def _touched(body: list[Statement], known: dict[str, Effect], given: dict[str, Words]) -> Words:
    """The words for what the body, and the functions that it calls, make another shape."""
    found = frozenset[str]().union(*map(words, sites(body)), *(_by_call(call, known) for call in calls_in(body)))
    objects = [owner for place in sites(body) for owner in _owners(place)]
    objects += [one for call in calls_in(body) for one in _changed_by_call(call, known)]
    found = group(body, found) | _held(body, objects)
    return found.union(*(given[word] for word in found if word in given))


def _by_call(call: CallExpr, known: dict[str, Effect]) -> Words:
    """The words for what the call makes another shape."""
    if not known:
        return frozenset()
    found: set[str] = set()
    for name in _named(call.callee):
        effect = known.get(name, Effect())
        found |= effect.places
        for place, (argument, word) in enumerate(zip(call.args, call.arg_names, strict=True)):
            is_any = isinstance(argument, StarExpr) or (word is None and call.arg_kinds[place] != ARG_POS)
            if effect.parameters and (is_any or (word or place) in effect.parameters):
                found |= words(argument)
    for passed in (
        known[one.name] for one in call.args if isinstance(one, NameExpr | MemberExpr) and one.name in known
    ):
        found = found.union(passed.places, *map(words, call.args))  # it may be called with the others
    return frozenset(found)


def _changed_by_call(call: CallExpr, known: dict[str, Effect]) -> list[Expression]:
    """The objects of which the call may make an attribute another shape: `h.flip()`, `flip(h)`."""
    changing = (known[name] for name in _named(call.callee) if name in known) if known else ()
    is_concerned = any(place.startswith(".") for effect in changing for place in effect.places)
    return [*_owners(call.callee), *call.args] if is_concerned else []


def _named(callee: Expression) -> Iterator[str]:
    """The names of the functions that are called, perhaps as a module's forward."""
    if not isinstance(callee, NameExpr | MemberExpr):
        yield from (part.name for part in expressions(callee) if isinstance(part, NameExpr | MemberExpr))
    else:
        yield callee.name
        is_torchs_own = isinstance(callee, MemberExpr) and (gives_new(callee.name) or is_torchs(callee))
        if not is_torchs_own and (callee.node is None or isinstance(callee.node, Var | TypeInfo)):
            yield from ("forward", "__call__", "__init__")


@once_per_tree
def _given_back(tree: MypyFile) -> dict[str, Words]:
    """What each function may return that others have, too."""
    found: dict[str, Words] = {}
    for function in functions(tree):
        body, own = function.body.body, {one.variable.name for one in function.arguments}
        returned = (one.expr for one in statements(body) if isinstance(one, ReturnStmt))
        given = group(body, frozenset().union(*map(words, returned))) - own
        found[f"{function.name}()"] = found.get(f"{function.name}()", frozenset()) | given
    return found

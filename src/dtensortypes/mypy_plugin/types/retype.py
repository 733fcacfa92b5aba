"""What mypy knows of variables where it stands, changed: `x.squeeze_(0)`, `net.half()`, `xs.append(y)` give a new type.

No other file touches mypy's binder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeGuard

from mypy.checker import TypeChecker
from mypy.literals import Key, literal_hash
from mypy.nodes import Expression, IndexExpr, MemberExpr, NameExpr, Var
from mypy.typeops import make_simplified_union
from mypy.types import Instance, PartialType, ProperType, Type, UnionType, flatten_nested_unions, get_proper_type

from dtensortypes.mypy_plugin.types.compare import says_something
from dtensortypes.mypy_plugin.types.failures import needing
from dtensortypes.mypy_plugin.types.rewriting import forgotten, unknown

if TYPE_CHECKING:
    from mypy.binder import ConditionalTypeBinder

_FOLLOW: Final = "follow what is asked of variables, or changes them in place"


@needing(_FOLLOW, otherwise=None)
def learned(checker: TypeChecker) -> tuple[object, int, object] | None:
    """Who learns of variables and attributes in this check of the function, how often it has, and all that it knows."""
    binder = checker.binder
    return binder, binder.version, _all_known(binder, binder.version, binder.frames[-1].id)


@lru_cache(maxsize=4)
def _all_known(binder: ConditionalTypeBinder, _version: int, _branch: int) -> dict[Key, tuple[Type, Type | None]]:
    """What is known in this branch of variables and attributes, and what is declared of them."""
    found = (each for frame in binder.frames for each in frame.types.items())
    return {key: (current.type, binder.declarations.get(key)) for key, current in found}


@needing(_FOLLOW, otherwise=None)
def retype(checker: TypeChecker, place: Expression | None, type_: Type) -> None:
    """From here on the variable or attribute has this type."""
    if isinstance(place, NameExpr):
        declare_anew(checker, place)
    if isinstance(place, NameExpr | MemberExpr):
        before, known = checker.lookup_type_or_none(place), checker.binder.get(place)
        if known is None or known == before or not _is_one_of_several(before, type_):
            checker.binder.put(place, with_others(before, type_))
        else:  # mypy asks of each of them in turn
            checker.binder.put(place, make_simplified_union([known, type_]))
        _may_be_caught(checker)


@needing(_FOLLOW, otherwise=None)
def forget_value(checker: TypeChecker, place: NameExpr) -> None:
    """From here on nothing is known of the variable, which the place names, and of its attributes."""
    if written := declared(place):
        checker.binder.put(place, written)
        retype_parts(checker, place, lambda part: part.accept(unknown()))
        return
    known = narrowed(checker, place) or (place.node.type if isinstance(place.node, Var) else None)
    declare_anew(checker, place)
    if known is not None:
        # It may be a union of what the variable is given in several places.
        checker.binder.put(place, make_simplified_union([known.accept(unknown())]))
        _may_be_caught(checker)
        retype_parts(checker, place, lambda part: part.accept(unknown()))


def declared(place: NameExpr) -> Type | None:
    """What the program declares of the tensors in a variable, which holds of all that any function gives it."""
    written = place.node.type if isinstance(place.node, Var) and not place.node.is_inferred else None
    return written if written is not None and says_something(written) else None


@needing(_FOLLOW, otherwise=None)
def declare_anew(checker: TypeChecker, place: NameExpr) -> None:
    """Mypy shows the meet of the declared type with ours: what the declaration says must not outlive a change."""
    if not isinstance(place.node, Var) or not is_known(place.node.type):
        return
    place.node.type = make_simplified_union([place.node.type.accept(unknown())])
    key = literal_hash(place)
    if key is not None and key in checker.binder.declarations:
        checker.binder.declarations[key] = place.node.type


def is_known(type_: Type | None) -> TypeGuard[Type]:
    """Whether mypy has found the type: of `None` or an empty list it awaits what comes next."""
    return type_ is not None and not isinstance(type_, PartialType)


@needing(_FOLLOW, otherwise=None)
def put_in(checker: TypeChecker, place: IndexExpr | MemberExpr, type_: Type) -> None:
    """From here on the item under this key, or the attribute, has this type, whatever it was before."""
    checker.binder.put(place, type_)
    _may_be_caught(checker)


@needing(_FOLLOW, otherwise=())
def branches_with(checker: TypeChecker, place: NameExpr) -> tuple[int, ...]:
    """Which of the branches around, from the outside in, have given the variable a type."""
    key = literal_hash(place)
    return tuple(i for i, branch in enumerate(checker.binder.frames) if key in branch.types)


@needing(_FOLLOW, otherwise=None)
def change_around(checker: TypeChecker, place: NameExpr, change: Callable[[Type], Type]) -> None:
    """What is known of the variable in the branches around becomes what comes of it, in this one and behind it."""
    key = literal_hash(place)
    for branch in checker.binder.frames:
        if key is not None and (known := branch.types.get(key)) is not None:
            branch.types[key] = type(known)(change(known.type), known.from_assignment)
            checker.binder.version += 1


@needing(_FOLLOW, otherwise=None)
def put_in_branch(checker: TypeChecker, branch: int, item: IndexExpr | NameExpr, type_: Type) -> None:
    """The variable, or the item under this key, has had this type in a branch around this one."""
    checker.binder.put(item, type_)
    key, frames = literal_hash(item), checker.binder.frames
    if key is not None and frames[branch] is not frames[-1]:
        frames[branch].types[key] = frames[-1].types.pop(key)


@needing(_FOLLOW, otherwise=None)
def under_key(checker: TypeChecker, item: IndexExpr) -> Type | None:
    """What is known to be under this key of a dict here, by what was stored there."""
    return checker.binder.get(item) if literal_hash(item) is not None else None


@needing(_FOLLOW, otherwise=None)
def take_out(checker: TypeChecker, item: IndexExpr) -> None:
    """From here on nobody knows whether there is anything under this key."""
    if literal_hash(item) is not None:
        checker.binder.cleanse(item)


@needing(_FOLLOW, otherwise=None)
def narrow(checker: TypeChecker, place: Expression, type_: Type) -> None:
    """The variable or attribute has this type until it is assigned, or the branch ends."""
    checker.binder.put(place, type_, from_assignment=False)


@needing(_FOLLOW, otherwise=None)
def narrowed(checker: TypeChecker, place: NameExpr | MemberExpr) -> Type | None:
    """The type of the variable or attribute by what it was given, or what was asked of it, here; None of others."""
    return checker.binder.get(place)


@needing(_FOLLOW, otherwise=None)
def forget(checker: TypeChecker, keys: Iterable[Key]) -> None:
    """From here on nothing is known of the tensors in the variables or attributes; what mypy knows of them stays."""
    for key in keys:
        _change(checker, key, lambda type_: type_.accept(forgotten()))


def forget_all(checker: TypeChecker, places: Iterable[NameExpr | MemberExpr]) -> None:
    """From here on nothing is known of the tensors in these places, nor in what belongs to them."""
    for place in places:
        known = known_here(checker, place)
        if known is not None and known.accept(forgotten()) != known:
            retype(checker, place, known.accept(forgotten()))
        retype_parts(checker, place, lambda type_: type_.accept(forgotten()))  # a dict of `Any` may have some known


@needing(_FOLLOW, otherwise=None)
def known_here(checker: TypeChecker, place: NameExpr | MemberExpr) -> Type | None:
    """What is known of the place where mypy stands: of an expression that comes later it has not said anything yet."""
    here = checker.binder.get(place) or checker.lookup_type_or_none(place)
    return here or (place.node.type if isinstance(place.node, Var) else None)


@needing(_FOLLOW, otherwise=None)
def never(checker: TypeChecker) -> None:
    """What follows in the branch is never run."""
    checker.binder.unreachable()


@needing(_FOLLOW, otherwise=False)
def is_never(checker: TypeChecker) -> bool:
    """Whether the place at which mypy stands is never run."""
    return checker.binder.is_unreachable()


@needing(_FOLLOW, otherwise=None)
def retype_parts(checker: TypeChecker, place: Expression, change: Callable[[Type], Type]) -> None:
    """From here on the attributes of the variable, and those of the attributes, have the types that come of theirs."""
    key = literal_hash(place)
    for part in checker.binder.dependencies.get(key, ()) if key is not None else ():
        _change(checker, part, change)


@needing(_FOLLOW, otherwise=None)
def change_type(checker: TypeChecker, place: Expression, change: Callable[[Type], Type]) -> None:
    """What is known of the variable or attribute becomes what comes of it, from here on."""
    key = literal_hash(place)
    if key is not None:
        _change(checker, key, change)


def _change(checker: TypeChecker, key: Key, change: Callable[[Type], Type]) -> None:
    """Only in the branch or round that mypy is in: where it ends, what was known before it is one of two."""
    known = checker.binder._get(key)
    if known is not None:
        checker.binder._put(key, change(known.type), from_assignment=True)
        _may_be_caught(checker)


def _may_be_caught(checker: TypeChecker) -> None:
    """Where a `try` is left from here, what holds now is one of what holds in its handlers, as of an assignment."""
    for frame in checker.binder.try_frames:
        checker.binder.allow_jump(frame)


@needing(_FOLLOW, otherwise=None)
def outlast(checker: TypeChecker) -> None:
    """What a comprehension has changed stays so where it ends; mypy would go on with what was known before it."""
    checker.binder.allow_jump(-1)


def with_others(before: Type | None, after: Type) -> Type:
    """The new type with those of which the variable may be besides: `None` stays possible."""
    members = flatten_nested_unions([before]) if before is not None else []
    new = get_proper_type(after)
    others = [member for member in members if not _is_same_class(get_proper_type(member), new)]
    return UnionType.make_union([after, *others]) if len(others) < len(members) else after


def _is_one_of_several(before: Type | None, after: Type) -> bool:
    """Whether what has become this was one of several of its class."""
    members = map(get_proper_type, flatten_nested_unions([before]) if before is not None else [])
    return sum(_is_same_class(member, get_proper_type(after)) for member in members) > 1


def _is_same_class(one: ProperType, other: ProperType) -> bool:
    return isinstance(one, Instance) and isinstance(other, Instance) and one.type is other.type

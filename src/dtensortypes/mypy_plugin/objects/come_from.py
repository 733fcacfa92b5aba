"""What is known of an object where an expression decides which one it is: an item of a list, one of two branches.

It is one of those that the body makes and puts there, whichever that is.
"""

from __future__ import annotations

from functools import partial, reduce
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Context,
    DictExpr,
    DictionaryComprehension,
    Expression,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    Statement,
    Var,
)
from mypy.types import AnyType, Instance, NoneType, TupleType, Type, get_proper_type

from dtensortypes.core.algebra.either import either
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.mypy_plugin.changes.dicts_inside import handed_from, keys_stored
from dtensortypes.mypy_plugin.changes.put_there import sources
from dtensortypes.mypy_plugin.changes.refilled import CONTAINERS
from dtensortypes.mypy_plugin.changes.reshaped import touches
from dtensortypes.mypy_plugin.changes.reshaping import is_concerned
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.messages.watcher import is_trial
from dtensortypes.mypy_plugin.objects import objects, rows
from dtensortypes.mypy_plugin.text.definitions import is_parameter
from dtensortypes.mypy_plugin.text.expressions import expressions, is_none
from dtensortypes.mypy_plugin.text.scope import current_body, current_function, shared
from dtensortypes.mypy_plugin.text.things import ITEM, Path
from dtensortypes.mypy_plugin.types.compare import says_something
from dtensortypes.mypy_plugin.types.facts_of import arguments_as, is_a
from dtensortypes.mypy_plugin.types.types_of import Types, anything

_COPIED_BY: Final = ("__copy__", "__deepcopy__")
_HOLDING: Final = frozenset({names.LIST, names.TUPLE, names.VALUES, names.DEQUE, "builtins.set"})
"""The classes whose one type argument is what they hold."""


def believed(checker: TypeChecker, expression: Expression, type_: Type) -> Type:
    """The type of the expression, with what is known of the making of all objects that it may be."""
    proper = get_proper_type(type_)
    inner = proper.args if isinstance(proper, Instance) and proper.type.has_base(names.DATA_LOADER) else ()
    is_made = any(map(objects.is_made_here, (proper, *inner)))
    if (not is_made and not objects.is_own(proper)) or (is_made and objects.is_certain(checker, expression)):
        return type_
    found = of_several(checker, expression, proper) if isinstance(proper, Instance) else None
    return found or (objects.stripped(proper) if is_made else type_)


def note(checker: TypeChecker, call: CallExpr, made: Instance) -> Instance:
    """Remember what the object is made of that the call makes: where two branches meet mypy itself forgets it."""
    if (given := objects.arguments(made)) is not None:
        _made_in(current_body(checker))[id(call)] = given
    return made


@once_per_tree
def _made_in(_: list[Statement]) -> dict[int, list[Type]]:
    """What the objects are made of that the calls of the body make."""
    return {}


def owner(checker: TypeChecker, place: Expression, object_: Instance) -> Instance:
    """The object at the place, as it is believed."""
    found = get_proper_type(believed(checker, place, object_))
    return found if isinstance(found, Instance) else object_


def of_several(checker: TypeChecker, expression: Expression, object_: Instance, path: Path = ()) -> Instance | None:
    """The object's type with what all that it may be were made of; None where one of them is not known."""
    is_plain = rows.is_dict(object_) or (objects.is_own(object_) and not any(map(object_.type.get, _COPIED_BY)))
    found = sources(current_body(checker), expression, path) if is_plain else None
    given: list[list[Type]] = []
    for source, inner in found or ():
        if is_none(source):
            continue  # of which nobody reads an attribute
        parameter = source.node if isinstance(source, NameExpr) and isinstance(source.node, Var) else None
        whole = get_proper_type(checker.lookup_type_or_none(source) if parameter is None else parameter.type)
        one = get_proper_type(_at(whole, inner))
        if parameter is not None and not _is_own(checker, parameter):
            return None
        if isinstance(one, NoneType):
            continue
        made = _made_in(current_body(checker)).get(id(source), objects.arguments(one))
        is_of_all = isinstance(one, Instance) and objects.is_of_all(one)
        is_exact = not inner or (isinstance(whole, TupleType) and len(inner) == 1)
        arguments = made if is_of_all or (is_exact and (parameter or objects.is_certain(checker, source))) else None
        if arguments is None or not isinstance(one, Instance) or one.type is not object_.type:
            return None
        given.append(arguments)
    if not given or len({len(one) for one in given}) > 1:
        return None
    types = Types(checker.modules)
    joined = [reduce(partial(rows.either_item, types), one) for one in zip(*given, strict=True)]
    return objects.of_all(objects.made(types, object_, joined))


def as_put_there(checker: TypeChecker, place: Expression, dict_: Instance, key: object) -> Instance | None:
    """A dict in a list or dict of an object, with what is under the key, or in it, of all that are ever put there."""
    stored = keys_stored(checker.tree)
    is_stored = stored is None or (bool(stored) if key is None else key in stored)
    found = sources(current_body(checker), place) if not is_stored and not is_concerned(checker.tree) else None
    held_by = {one.name if isinstance(one, MemberExpr) else "" for one, _ in found or ()}
    is_kept = bool(held_by) and held_by.isdisjoint({"", *handed_from(checker.tree)})
    return of_several(checker, place, dict_) if is_kept else None


def _is_own(checker: TypeChecker, parameter: Var) -> bool:
    """Whether it is the function's own, to which no function inside of it gives another value."""
    is_shared = parameter.name in shared(checker.tree.defs)
    return is_parameter(parameter, current_function(checker)) and not is_shared


def row(checker: TypeChecker, access: Context, whole: TupleType) -> TupleType:
    """The named tuple of which a field is read, with what is known of the making of all those that it may be."""
    if not isinstance(access, MemberExpr) or any(map(says_something, whole.items)):
        return whole
    found = sources(current_body(checker), access.expr) or []
    every = [get_proper_type(_at(checker.lookup_type_or_none(one), path)) for one, path in found if not is_none(one)]
    several = [one for one in every if isinstance(one, TupleType) and one.partial_fallback == whole.partial_fallback]
    if not several or len(several) < len(every):
        return whole
    types, joined = Types(checker.modules), several[0]
    for one in several[1:]:
        joined = rows.either_row(types, joined, one) or whole
    return joined


def told(checker: TypeChecker, place: Expression, found: Type, path: Path = ()) -> Type:
    """The type of what is at the place, or at the path in it, with what is known of all that the body puts there.

    That is asked where it says nothing, and only of what mypy may hear of.
    """
    if objects.is_own(found):
        object_ = get_proper_type(found)
        return (of_several(checker, place, object_, path) if isinstance(object_, Instance) else None) or found
    if not _is_open(checker, found):
        return found
    is_tensor = is_a(get_proper_type(found), names.TENSOR)
    known = tensor(checker, place, path)
    return known or (None if is_tensor else container(checker, place, path)) or found


def filled(checker: TypeChecker, place: Expression, type_: Type) -> Type:
    """The type of what holds things of one kind, with what is known of all that the body puts there."""
    whole = get_proper_type(type_)
    if not isinstance(whole, Instance) or whole.type.fullname not in _HOLDING or len(whole.args) != 1:
        return type_
    item = told(checker, place, whole.args[0], (ITEM,))
    return type_ if item is whole.args[0] else whole.copy_modified(args=[item])


def item(checker: TypeChecker, whole: Instance, place: Expression) -> Type | None:
    """The type of what a loop finds in a list, a deque, or the values or entries of a dict; None where not known."""
    if whole.type.fullname not in {*_HOLDING, *names.VIEWS}:
        return None
    native = get_proper_type(arguments_as(whole, names.ITERABLE)[0])
    is_pair = whole.type.fullname == names.ENTRIES and isinstance(native, TupleType)
    if is_pair and isinstance(native, TupleType):
        value = told(checker, place, native.items[1], (ITEM, 1))
        return None if value is native.items[1] else native.copy_modified(items=[native.items[0], value])
    found = told(checker, place, native, (ITEM,))
    return None if found is native else found


def _is_open(checker: TypeChecker, type_: Type) -> bool:
    """Whether it may be a tensor of which nothing is known, and mypy may hear more of it."""
    proper = get_proper_type(type_)
    is_joined = isinstance(proper, Instance) and proper.type.fullname == "builtins.object"  # of lists of several types
    if is_joined or isinstance(proper, AnyType):
        return is_trial(checker) or names.imports_us(checker.tree)
    return is_a(proper, names.TENSOR) and not says_something(type_)


def tensor(checker: TypeChecker, place: Expression, path: Path = ()) -> Type | None:
    """The type of the tensor or array that is at the place, or at the path in it; None where nothing is known of it.

    It is one of those that the body puts there, each as it is where it is put there.
    """
    body = current_body(checker)
    found = sources(body, place, path, through_names=False)
    parts = [part for part in expressions(place) if isinstance(part, NameExpr | MemberExpr)] if found else []
    if not found or any(touches(checker, part) for part in parts):
        return None
    every = [_at(checker.lookup_type_or_none(one), inner) for one, inner in found if not _is_cast(checker, one)]
    facts = [fact for one in every if one is not None and (fact := rows.fact_of(one)) is not None]
    whole = either(*facts) if len(facts) == len(found) else UNKNOWN
    return rows.typed(Types(checker.modules), whole) if isinstance(whole, TensorFact | ArrayFact) else None


def _is_cast(checker: TypeChecker, source: Expression) -> bool:
    """Whether it may be a parameter, which is cast with its module."""
    owner = checker.lookup_type_or_none(source.expr) if isinstance(source, MemberExpr) else None
    type_ = checker.lookup_type_or_none(source)
    is_parameter = type_ is not None and is_a(get_proper_type(type_), names.PARAMETER)
    return is_parameter or (owner is not None and is_a(get_proper_type(owner), names.MODULE))


def container(checker: TypeChecker, place: Expression, path: Path = ()) -> Instance | None:
    """The type of the list, dict or deque that is at the place, as one of anything; None where it is none of them."""
    found = sources(current_body(checker), place, path)
    kinds = {None if inner else _kind(source) for source, inner in found or ()}
    kind = kinds.pop() if len(kinds) == 1 else None
    if kind is None:
        return None
    every = [anything()] if kind == names.LIST else [anything(), anything()]
    return Types(checker.modules).instance(kind, *every)


def _kind(written: Expression) -> str | None:
    """The full name of the class of a list, dict or deque that is written out or made."""
    match written:
        case ListExpr() | ListComprehension() | CallExpr(callee=RefExpr(fullname="builtins.list" | "builtins.sorted")):
            return names.LIST
        case DictExpr() | DictionaryComprehension() | CallExpr(callee=RefExpr(fullname="builtins.dict")):
            return "builtins.dict"
    return None


def _at(type_: Type | None, path: Path) -> Type | None:
    """What lies at the path in tuples of this type, or in lists and dicts of tuples."""
    for step in path:
        whole = get_proper_type(type_)
        if isinstance(whole, Instance) and whole.type.fullname in CONTAINERS:
            type_ = whole.args[-1]
            continue
        items = whole.items if isinstance(whole, TupleType) else []
        if not isinstance(step, int) or not -len(items) <= step < len(items):
            return None
        type_ = items[step]
    return type_

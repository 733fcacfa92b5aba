"""Attributes that methods make anew of what is there, `self.total = self.total + x`: what stays so, whoever calls what.

What the constructor gives is assumed, and the bodies of the methods are read under it: what they give besides is joined
to it, until nothing new comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import FuncDef, IndexExpr, MemberExpr, StrExpr, TypeInfo
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    NoneType,
    ProperType,
    TupleType,
    Type,
    UnionType,
    get_proper_type,
)

from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.mypy_plugin.bodies.bodies import Trial, made_in
from dtensortypes.mypy_plugin.bodies.given import with_arguments
from dtensortypes.mypy_plugin.changes.noted import is_given_below
from dtensortypes.mypy_plugin.changes.parts import as_made
from dtensortypes.mypy_plugin.changes.stores import (
    Kind,
    Store,
    attributes_given,
    inside,
    outside,
)
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import Watcher, is_at_hand, is_trial, watch
from dtensortypes.mypy_plugin.objects import (
    as_called,
    births,
    come_from,
    in_doubt,
    lists_inside,
    made_of,
    objects,
    rows,
    stored,
)
from dtensortypes.mypy_plugin.objects.begun_with import ToCome, begun
from dtensortypes.mypy_plugin.objects.stored import Held, Known
from dtensortypes.mypy_plugin.text.definitions import type_of
from dtensortypes.mypy_plugin.text.scope import current_function, functions
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.rewriting import vague
from dtensortypes.mypy_plugin.types.types_of import Types, anything

_ROUNDS: Final = 4
_UNREADY: Final = "unready"
_APART: Final = 3
"""How many classes are looked at, one in another."""
_OF_FILE: Final = "made here"
"""What an object is told by of which no more is known than that a call of its class has made it."""


def attribute(checker: TypeChecker, owner: Instance, name: str, type_: Type) -> Type | None:
    """The type of the attribute, a tensor, an array, or a list or dict of tensors; None where it is unknown."""
    whole, types = get_proper_type(type_), Types(checker.modules)
    if stored.is_perhaps_none(whole):
        return _perhaps(checker, owner, name)
    if isinstance(whole, AnyType):
        found = fact(checker, owner, name)
        return None if found is None else rows.typed(types, found)
    if not isinstance(whole, Instance) or not (rows.fact_of(whole) or stored.is_container(whole)):
        return None
    found = fact(checker, owner, name)
    if found is None or not stored.is_container(whole):
        return None if found is None else _of_class(types, whole, found)
    return whole.copy_modified(args=[*whole.args[:-1], _of_class(types, get_proper_type(whole.args[-1]), found)])


def list_inside(checker: TypeChecker, place: IndexExpr, native: Type) -> Type | None:
    """The type of a list in a list or dict of an object, `self.found["a"]`; None where nothing is known of it."""
    own = place.base if isinstance(place.base, MemberExpr) else None
    owner = get_proper_type(checker.lookup_type_or_none(own.expr)) if own is not None else None
    if own is None or not isinstance(owner, Instance) or not names.is_users(owner.type.fullname):
        return None
    owner = come_from.owner(checker, own.expr, owner)
    variable = stored.variable(owner.type, own.name)
    is_other = is_given_below(owner.type, own.name) and not made_of.is_known(owner)
    is_open = isinstance(get_proper_type(native), AnyType) and (is_trial(checker) or names.imports_us(checker.tree))
    is_list = is_open or lists_inside.is_list(native)
    if variable is None or is_other or not is_list or in_doubt.is_in_doubt(owner.type, variable):
        return None
    found = fact(checker, owner, inside(own.name, place.index.value if isinstance(place.index, StrExpr) else None))
    types = Types(checker.modules)
    return None if found is None else types.instance(names.LIST, rows.typed(types, found).accept(vague()))


def _perhaps(checker: TypeChecker, owner: Instance, name: str) -> Type | None:
    """The type of an attribute that is None at first: as long as nothing else has been found it is that alone."""
    found = fact(checker, owner, name)
    if isinstance(found, TensorFact | ArrayFact):
        return UnionType([rows.typed(Types(checker.modules), found), NoneType()])
    return NoneType() if found is None and name in (_assumed(checker, owner) or {}) else None


def _of_class(types: Types, declared: ProperType, fact: rows.Thing) -> Type:
    """The tensor, as a parameter where it is one, or what else it is; a dict is declared to hold what it may hold."""
    if rows.is_dict(fact if isinstance(fact, Instance) else None) and isinstance(fact, Instance):
        whole = declared if isinstance(declared, Instance) and rows.is_dict(declared) else fact
        return objects.of_all(objects.made(types, whole, objects.arguments(fact) or []))
    found = get_proper_type(rows.typed(types, fact))
    if isinstance(declared, Instance) and declared.type.fullname == names.PARAMETER and isinstance(found, Instance):
        return declared.copy_modified(args=found.args)
    return found


def fact(checker: TypeChecker, owner: Instance, name: str) -> Held:
    """What is known of the attribute, or of what is in it; None where that is nothing."""
    function = current_function(checker)
    is_begun = function is None or function.name != "__init__" or not _is_related(function.info, owner.type)
    if owner.type.module_name != checker.tree.fullname or not is_begun:
        return None
    own = watch(checker.errors, checker.modules)
    own.saw(checker)
    own.asked_at_hand += 1  # its classes may be changed there
    one = told_apart(owner)
    if (assumed := _assumed(checker, owner)) is not None:
        return assumed.get(name)
    key = (attribute, owner.type, one, checker.pass_num)
    if key not in own.answers:
        unready = own.unready
        if (found := _whoever_asks(checker, owner)) is None:
            own.given_up += 1
            return None
        if checker.current_node_deferred:
            return None
        own.answers[key] = found
        own.answers[key, _UNREADY] = own.unready != unready
    own.unready += own.answers[key, _UNREADY] is True
    known = own.answers[key]
    assert isinstance(known, dict)
    return known.get(name)


def _whoever_asks(checker: TypeChecker, owner: Instance) -> Known | None:
    """What is known of the attributes, whichever bodies are open where it is asked; None where it is to be asked later.

    What one body gives to the next is cut off where too many are open: so it is worked out as if none were.
    """
    own = watch(checker.errors, checker.modules)
    if own.apart >= _APART:
        return None
    outer, own.trial, given_up = own.trial, Trial(depth=-1), (own.given_up, own.too_deep)
    own.apart += 1
    try:
        return _stable(checker, owner)
    except ToCome:
        return None
    finally:
        own.trial = outer
        own.apart -= 1
        own.given_up, own.too_deep = given_up


def _assumed(checker: TypeChecker, owner: Instance) -> Known | None:
    """What is assumed of the object's attributes while the bodies of its methods are read; None at other times."""
    answers = watch(checker.errors, checker.modules).answers
    found = answers.get((_stable, owner.type, told_apart(owner)), answers.get((_stable, owner.type, "")))
    return found if isinstance(found, dict) else None


def _stable(checker: TypeChecker, owner: Instance) -> Known:
    """What is known of the attributes that several statements give, whichever methods have been called.

    Raises ToCome.
    """
    own, cls = watch(checker.errors, checker.modules), owner.type
    methods = [method for method in functions(checker.tree) if method.info and _is_related(method.info, cls)]
    with _assuming(own, owner, {}):
        known = begun(checker, owner, methods)
        given = {outside(name) for name in known}
        makers = [method for method in methods if not given.isdisjoint(attributes_given(method))]
        taken = dict([own_one]) if (own_one := births.made_by(checker, owner)) is not None else {}
        called = [(method, taken.get(method) or signature_on(checker, method, owner)) for method in makers]
    for _ in range(_ROUNDS):
        before = dict(known)
        with _assuming(own, owner, known):
            made = _made_by_all(checker, called)
        if made is None:
            return {}
        known = stored.joined(checker, cls, known, made)
        if known == before:
            return known
    return {}


@contextmanager
def _assuming(own: Watcher, owner: Instance, known: Known) -> Iterator[None]:
    """What is told meanwhile is told under this assumption, and holds under it alone."""
    answers = own.answers
    own.answers = {**answers, (_stable, owner.type, told_apart(owner)): known}
    try:
        yield
    finally:
        own.answers = answers


def told_apart(owner: Instance) -> str:
    """What an object is told from others of its class by: what its constructor was given, if that is known."""
    config = get_proper_type(as_made(owner)) if is_a(owner, names.MODULE) and owner.args else None
    given = config.items if isinstance(config, TupleType) else objects.arguments(owner) or []
    return " ".join(map(str, given)) or (_OF_FILE if objects.is_made_here(owner) else "")


def signature_on(checker: TypeChecker, method: FuncDef, owner: Instance) -> CallableType | None:
    """What the method takes where it is called on the object, whoever does so; None where it has none."""
    signature = type_of(checker, method)
    if signature is None or not signature.arg_types or method.is_static or method.is_class:
        return None
    first = owner.copy_modified(args=[*(anything() for _ in owner.args[:-1]), *owner.args[-1:]])
    is_of_file = is_at_hand(checker) and (objects.is_made_here(owner) or made_of.is_known(owner))
    taken = as_called.taken(checker, method, signature) if is_of_file else signature.arg_types[1:]
    return with_arguments(checker, signature, [first, *taken])


def _made_by_all(checker: TypeChecker, called: Iterable[tuple[FuncDef, CallableType | None]]) -> list[Store] | None:
    """What the methods give to attributes; None where the body of one cannot be read."""
    found: list[Store] = []
    for method, signature in called:
        made = _made(checker, method, signature)
        if made is None:
            return None
        found += made
    return found


def _made(checker: TypeChecker, method: FuncDef, signature: CallableType | None) -> list[Store] | None:
    """What the method gives to attributes; None where its body cannot be read."""
    made = None if signature is None else made_in(checker, method, signature)
    if made is None or method.name != "__init__":
        return made
    return [store for store in made if store.kind is not Kind.VALUE or store.given is None]  # with these it begins


def _is_related(info: TypeInfo, cls: TypeInfo) -> bool:
    return info in cls.mro or cls in info.mro

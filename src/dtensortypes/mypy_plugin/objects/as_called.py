"""What a method takes that does not say so, where its class and all the calls of it stand in the same file.

That is what objects hold that are made there: what `buffer.push(x)` puts into the buffer nobody else puts there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mypy.checker import TypeChecker
from mypy.nodes import ARG_STAR, ArgKind, FuncDef
from mypy.subtypes import is_subtype
from mypy.typeops import make_simplified_union
from mypy.types import AnyType, CallableType, Instance, TupleType, Type, flatten_nested_unions, get_proper_type

from dtensortypes.mypy_plugin.bodies.bodies import passed_in
from dtensortypes.mypy_plugin.bodies.given import with_arguments
from dtensortypes.mypy_plugin.bodies.left_out import of_default
from dtensortypes.mypy_plugin.bodies.starred import as_parameter, as_variable
from dtensortypes.mypy_plugin.changes.passed import (
    DEEPEST,
    Passed,
    callers,
    handing,
    hands_itself_on,
    says_nothing,
    taking,
)
from dtensortypes.mypy_plugin.changes.reshaping import is_concerned
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.paths import path_of
from dtensortypes.mypy_plugin.messages.watcher import watch
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.text.definitions import type_of
from dtensortypes.mypy_plugin.text.imported import imported, is_own
from dtensortypes.mypy_plugin.text.texts import mentions
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.rewriting import unsized, vague
from dtensortypes.mypy_plugin.types.types_of import Types, anything

Taken = Mapping[str, Type]
"""What a method takes in all calls of it, by the names of its parameters, as far as that is known."""


def taken(checker: TypeChecker, method: FuncDef, signature: CallableType) -> list[Type]:
    """The types of the method's parameters, but for the first: as they are declared, or in all calls of it."""
    declared, parameters = signature.arg_types[1:], method.arguments[1:]
    is_asked = method.name in taking(checker.tree) and any(map(says_nothing, declared))
    known = _known(checker, method) if is_asked else {}
    given = [known.get(one.variable.name, said) for one, said in zip(parameters, declared, strict=True)]
    pairs = zip(given, declared, strict=True)
    return [one if says_nothing(said) and is_subtype(as_variable(one), said) else said for one, said in pairs]


def _known(checker: TypeChecker, method: FuncDef) -> Taken:
    own = watch(checker.errors, checker.modules)
    own.asked_at_hand += 1  # whose calls are among them
    asked = taken, method, checker.pass_num
    moment = *asked, checker.scope.top_level_function()
    for key in (asked, moment):
        if isinstance(found := own.answers.get(key), dict):
            return found
    if taken in own.answers:  # one question at a time: a body that asks another one meanwhile is to be read again
        own.given_up += 1
        return {}
    answers, given_up, unready = own.answers, (own.given_up, own.too_deep), own.unready
    answers[taken] = method
    try:
        found = dict(_asked(checker, method))
    finally:
        del answers[taken]
    own.given_up, own.too_deep = given_up
    answers[moment if own.unready != unready or checker.current_node_deferred else asked] = found
    return found


def _asked(checker: TypeChecker, method: FuncDef) -> Iterator[tuple[str, Type]]:
    if not is_concerned(checker.tree):
        yield from _in_all(checker, method, _calls(checker, method, 0) or [])


def _calls(checker: TypeChecker, method: FuncDef, depth: int) -> list[Passed] | None:
    """All calls of the method; None where there may be others."""
    functions = callers(checker.tree, method.name)
    if functions is None or _is_spoken_of_elsewhere(checker, method.name):
        return None
    calls: list[Passed] = []
    for one in functions:
        if one is method and hands_itself_on(one):
            continue  # a wrapper, or what it wraps, is given no more by it than it is given itself
        signature = type_of(checker, one)
        given = _given_to(checker, one, signature, depth) if signature is not None else []
        found = passed_in(checker, one, with_arguments(checker, signature, given)) if signature is not None else None
        if found is None:
            return None
        calls += [call for call in found if call.name == method.name and _may_be_on(call.owner, method)]
    return calls


def _given_to(checker: TypeChecker, caller: FuncDef, signature: CallableType, depth: int) -> list[Type]:
    """What the caller takes: what it does not say, and hands on, it is given in all calls of it."""
    declared, parameters = signature.arg_types, caller.arguments
    is_open = depth < DEEPEST and bool(caller.info) and not (caller.is_static or caller.is_class)
    if not is_open or caller.name not in handing(checker.tree) or not any(map(says_nothing, declared[1:])):
        return declared
    calls = _calls(checker, caller, depth + 1) or []
    known = dict(_in_all(checker, caller, calls))
    first = _one_object([call.owner for call in calls], caller) or declared[0]
    pairs = zip(parameters[1:], declared[1:], strict=True)
    return [first, *(known.get(one.variable.name, said) if says_nothing(said) else said for one, said in pairs)]


def _one_object(owners: list[Type | None], method: FuncDef) -> Type | None:
    """The object that the method is called on, where each was made of the same things; None of modules."""
    every = [get_proper_type(one) for one in owners]
    whole = [one for one in every if isinstance(one, Instance) and one.type is method.info]
    made = [objects.arguments(one) for one in whole if objects.is_own(one)]
    is_one = len(made) == len(owners) and None not in made and len({str(one) for one in made}) == 1
    return whole[0] if is_one else None


def _in_all(checker: TypeChecker, method: FuncDef, calls: list[Passed]) -> Iterator[tuple[str, Type]]:
    given = [_by_name(checker, method, call) for call in calls]
    for parameter in method.arguments[1:] if given and None not in given else ():
        name, default = parameter.variable.name, of_default(checker, parameter.initializer)
        types = [one.get(name, default) for one in given if one is not None]
        known = [_plain(type_) for type_ in types if type_ is not None]
        whole = _whole(checker, parameter.kind, known) if len(known) == len(types) else None
        if whole is not None:
            yield name, whole


def _may_be_on(owner: Type | None, method: FuncDef) -> bool:
    """Whether what it is called on may be an object that has the method."""
    members = [get_proper_type(one) for one in flatten_nested_unions([owner or anything()])]
    classes = [one.type if isinstance(one, Instance) else None for one in members]
    return any(cls is None or cls in method.info.mro or method.info in cls.mro for cls in classes)


def _by_name(checker: TypeChecker, method: FuncDef, call: Passed) -> dict[str, Type | None] | None:
    """What the call gives, by the parameters' names, to `*args` as a tuple; None where that is not known."""
    parameters = method.arguments[1:]
    own = [one.variable.name for one in parameters if not one.kind.is_star()]
    rest = [one for one in parameters[len(own) :] if one.kind is ARG_STAR and one is parameters[-1]]
    is_whole = isinstance(get_proper_type(call.owner), Instance) and len(own) + len(rest) == len(parameters)
    if call.arguments is None or not is_whole or (len(call.arguments) > len(own) and not rest):
        return None
    found = {word or own[place]: type_ for place, (word, type_) in enumerate(call.arguments[: len(own)])}
    others = call.arguments[len(own) :]
    if rest and (len(found) < len(own) or any(word is not None for word, _ in others)):
        return None
    row = _row(checker, [type_ or anything() for _, type_ in others])
    return {**found, **{one.variable.name: row for one in rest}}


def _whole(checker: TypeChecker, kind: ArgKind, known: list[Type]) -> Type | None:
    """What a parameter is, which is one of these in each call; `*args` item by item, where each call gives as many."""
    if kind is not ARG_STAR:
        return _of_all(known)
    rows = [whole.items for one in known if isinstance(whole := get_proper_type(one), TupleType)]
    if len({len(row) for row in rows}) != 1:
        return None
    return as_parameter(kind, _row(checker, [_of_all(several) or anything() for several in zip(*rows, strict=True)]))


def _of_all(several: Sequence[Type]) -> Type | None:
    return make_simplified_union(several) if all(map(_stays, several)) else None


def _row(checker: TypeChecker, items: list[Type]) -> TupleType:
    return TupleType(items, Types(checker.modules).instance(names.TUPLE, anything()))


def _stays(type_: Type) -> bool:
    """Whether it is known, and stays so: the cast of a module makes something else of its parameters."""
    members = [get_proper_type(one) for one in flatten_nested_unions([type_])]
    return not any(isinstance(one, AnyType) or is_a(one, names.PARAMETER) for one in members)


def _plain(type_: Type) -> Type:
    """The type without the names that dims have where the call is made, and without numbers' values."""
    proper = get_proper_type(type_)
    word = proper.last_known_value if isinstance(proper, Instance) else None
    if word is not None and isinstance(word.value, str):
        return word
    return objects.stripped(type_).accept(vague()).accept(unsized())


def _is_spoken_of_elsewhere(checker: TypeChecker, name: str) -> bool:
    """Whether a file of the program that this one imports, whatever it is through, speaks of such a method."""
    waiting, seen = [*imported(checker.tree)], {checker.tree.fullname}
    while waiting:
        module = waiting.pop()
        file = checker.modules.get(module)
        if module in seen or file is None or not is_own(file):
            continue
        seen.add(module)
        waiting += imported(file)
        if mentions(path_of(file), name):
            return True
    return False

"""What a file's functions give to methods that put it into attributes: by the text, which calls these may be.

A method is known by its name alone, `buffer.push(x)`: whatever is called so may be this one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    CallExpr,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    StrExpr,
    SuperExpr,
    TypeInfo,
)
from mypy.types import AnyType, CallableType, Instance, NoneType, Type, UnionType, get_proper_type

from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.changes.stores import own_handed_on
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.classes import classes
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.scope import bodies, decorators, functions, statements, targets
from dtensortypes.mypy_plugin.text.top_level import as_function
from dtensortypes.mypy_plugin.types.compare import says_something
from dtensortypes.mypy_plugin.types.facts_of import is_a

_OPEN: Final = (names.NDARRAY, names.DTYPE, names.DEVICE)
"""What may be declared so that it says no more than that it is one of these."""

_ANY: Final = "*"
"""Stands for any name."""

DEEPEST: Final = 2
"""How many methods may hand something on, one to the other, until one takes it."""


class Passed(NamedTuple):
    """One call: the method's name, what it is called on, and the arguments with their words; None where not known."""

    name: str
    owner: Type | None
    arguments: tuple[tuple[str | None, Type | None], ...] | None


def passed(tree: MypyFile, function: FuncDef, types: Mapping[Expression, Type]) -> tuple[Passed, ...]:
    """What the function gives to such methods; `types` are those of the expressions that are run."""
    wanted = handing(tree)
    every = _every(function) if wanted else ()
    return tuple(_passed(call, name, types) for call, name in _named(every) if name in wanted)


def _passed(call: CallExpr, name: str, types: Mapping[Expression, Type]) -> Passed:
    owner = types.get(call.callee.expr) if isinstance(call.callee, MemberExpr) else None
    is_plain = all(kind in {ARG_POS, ARG_NAMED} for kind in call.arg_kinds)
    given = tuple((word, _type_of(one, types)) for word, one in zip(call.arg_names, call.args, strict=True))
    return Passed(name, owner, given if is_plain else None)


def _type_of(value: Expression, types: Mapping[Expression, Type]) -> Type | None:
    """The type of the argument; what a module holds may be cast with it later on."""
    owner = types.get(value.expr) if isinstance(value, MemberExpr) else None
    return None if owner is not None and is_a(get_proper_type(owner), names.MODULE) else types.get(value)


def _named(every: Iterator[Expression] | tuple[()]) -> Iterator[tuple[CallExpr, str]]:
    for part in every:
        match part:
            case CallExpr(callee=MemberExpr(name=name) | SuperExpr(name=name)):
                yield part, name


@once_per_tree
def taking(tree: MypyFile) -> frozenset[str]:
    """The names of the methods that put something into attributes of their object, and do not say what they take."""
    found = (one for one in functions(tree) if one.info and len(one.arguments) > 1 and not one.is_decorated)
    return frozenset(one.name for one in found if not _is_special(one.name) and _is_open(one) and _gives(one))


@once_per_tree
def handing(tree: MypyFile) -> frozenset[str]:
    """The names of these methods, and of those that call one of them and do not say what they take themselves."""
    several = [one for one in functions(tree) if one.info and len(one.arguments) > 1 and not one.is_decorated]
    several = [one for one in several if not _is_special(one.name) and _is_open(one)] if taking(tree) else []
    calls = {one: {name for call, name in _named(_every(one)) if call.args} for one in several}
    found = taking(tree)
    for _ in range(DEEPEST):
        found |= {one.name for one, called in calls.items() if not called.isdisjoint(found)}
    return found


def hands_itself_on(method: FuncDef) -> bool:
    """Whether it calls methods of its own name with all that it is given, and no more: `self.env.step(action)`."""
    calls = [call for call, name in _named(_every(method)) if name == method.name]
    own = [one.variable for one in method.arguments[1:]]
    places = [target for one in statements(method.body.body) for target, _ in targets(one)]
    if not calls or any(isinstance(one, NameExpr) and one.node in own for one in places):
        return False
    is_plain = all(kind is ARG_POS for call in calls for kind in call.arg_kinds)
    return is_plain and all([getattr(one, "node", None) for one in call.args] == own for call in calls)


def _every(function: FuncDef) -> Iterator[Expression]:
    return (part for one in statements(function.body.body) for part in expressions(one))


def _is_open(method: FuncDef) -> bool:
    """Whether it does not say of some parameter what that is, or what tensor."""
    signature = method.type
    return not isinstance(signature, CallableType) or any(map(says_nothing, signature.arg_types[1:]))


def says_nothing(declared: Type) -> bool:
    """Whether it may be anything, or any tensor, array, dtype or device, or else None or a word."""
    proper = get_proper_type(declared)
    if isinstance(proper, UnionType):
        several = [one for one in map(get_proper_type, proper.items) if not isinstance(one, NoneType)]
        others = [one for one in several if not is_a(one, "builtins.str")]
        return bool(others) and all(map(says_nothing, others))
    if is_a(proper, names.TENSOR):
        return not says_something(proper)
    return _is_any(proper) and (isinstance(proper, AnyType) or any(is_a(proper, one) for one in _OPEN))


def _is_any(type_: Type) -> bool:
    """Whether it is any, or any array, dtype or the like, which leaves open all that it could say."""
    proper = get_proper_type(type_)
    inner = proper.args if isinstance(proper, Instance) else ()
    return isinstance(proper, AnyType) or (bool(inner) and all(map(_is_any, inner)))


def takes_something(tree: MypyFile, info: TypeInfo) -> bool:
    """Whether the class has such a method."""
    return any(name in taking(tree) for base in info.mro for name in base.names)


def _is_special(name: str) -> bool:
    """Whether Python calls it by itself."""
    return name.startswith("__") and name.endswith("__")


def _gives(method: FuncDef) -> bool:
    body = method.body.body
    places = [target for one in statements(body) for target, _ in targets(one)]
    places += [place for one in statements(body) for place in filled_by(one)]
    return any(isinstance(one, MemberExpr) and is_self(one.expr) for one in places) or bool(own_handed_on(body))


def callers(tree: MypyFile, name: str) -> list[FuncDef] | None:
    """The functions in which all calls of a method of this name stand, the file's own statements among them.

    None where it is spoken of in other ways: somebody else may call it.
    """
    calls, spoken = _spoken(tree)
    if name in spoken or _ANY in spoken:
        return None
    places = calls.get(name, [])
    whole = as_function(tree) if None in places else None
    found = [one for one in places if one is not None]
    return None if None in places and whole is None else [*found, *([whole] if whole else [])]


@once_per_tree
def _spoken(tree: MypyFile) -> tuple[dict[str, list[FuncDef | None]], frozenset[str]]:
    """Where methods are called, by their names, None for the file's own statements; and those spoken of otherwise."""
    calls: dict[str, list[FuncDef | None]] = {}
    others = {name for part in _run_elsewhere(tree) for name in _mentioned(part)}
    owners = {id(one.body.body): one for one in functions(tree)}
    for body in bodies(tree.defs):
        every = [part for one in statements(body) for part in expressions(one)]
        called = {id(call.callee): name for call, name in _named(iter(every))}
        others.update(name for part in every if id(part) not in called for name in _mentioned(part))
        for name in set(called.values()):
            calls.setdefault(name, []).append(owners.get(id(body)))
    return calls, frozenset(others)


def _run_elsewhere(tree: MypyFile) -> Iterator[Expression]:
    """The expressions that stand in no body: those of classes, and decorators."""
    yield from (part for cls in classes(tree) for one in statements(cls.defs.body) for part in expressions(one))
    yield from (part for several in decorators(tree).values() for one in several for part in expressions(one))


def _mentioned(part: Expression) -> Iterator[str]:
    """The names of the attributes that the expression speaks of, also as a word: `getattr(buffer, "push")`."""
    match part:
        case MemberExpr(name=name) | SuperExpr(name=name) | StrExpr(value=name):
            yield name
        case CallExpr(callee=RefExpr(fullname="builtins.getattr"), args=[owner, word, *_]):
            is_file = isinstance(owner, RefExpr) and isinstance(owner.node, MypyFile)
            yield from () if is_file or isinstance(word, StrExpr) else [_ANY]

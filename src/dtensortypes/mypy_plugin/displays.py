"""Lists and dicts that are written in place, and only read: `sizes = [784, 10]`, of which `sizes[0]` is a number.

Their items stand in the type as the arguments of an object do (`objects.py`), and are believed of the same places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    LDEF,
    CallExpr,
    DictExpr,
    Expression,
    IndexExpr,
    IntExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    StarExpr,
    Statement,
    StrExpr,
    TupleExpr,
    UnaryExpr,
)
from mypy.types import Instance, LiteralType, TupleType, Type, get_proper_type

from dtensortypes.mypy_plugin import keyed, names, objects
from dtensortypes.mypy_plugin.expressions import calls
from dtensortypes.mypy_plugin.facts_of import is_a
from dtensortypes.mypy_plugin.filling import filled_by
from dtensortypes.mypy_plugin.handed import handed_on, only_reads
from dtensortypes.mypy_plugin.per_tree import once_per_tree
from dtensortypes.mypy_plugin.reshaped import touches
from dtensortypes.mypy_plugin.scope import (
    assigned,
    bodies,
    constant_value,
    current_body,
    shared,
    statements,
    targets,
)
from dtensortypes.mypy_plugin.types_of import Types, anything

Key = int | str
_CHANGING: Final = frozenset({list.remove.__name__, list.sort.__name__, list.reverse.__name__, dict.popitem.__name__})
"""The methods of lists and dicts that change them, besides those that fill them."""


def displayed(checker: TypeChecker, expression: Expression, type_: Type) -> Type:
    """The type of a list or dict with what is in it, where it, or the one value of a variable, is written out."""
    whole = get_proper_type(type_)
    if isinstance(expression, IndexExpr):
        found = item(checker, expression)
        return displayed(checker, found, type_) if isinstance(found, ListExpr | DictExpr) else type_
    written = constant_value(checker, expression) if isinstance(expression, NameExpr) else expression
    written = keyed.as_display(written)
    if not isinstance(whole, Instance) or not isinstance(written, ListExpr | DictExpr):
        return type_
    if isinstance(expression, NameExpr) and is_changed(checker, expression):
        return type_
    pairs = items(written)
    if not pairs or whole.type.fullname not in {"builtins.list", "builtins.dict"}:
        return type_
    return _made(
        checker, whole, {key: checker.lookup_type_or_none(value) or anything() for key, value in pairs.items()}
    )


def _made(checker: TypeChecker, whole: Instance, pairs: Mapping[Key, Type]) -> Instance:
    keys = [LiteralType(key, checker.named_type(f"builtins.{type(key).__name__}")) for key in pairs]
    return objects.made(Types(checker.modules), whole, _in_pairs(keys, pairs.values()))


def _in_pairs(keys: Iterable[Type], values: Iterable[Type]) -> list[Type]:
    return [part for pair in zip(keys, values, strict=True) for part in pair]


def returned(
    checker: TypeChecker,
    body: list[Statement],
    value: Expression,
    types: Mapping[Expression, Type],
    lists: frozenset[str] = frozenset(),
) -> Type:
    """The type of what the body returns; of a list or dict that is written out there, with what is in it.

    `lists` are the variables that are lists, though the body has been checked with tuples in their place.
    """
    held = _listed(value, types, lists)
    if held is not None:
        return list_of(checker, held)
    given = assigned(body, value.node) if isinstance(value, NameExpr) else []
    written = keyed.as_display(given[0][1] if len(given) == 1 else value)
    whole = get_proper_type(types[value])
    if not isinstance(written, DictExpr) or not isinstance(whole, Instance):
        is_certain = isinstance(written, CallExpr) and objects.is_certain(checker, written)
        return whole if is_certain else objects.stripped(whole)
    pairs = keyed.filled_in_turn(body, value) if isinstance(value, NameExpr) else items(written)
    if not pairs:
        return objects.stripped(whole)
    return _made(checker, whole, {key: types.get(one) or anything() for key, one in pairs.items()})


def list_of(checker: TypeChecker, held: Iterable[Type]) -> Instance:
    """The type of a list with these in it."""
    return _made(checker, Types(checker.modules).instance("builtins.list", anything()), dict(enumerate(held)))


def _listed(value: Expression, types: Mapping[Expression, Type], lists: frozenset[str]) -> list[Type] | None:
    """What is in a new list."""
    whole = get_proper_type(types[value])
    if isinstance(value, NameExpr) and value.name in lists and isinstance(whole, TupleType):
        return list(whole.items)
    pairs = items(value) if isinstance(value, ListExpr) else {}
    return [types.get(one) or anything() for one in pairs.values()] if pairs else None


def apart(type_: Type) -> Type:
    """The type of an object with what it was made of, as one that mypy tells from those of others of its class."""
    proper = get_proper_type(type_)
    given = objects.arguments(proper)
    if given is None or not isinstance(proper, Instance):
        return type_
    plain = proper.copy_modified()
    plain.extra_attrs = None
    return TupleType([apart(one) for one in given], plain)


def together(checker: TypeChecker, type_: Type) -> Type:
    """The type of the object again."""
    proper = get_proper_type(type_)
    if not isinstance(proper, TupleType) or proper.partial_fallback.type.has_base(names.TUPLE):
        return type_
    return objects.made(Types(checker.modules), proper.partial_fallback, [together(checker, i) for i in proper.items])


def with_items(types: Types, whole: Instance, given: list[Type] | None, change: Callable[[Type], Type]) -> Instance:
    """The type of a dict, with what was in another one, changed, in it where that is known."""
    if not given:
        return whole
    keys, values = given[::2], given[1::2]
    return objects.made(types, whole, _in_pairs(keys, map(change, values)))


def items(written: Expression) -> dict[Key, Expression]:
    """What a list, tuple or dict holds by place or key; nothing where that is not written out."""
    match written:
        case ListExpr(items=values) | TupleExpr(items=values) if not any(isinstance(v, StarExpr) for v in values):
            return dict(enumerate(values))
        case DictExpr(items=pairs):
            found = {key.value: value for key, value in pairs if isinstance(key, StrExpr | IntExpr)}
            return found if len(found) == len(pairs) else {}
    return {}


def tensor_in(checker: TypeChecker, place: IndexExpr) -> Type | None:
    """The type of the tensor that `batch["image"]` is, where it is known what is in the dict."""
    found = item(checker, place)
    type_ = checker.lookup_type_or_none(found) if isinstance(found, Expression) else found
    return type_ if type_ is not None and is_a(get_proper_type(type_), names.TENSOR) else None


def item(checker: TypeChecker, place: IndexExpr) -> Expression | Type | None:
    """What `sizes[0]` is: as it is written, or its type where the type of the whole says it."""
    key, base = _key(place.index), place.base
    if key is None or not isinstance(base, NameExpr | MemberExpr | CallExpr):
        return None
    if not isinstance(base, CallExpr) and is_changed(checker, base, key):
        return None
    written = keyed.as_display(constant_value(checker, base)) if isinstance(base, NameExpr) else None
    if written is not None and not isinstance(written, CallExpr):
        found = items(written)
        is_last = isinstance(key, int) and key < 0 and not isinstance(written, DictExpr)
        return found.get(len(found) + key if is_last and isinstance(key, int) else key)
    type_ = checker.lookup_type_or_none(base)
    given = objects.arguments(type_) if type_ is not None and objects.is_certain(checker, base) else None
    if not given or not _is_display(type_):
        return None
    by_key = {_value(name): value for name, value in zip(given[::2], given[1::2], strict=True)}
    return by_key.get(len(by_key) + key if isinstance(key, int) and key < 0 else key)


def held(checker: TypeChecker, expression: Expression, type_: Type) -> list[Type] | None:
    """The types of what is in a list or tuple, one by one; None where that is not known."""
    whole = get_proper_type(displayed(checker, expression, type_))
    if isinstance(whole, TupleType):
        return list(whole.items)
    if not _is_display(whole) or (isinstance(expression, NameExpr | MemberExpr) and is_changed(checker, expression)):
        return None
    given = objects.arguments(objects.believed(checker, expression, whole))
    return given[1::2] if given and isinstance(whole, Instance) and whole.type.fullname == "builtins.list" else None


def _is_display(type_: Type | None) -> bool:
    proper = get_proper_type(type_)
    return isinstance(proper, Instance) and proper.type.fullname in {"builtins.list", "builtins.dict"}


def _value(name: Type) -> object:
    proper = get_proper_type(name)
    return proper.value if isinstance(proper, LiteralType) else None


def _key(index: Expression) -> Key | None:
    match index:
        case IntExpr(value=key) | StrExpr(value=key):
            return key
        case UnaryExpr(op="-", expr=IntExpr(value=key)):
            return -key
    return None


def is_changed(checker: TypeChecker, place: NameExpr | MemberExpr, key: Key | None = None) -> bool:
    """Whether it, or what is under the key, may come to be something else.

    What is in a function's own variable no other function changes.
    """
    name, body = place.name, current_body(checker)
    if touches(checker, place):
        return True
    if not isinstance(place, NameExpr) or place.kind != LDEF or name in shared(checker.tree.defs):
        return name in changed(checker.tree)
    stored = _stored(body).get(name, frozenset())
    return name in changed_in(body) or (bool(stored) if key is None else key in stored)


@once_per_tree
def changed(tree: MypyFile) -> frozenset[str]:
    """The names of variables and attributes that may come to hold something else."""
    return frozenset().union(*map(changed_in, bodies(tree.defs)), *map(_stored, bodies(tree.defs)))


@once_per_tree
def _stored(body: list[Statement]) -> dict[str, frozenset[Key]]:
    """The keys under which the body stores something in the dict of each variable, where it writes them out."""
    found: dict[str, frozenset[Key]] = {}
    for target in (target for statement in statements(body) for target, _ in targets(statement)):
        match target:
            case IndexExpr(base=NameExpr(name=name), index=StrExpr(value=key)):
                found[name] = found.get(name, frozenset()) | {key}
    return found


@once_per_tree
def changed_in(body: list[Statement]) -> frozenset[str]:
    """Those that the body fills otherwise, or gives to who may do so, under this or another name."""
    stored = _stored(body)
    found: set[str] = set()
    for statement in statements(body):
        is_store = any(_is_store(target) for target, _ in targets(statement))
        filled = [] if is_store else list(filled_by(statement))
        found |= {_name(place) for place in filled}
        if not all(map(_name, filled)):  # `whole[0].append(x)`: of which of those that are in it is not known
            found |= handed_on(body)
        for call in calls(statement):
            match call:
                case CallExpr(callee=MemberExpr(expr=place, name=method)) if method in _CHANGING:
                    found.add(_name(place))
                case CallExpr(callee=callee, args=args):
                    found |= {n for i, one in enumerate(args) if (n := _name(one)) and not only_reads(callee, i)}
    for target, value in (pair for statement in statements(body) for pair in targets(statement)):
        renamed = {_name(target), _name(value)} - {""} if value else set()
        if not renamed.isdisjoint(found) or not renamed.isdisjoint(stored):
            found |= renamed
    return frozenset(found - {""})


def _is_store(target: Expression) -> bool:
    match target:
        case IndexExpr(base=NameExpr(), index=StrExpr()):
            return True
    return False


def _name(place: Expression) -> str:
    return place.name if isinstance(place, NameExpr | MemberExpr) else ""

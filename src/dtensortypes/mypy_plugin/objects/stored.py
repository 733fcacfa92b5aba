"""What methods put into the attributes of their object, joined to what is known of these.

An attribute is a tensor or an array, or a list or dict of them, of tuples or dicts of them, or of objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import TypeInfo, Var
from mypy.types import (
    AnyType,
    Instance,
    NoneType,
    TupleType,
    Type,
    UnionType,
    flatten_nested_unions,
    get_proper_type,
)

from dtensortypes.core.facts.dtype import DType
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.mypy_plugin.changes.stores import Kind, Store, inside, outside
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects import objects, rows
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.types_of import Types

_CONTAINERS: Final = frozenset({"builtins.list", "builtins.dict", "builtins.set", "collections.deque"})
Held = rows.Thing | None
Known = dict[str, Held]
"""What is known of the tensor or array that an attribute is, or of what is in it; None where none has come yet."""


def joined(checker: TypeChecker, cls: TypeInfo, known: Known, made: Sequence[Store]) -> Known:
    """What is known of the attributes once the methods have given them this, too.

    Of one that holds nothing yet a method can make nothing: what is known of others that come there comes first.
    """
    others = {one.name for one in made if one.kind is not Kind.ITEM}  # of whole lists that come there
    known = {name: held for name, held in known.items() if outside(name) == name or outside(name) not in others}
    facts = _facts(Types(checker.modules), cls, made)
    given = [(name, held) for stored_to, held in facts for name in _meant(known, stored_to)]
    first = {name for name, held in given if known[name] is None and _is_whole(held)}
    found = dict(known)
    for name, held in given:
        is_later = known[name] is None and bool(first) and (name not in first or not _is_whole(held))
        if name not in found or is_later:
            continue
        either = held if found[name] is None else _either(checker, found[name], held)
        if either:
            found[name] = either
        else:
            del found[name]
    return found


def _meant(known: Known, name: str) -> list[str]:
    """What the store is to: an attribute, or lists in one, of which it is not always known which it is."""
    whole = outside(name)
    if whole == name:
        return [name] if name in known else []
    meant = [name, inside(whole, None)] if name != inside(whole, None) else [one for one in known if one != whole]
    return [one for one in meant if one in known and outside(one) == whole]


def _either(checker: TypeChecker, one: Held, other: Held) -> Held:
    return None if one is None or other is None else rows.either_thing(Types(checker.modules), one, other)


def _is_whole(held: Held) -> bool:
    """Whether all is known of it but sizes: one dtype, and a device."""
    match held:
        case TensorFact(dtype=DType(), device=device):
            return device is not UNKNOWN
        case ArrayFact(dtype=dtype):
            return isinstance(dtype, DType)
        case TensorFact():
            return False
        case TupleType(items=items):
            facts = [rows.fact_of(item) for item in items if is_a(get_proper_type(item), names.TENSOR)]
            return all(map(_is_whole, facts)) and not any(isinstance(get_proper_type(i), AnyType) for i in items)
    return held is not None


def _facts(types: Types, cls: TypeInfo, made: Sequence[Store]) -> Iterator[tuple[str, Held]]:
    """What is known of the tensors, arrays and tuples that come into each attribute."""
    for name, given, kind, _ in made:
        if name != outside(name):
            yield name, None if given is None else rows.thing(types, given) if kind is Kind.ITEM else item(given)
            continue
        found = variable(cls, name)
        whole = get_proper_type(found.type) if found is not None else None
        if isinstance(whole, Instance) and is_container(whole):
            yield name, None if given is None else rows.thing(types, given) if kind is Kind.ITEM else item(given)
        elif kind is Kind.VALUE and not (is_perhaps_none(whole) and isinstance(get_proper_type(given), NoneType)):
            is_open = is_perhaps_none(whole) or isinstance(whole, AnyType)
            is_own = given is not None and (not is_open or stays(given))
            yield name, rows.fact_of(given) if given is not None and is_own else None


def stays(given: Type) -> bool:
    """Whether no module moves, or casts, what is put into one of its attributes: a parameter it does."""
    members = [get_proper_type(one) for one in flatten_nested_unions([given])]
    return all(isinstance(one, Instance) and one.type.fullname in {names.TENSOR, names.NDARRAY} for one in members)


def item(type_: Type) -> Held:
    """What is known of the items of a list, dict or the like; None where nobody says that they are tensors."""
    whole = get_proper_type(type_)
    inner = whole.args[-1] if isinstance(whole, Instance) and is_container(whole) else None
    return None if inner is None else rows.row(inner) or rows.fact_of(inner)


def variable(cls: TypeInfo, name: str) -> Var | None:
    """The attribute, if the class has it, or one of the same file that it derives from."""
    symbol = cls.get(name)
    node = symbol.node if symbol is not None else None
    return node if isinstance(node, Var) and node.info and node.info.module_name == cls.module_name else None


def is_container(type_: Instance) -> bool:
    """Whether it is a list or dict of tensors, arrays, tuples or objects, or one of which nobody says what is in it."""
    if type_.type.fullname not in _CONTAINERS:
        return False
    inner = get_proper_type(type_.args[-1])
    is_known = is_a(inner, names.TENSOR) or is_a(inner, names.NDARRAY) or objects.is_own(inner) or rows.is_dict(inner)
    return is_known or isinstance(inner, AnyType | TupleType)


def is_perhaps_none(type_: Type | None) -> bool:
    """Whether mypy knows no more of the attribute than that it may be None, or that and that it may be a tensor."""
    whole = get_proper_type(type_)
    members = [get_proper_type(one) for one in whole.items] if isinstance(whole, UnionType) else []
    others = [one for one in members if not isinstance(one, NoneType)]
    return 0 < len(others) < len(members) and all(isinstance(o, AnyType) or is_a(o, names.TENSOR) for o in others)

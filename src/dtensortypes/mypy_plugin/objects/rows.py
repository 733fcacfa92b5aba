"""Tuples in lists of objects, `self.memory.append((state, action, reward))`: what is known of their items."""

from __future__ import annotations

from typing import Final

from mypy.erasetype import remove_instance_last_known_values
from mypy.types import Instance, ProperType, TupleType, Type, get_proper_type

from dtensortypes.core.algebra.either import either
from dtensortypes.core.facts.tensor import ArrayFact, ArrayItem, TensorFact
from dtensortypes.mypy_plugin.changes.stores import is_counted
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.types.arrays import array_type
from dtensortypes.mypy_plugin.types.facts_of import is_a, tensor_fact
from dtensortypes.mypy_plugin.types.rewriting import vague
from dtensortypes.mypy_plugin.types.types_of import Types, anything
from dtensortypes.mypy_plugin.types.value_of import of_type

Thing = TensorFact | ArrayFact | TupleType | Instance
_PLAIN: Final = frozenset({"builtins.int", "builtins.bool", "builtins.str"})
"""What torch makes of others is not known: of numpy's numbers mypy says that they are floats."""


def has_objects(type_: Type) -> bool:
    """Whether it is an object of which is known what it was made of, or a list or the like of such."""
    match get_proper_type(type_):
        case Instance(args=args) as whole:
            return objects.arguments(whole) is not None or any(map(has_objects, args))
        case TupleType(items=items):
            return any(map(has_objects, items))
    return False


def row(type_: Type) -> TupleType | None:
    """The tuple, with what others know of its items, too; None of what is none."""
    proper = get_proper_type(type_)
    if not isinstance(proper, TupleType):
        return None
    fallback = proper.partial_fallback.type
    if fallback.fullname != names.TUPLE and not names.is_users(fallback.fullname):
        return None
    return proper.copy_modified(items=[_lasting(item) for item in proper.items])


def row_of(types: Types, whole: ProperType) -> ProperType | None:
    """What each is of the rows of a list, or of those of a tuple."""
    if isinstance(whole, Instance) and len(whole.args) == 1:
        return get_proper_type(whole.args[0])
    every = [get_proper_type(one) for one in whole.items] if isinstance(whole, TupleType) else []
    plain = [one for one in every if isinstance(one, TupleType)]
    found = plain[0] if plain and len(plain) == len(every) else None
    for one in plain[1:]:
        found = found and either_row(types, found, one)
    return found


def either_row(types: Types, one: TupleType, other: TupleType) -> TupleType | None:
    """The tuple that is one or the other; None where they differ in length."""
    if len(one.items) != len(other.items) or one.partial_fallback.type is not other.partial_fallback.type:
        return None
    return one.copy_modified(items=[either_item(types, *pair) for pair in zip(one.items, other.items, strict=True)])


def thing(types: Types, type_: Type) -> Thing | None:
    """What is known of a thing that is put into a list: a tuple, an object that is made here, a tensor, an integer.

    Of a dict it is what is known to be in it, key by key.
    """
    proper = get_proper_type(type_)
    if is_dict(proper) and isinstance(proper, Instance) and (given := objects.arguments(proper)):
        values = [_lasting(value).accept(vague()) for value in given[1::2]]
        inside = [part for pair in zip(given[::2], values, strict=True) for part in pair]
        return objects.of_all(objects.made(types, proper, inside))
    if isinstance(proper, Instance) and objects.is_own(proper) and objects.arguments(proper) is not None:
        return objects.of_all(proper)
    if isinstance(proper, Instance) and is_counted(proper):
        return proper.copy_modified(last_known_value=None)
    return row(type_) or tensor_fact(type_) or fact_of(type_)


def either_thing(types: Types, one: Thing, other: Thing) -> Thing | None:
    """What is known of what is one or the other; None where they are of different kinds."""
    if isinstance(one, TupleType) and isinstance(other, TupleType):
        return either_row(types, one, other)
    if isinstance(one, Instance) and one == other and is_counted(one):
        return one
    if isinstance(one, Instance) and isinstance(other, Instance):
        return either_object(types, one, other)
    if isinstance(one, TensorFact | ArrayFact) and isinstance(other, TensorFact | ArrayFact):
        found = either(one, other)
        return found if isinstance(found, TensorFact | ArrayFact) else None
    return None


def either_object(types: Types, one: Instance, other: Instance) -> Instance | None:
    """The object that is one or the other; None where they are of different classes."""
    first, second = objects.arguments(one) or [], objects.arguments(other) or []
    if one.type is not other.type or not first or len(first) != len(second):
        return None
    if is_dict(one) and first[::2] != second[::2]:
        return None
    whole = objects.made(types, one, [either_item(types, *pair) for pair in zip(first, second, strict=True)])
    return objects.of_all(whole)


def typed(types: Types, fact: Thing) -> Type:
    """The type of the tensor, array, tuple or object."""
    if isinstance(fact, TupleType | Instance):
        return fact
    return array_type(types, fact) if isinstance(fact, ArrayFact) else types.tensor(fact)


def is_dict(type_: ProperType | None) -> bool:
    """Whether it is a plain dict."""
    return isinstance(type_, Instance) and type_.type.fullname == "builtins.dict"


def _lasting(item: Type) -> Type:
    proper = get_proper_type(item)
    is_known = isinstance(proper, Instance) and (proper.type.fullname in _PLAIN or fact_of(proper) is not None)
    is_cast = is_a(proper, names.PARAMETER)  # with its module
    return remove_instance_last_known_values(proper) if is_known and not is_cast else anything()


def fact_of(type_: Type) -> TensorFact | ArrayFact | None:
    """What the type says of a tensor, or of an array of any sizes; None where it is neither."""
    fact = of_type(type_)
    return fact if isinstance(fact, TensorFact | ArrayFact) and not isinstance(fact, ArrayItem) else None


def either_item(types: Types, one: Type, other: Type) -> Type:
    """What is known of what is one or the other."""
    if one == other:
        return one
    first, second = fact_of(one), fact_of(other)
    both = either(first, second) if first is not None and second is not None else None
    return typed(types, both) if isinstance(both, TensorFact | ArrayFact) else anything()

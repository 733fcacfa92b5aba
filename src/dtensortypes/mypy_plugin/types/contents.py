"""What is in an `nn.ModuleList` or its kin: the type of each item stands in the type of the container.

It is in its configuration, under the key that the item has there, `*` for any; a container of which that is not known
has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.typeops import make_simplified_union
from mypy.types import Instance, LiteralType, TupleType, Type, UnionType, flatten_nested_unions, get_proper_type

from dtensortypes.core import ops
from dtensortypes.core.facts.value import LayerFact
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.types.facts_of import arguments_as, is_a
from dtensortypes.mypy_plugin.types.types_of import Types, anything
from dtensortypes.mypy_plugin.types.value_of import of_type

ANY: Final = "*"
_MOST: Final = 8
"""How many kinds of items are told apart."""

Items = dict[str, Type]


def is_part(type_: Type) -> bool:
    """Whether the type is that of one module, or of one parameter; a container is one if it is known what is in it."""
    proper = get_proper_type(type_)
    if is_a(proper, names.MODULE):
        is_container = proper.type.fullname in names.MODULE_CONTAINERS
        return is_whole(proper) if is_container else proper.type.fullname != names.MODULE
    return is_a(proper, names.PARAMETER)


def holding(checker: TypeChecker, container: Instance, items: Items | None) -> Instance:
    """The container's type with these items, in the state that all of them share."""
    types = Types(checker.modules)
    if items is None:
        return container.copy_modified(args=[*container.args[:-3], anything(), anything(), anything()])
    pairs = [part for key, type_ in items.items() for part in (types.literal(key), type_)]
    config = TupleType(pairs, types.instance(names.TUPLE, anything()))
    return container.copy_modified(args=[*container.args[:-3], *_shared(items.values()), config])


def with_layers(checker: TypeChecker, sequence: Instance, layers: list[Type]) -> Instance:
    """The type of an `nn.Sequential` with these layers instead of its own, in the state that all of them share."""
    config = get_proper_type(sequence.args[-1])
    if not isinstance(config, TupleType):
        return holding(checker, sequence, None)
    whole = config.copy_modified(items=[config.items[0], TupleType(layers, config.partial_fallback)])
    return sequence.copy_modified(args=[*sequence.args[:-3], *_shared(layers), whole])


def _shared(items: Iterable[Type]) -> tuple[Type, Type]:
    """The dtype and the device that all of these are in."""
    states = {state for type_ in items for state in _states(type_)}
    return states.pop() if len(states) == 1 else (anything(), anything())


def _states(type_: Type) -> Iterator[tuple[Type, Type]]:
    for part in flatten_nested_unions([get_proper_type(type_)]):
        proper = get_proper_type(part)
        if isinstance(proper, Instance):
            base = names.MODULE if is_a(proper, names.MODULE) else names.TENSOR
            dtype, device, *_ = arguments_as(proper, base)
            if not ops.is_stateless(LayerFact(names.public(proper.type.fullname))):
                yield get_proper_type(dtype), get_proper_type(device)


def items_of(container: Instance) -> Items:
    """The types of what is in the container, in its state."""
    config = get_proper_type(container.args[-1]) if container.args else None
    if not isinstance(config, TupleType):
        return {}
    if container.type.fullname == names.SEQUENTIAL:
        return {str(i): layer for i, layer in enumerate(in_turn(container))}
    keys = [str(of_type(key)) for key in config.items[::2]]
    return dict(zip(keys, config.items[1::2], strict=True))


def has_size(type_: Type) -> bool:
    """Whether a number is known of what modules of this type were made with."""
    for part in map(get_proper_type, flatten_nested_unions([type_])):
        if isinstance(part, LiteralType) and type(part.value) is int:
            return True
        inner = part.args if isinstance(part, Instance) else part.items if isinstance(part, TupleType) else ()
        if any(map(has_size, inner)):
            return True
    return False


def in_turn(module: Type) -> list[Type]:
    """The layers of an `nn.Sequential`, as its configuration says them."""
    proper = get_proper_type(module)
    config = get_proper_type(proper.args[-1]) if isinstance(proper, Instance) and proper.args else None
    layers = get_proper_type(config.items[1]) if isinstance(config, TupleType) and len(config.items) == 2 else None
    return list(layers.items) if isinstance(layers, TupleType) else []


def count(container: Instance) -> int | None:
    """How many items are in a list of modules, or in an `nn.Sequential`; None where that is not known."""
    is_list = container.type.fullname in {names.MODULE_LIST, names.SEQUENTIAL}
    items = items_of(container) if is_list else {}
    return len(items) if items and ANY not in items else None


def is_dict(container: Instance) -> bool:
    """Whether it is a dict of modules of which all names are known."""
    if container.type.fullname != names.MODULE_DICT or not is_whole(container):
        return False
    return ANY not in items_of(container)


def sliced(checker: TypeChecker, container: Instance, bounds: slice) -> Instance:
    """The type of a part of a list of modules."""
    if count(container) is None:
        return holding(checker, container, None)
    part = list(items_of(container).values())[bounds]
    config = get_proper_type(container.args[-1])
    if container.type.fullname == names.SEQUENTIAL and isinstance(config, TupleType):
        layers = config.copy_modified(items=[config.items[0], TupleType(part, config.partial_fallback)])
        return container.copy_modified(args=[*container.args[:-1], layers])
    return holding(checker, container, {str(i): item for i, item in enumerate(part)})


def in_order(checker: TypeChecker, type_: Type) -> TupleType | None:
    """What `*layers` gives, of a list of modules of which it is known how many there are."""
    proper = get_proper_type(type_)
    if not isinstance(proper, Instance) or count(proper) is None:
        return None
    return TupleType(list(items_of(proper).values()), Types(checker.modules).instance(names.TUPLE, anything()))


def is_whole(container: Instance) -> bool:
    """Whether all that is in the container is known."""
    return isinstance(get_proper_type(container.args[-1]), TupleType)


def any_of(items: Items) -> Type | None:
    """Whichever item it is; None where nothing is known of one, or there are too many kinds."""
    if not 0 < len(items) <= _MOST:
        return None
    union = make_simplified_union(list(items.values()))
    members = map(get_proper_type, flatten_nested_unions([union]))
    # Mypy asks each member of a union for what the program asks only the right one.
    of_users = any(isinstance(m, Instance) and names.is_users(m.type.fullname) for m in members)
    return None if of_users and isinstance(union, UnionType) else union

"""What a loader gives in each round: the items of its data set, collated as torch does by default."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.types import Instance, LiteralType, ProperType, TupleType, Type, TypedDictType, get_proper_type

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.facts.value import Value
from dtensortypes.core.rules.collated import collated
from dtensortypes.mypy_plugin.bodies import displays
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.types.arrays import sized_array
from dtensortypes.mypy_plugin.types.facts_of import arguments_as
from dtensortypes.mypy_plugin.types.types_of import Types, anything
from dtensortypes.mypy_plugin.types.value_of import of_type

_DICT: Final = "builtins.dict"
_LIST: Final = "builtins.list"


def batch_of(types: Types, loader: Type) -> Type | None:
    """The type of the loader's batches; None where it is not known."""
    proper = get_proper_type(loader)
    (item,) = arguments_as(proper, names.DATA_LOADER) if isinstance(proper, Instance) else [anything()]
    made = [get_proper_type(one) for one in objects.arguments(loader) or []]
    if len(made) > 1:
        return made[1]
    count = made[0].value if made and isinstance(made[0], LiteralType) else None
    return _batch(types, item, Dim.of(count) if type(count) is int else UNKNOWN)


def _batch(types: Types, item: Type, count: Dim | Unknown) -> Type | None:
    proper = get_proper_type(item)
    parts = of_parts(types, proper, lambda one: _batch(types, one, count) or anything())
    if parts is not None:
        return parts
    if isinstance(proper, Instance) and proper.type.fullname == _LIST and objects.arguments(proper):
        held = (objects.arguments(proper) or [])[1::2]  # a list of unlike tensors, unpacked as a tuple is
        return TupleType(
            [_batch(types, one, count) or anything() for one in held], types.instance(names.TUPLE, anything())
        )
    if isinstance(proper, TupleType) and has_dicts(proper) and not proper.partial_fallback.type.is_named_tuple:
        return proper.copy_modified(items=[_batch(types, one, count) or anything() for one in proper.items])
    batch = collated(made(item), count)
    if batch is UNKNOWN:
        return None
    found = get_proper_type(types.value(batch))
    if isinstance(proper, TupleType) and isinstance(found, TupleType) and proper.partial_fallback.type.is_named_tuple:
        # The fields of the batch are the collated ones, not those that the class declares.
        return found.copy_modified(fallback=types.instance(names.NAMED_RESULT))
    return found


def of_parts(types: Types, whole: ProperType, change: Callable[[Type], Type]) -> Type | None:
    """The dict, each of its values changed; None where it is none."""
    if isinstance(whole, TypedDictType):
        return whole.copy_modified(item_types=[change(one) for one in whole.items.values()])
    if isinstance(whole, Instance) and whole.type.fullname == _DICT:
        changed = whole.copy_modified(args=[whole.args[0], change(whole.args[1])])
        return displays.with_items(types, changed, objects.arguments(whole), change)
    return None


def made(item: Type) -> Value:
    """What an item is: its type is that of what the body of `__getitem__` makes, the sizes of arrays included."""
    return of_type(item, sized_array)


def has_dicts(whole: TupleType) -> bool:
    """Whether dicts, of which the rules know nothing, are among the items."""
    items = map(get_proper_type, whole.items)
    return any(isinstance(o, TypedDictType) or (isinstance(o, Instance) and o.type.fullname == _DICT) for o in items)

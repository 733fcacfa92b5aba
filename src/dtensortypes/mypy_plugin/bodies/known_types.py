"""What types of parameters and attributes say of their values: numbers, words, classes, lists with their items."""

from __future__ import annotations

from typing import Any, Final

from mypy.types import Instance, LiteralType, NoneType, TupleType, Type, TypeType, get_proper_type

from dtensortypes.mypy_plugin.bodies.starred import as_variable
from dtensortypes.mypy_plugin.objects import fields, objects
from dtensortypes.mypy_plugin.text.computed import Modules, ModulesByName
from dtensortypes.mypy_plugin.types import contents
from dtensortypes.mypy_plugin.types.facts_of import is_size


class _Opaque:
    """What stands for a value of which nothing is known."""

    __slots__ = ()


OPAQUE: Final = _Opaque()


class Fields(dict[str, Any]):
    """What the fields of an object are."""


def value_of(type_: Type) -> Any:
    """The value that the type is about; OPAQUE where it does not say which."""
    proper = get_proper_type(as_variable(type_))
    match proper:
        case LiteralType(fallback=cls) | Instance(last_known_value=LiteralType(fallback=cls)) if cls.type.is_enum:
            return OPAQUE  # mypy itself knows which member it is
        case _ if is_size(proper):
            return OPAQUE  # it has a name, which is no word of the program's
        case LiteralType(value=value) | Instance(last_known_value=LiteralType(value=value)):
            return value if isinstance(value, bool | int | float | str) else OPAQUE
        case NoneType():
            return None
        case TupleType(items=items):
            return tuple(map(value_of, items))
        case TypeType(item=Instance() as made) if objects.is_exact(proper):
            return made.type
        case Instance():
            return _of_instance(proper)
    return OPAQUE


def is_plain(value: Any) -> bool:
    """Whether it is a list or tuple of numbers and words, which are the same for ever."""
    return isinstance(value, tuple) and all(one is None or isinstance(one, int | float | str) for one in value)


def _of_module(type_: Type) -> Any:
    """What a module is known as: by its items, if it is a list of modules."""
    proper = get_proper_type(type_)
    return _of_instance(proper) if isinstance(proper, Instance) and contents.count(proper) is not None else OPAQUE


def _of_instance(instance: Instance) -> Any:
    if contents.count(instance) is not None:
        return Modules(map(_of_module, contents.items_of(instance).values()))
    if contents.is_dict(instance):
        return ModulesByName({key: _of_module(one) for key, one in contents.items_of(instance).items()})
    given = objects.arguments(instance)
    if given is None:
        return OPAQUE
    if instance.type.fullname == "builtins.list":
        return tuple(map(value_of, given[1::2]))
    if instance.type.fullname == "builtins.dict":
        keys = [value_of(key) for key in given[::2]]
        return dict(zip(keys, map(value_of, given[1::2]), strict=True))
    held = fields.held_by_name(instance.type, given)
    return Fields({name: value_of(one) for name, one in held.items()}) if held else OPAQUE

"""What types of parameters and attributes say of their values: numbers, words, classes, lists with their items."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from mypy.checker import TypeChecker
from mypy.nodes import FuncDef, TypeInfo
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    LiteralType,
    NoneType,
    TupleType,
    Type,
    TypeType,
    get_proper_type,
)

from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.rules.devices import as_device, told_by
from dtensortypes.mypy_plugin.bodies.starred import as_variable
from dtensortypes.mypy_plugin.changes.disturbed import refilled, refilled_whole
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import trees
from dtensortypes.mypy_plugin.objects import fields, objects
from dtensortypes.mypy_plugin.text.computed import Modules, ModulesByName, OfClass, Unknown
from dtensortypes.mypy_plugin.text.references import defined, is_callable_by_name
from dtensortypes.mypy_plugin.types import contents
from dtensortypes.mypy_plugin.types.facts_of import device_fact, is_a, is_size
from dtensortypes.mypy_plugin.types.types_of import Types


class Opaque:
    """What stands for a value that only mypy can tell."""

    __slots__ = ()


OPAQUE: Final = Opaque()
THING: Final = Opaque()
"""An object that is true, of which no more is known."""
_TRUTH: Final = (int.__bool__.__name__, list.__len__.__name__)
"""The methods that Python asks whether an object is true."""


@dataclass(frozen=True, slots=True)
class Fields(OfClass):
    """What the fields of an object of this class are."""

    held: Mapping[str, Any]

    def __bool__(self) -> bool:
        if not _is_always_true(self.cls):
            raise Unknown
        return True


def _is_of_very_class(instance: Instance) -> bool:
    """Whether it is known that the class has made the object itself, and none that derives from it."""
    settings = instance.args[-1:] if is_a(instance, names.MODULE) else ()
    return objects.is_made_here(instance) or any(not isinstance(get_proper_type(one), AnyType) for one in settings)


def _is_always_true(cls: TypeInfo) -> bool:
    """Whether Python takes each object of this very class for true."""
    return not cls.fallback_to_any and all(cls.get(name) is None for name in _TRUTH)


def device_made_of(checker: TypeChecker, given: Any) -> Any:
    """What is known of the device that `torch.device(given)` gives; raises Unknown."""
    cls = Types(checker.modules).info(names.DEVICE)
    if isinstance(given, Fields) and given.cls is cls:
        return given
    if told := told_by(as_device(given if isinstance(given, str) else UNKNOWN)):
        return Fields(cls, told)
    raise Unknown


def held_in(checker: TypeChecker, owner: Fields, name: str) -> Any:
    """The value of the field, if the files at hand give it no other one; raises Unknown."""
    if owner.cls.fullname != names.DEVICE and fields.is_changed(checker, owner.cls, name):
        raise Unknown
    return kept(checker, name, owner.held[name])


def kept(checker: TypeChecker, name: str, value: Any) -> Any:
    """The value of an object's attribute, if it is no list or dict that the files at hand may change."""
    filled = refilled_whole if is_plain(value) else refilled
    if type(value) in {tuple, dict} and any(name in filled(tree) for tree in trees(checker)):
        raise Unknown
    return value


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
            return tuple(map(_of_item, items))
        case TypeType(item=Instance() as made) if objects.is_exact(proper):
            return made.type
        case CallableType(definition=FuncDef() as function) if is_callable_by_name(function):
            return defined(function, function)
        case Instance():
            return _of_instance(proper)
    return OPAQUE


def _of_item(type_: Type) -> Any:
    """The value of what is in a tuple: of `f if flag else g` mypy says there that it is f."""
    return OPAQUE if isinstance(get_proper_type(type_), CallableType) else value_of(type_)


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
    if is_a(instance, names.DEVICE):
        told = told_by(device_fact(instance.args[0])) if instance.args else {}
        return Fields(instance.type, told) if told else OPAQUE
    given = objects.arguments(instance)
    if given is None:
        return _thing(instance)
    if instance.type.fullname == "builtins.list":
        return tuple(map(value_of, given[1::2]))
    if instance.type.fullname == "builtins.dict":
        keys = [value_of(key) for key in given[::2]]
        return dict(zip(keys, map(value_of, given[1::2]), strict=True))
    held = fields.held_by_name(instance.type, given)
    whole = {name: value_of(one) for name, one in held.items()}
    return Fields(instance.type, whole) if whole else _thing(instance)


def _thing(instance: Instance) -> Opaque:
    return THING if _is_of_very_class(instance) and _is_always_true(instance.type) else OPAQUE

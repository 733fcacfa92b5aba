"""Attributes that are plain lists, or dicts, of modules: torch moves those with no module."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Context
from mypy.types import Instance, TupleType, Type, get_proper_type

from dtensortypes.mypy_plugin.bodies.completed import is_gathered
from dtensortypes.mypy_plugin.changes.stores import reached_outside
from dtensortypes.mypy_plugin.messages.watcher import trees
from dtensortypes.mypy_plugin.objects import births
from dtensortypes.mypy_plugin.objects.passed_lists import in_no_state
from dtensortypes.mypy_plugin.text.held import held
from dtensortypes.mypy_plugin.text.reached_items import reached
from dtensortypes.mypy_plugin.types.compare import has_module, has_tensor
from dtensortypes.mypy_plugin.types.types_of import Types

_CONTAINERS: Final = frozenset({"builtins.list", "builtins.dict"})


def made(checker: TypeChecker, owner: Instance, name: str, type_: Type, place: Context) -> Type | None:
    """What the constructor made the attribute; None of a list of modules that it goes on to fill, or somebody moves."""
    found = births.attribute(checker, owner, name, type_, place)
    if found is not None and _holds_tensors(found) and any(name in reached_outside(tree) for tree in trees(checker)):
        return None
    is_list = found is not None and has_module(found) and is_gathered(found)
    return None if is_list and name not in held(checker.tree).written else found


def _holds_tensors(type_: Type) -> bool:
    whole = get_proper_type(type_)
    is_container = isinstance(whole, Instance) and whole.type.fullname in _CONTAINERS
    return is_container and has_tensor(whole)


def as_reached(checker: TypeChecker, type_: Type, name: str) -> Type:
    """The type of the attribute; the modules in a plain list are in no known state where somebody may have one."""
    whole = get_proper_type(type_)
    is_container = isinstance(whole, Instance) and whole.type.fullname in _CONTAINERS
    is_container = is_container or isinstance(whole, TupleType)
    if not is_container or not has_module(whole) or not any(f".{name}" in reached(tree) for tree in trees(checker)):
        return type_
    return in_no_state(Types(checker.modules), whole)

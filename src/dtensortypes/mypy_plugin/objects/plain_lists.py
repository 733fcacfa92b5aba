"""Attributes that are plain lists or dicts: others may get hold of them, and torch moves the modules in none."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Context, TypeInfo
from mypy.types import Instance, TupleType, Type, get_proper_type

from dtensortypes.mypy_plugin.bodies.completed import is_gathered
from dtensortypes.mypy_plugin.changes.given_back import is_filled_as_given
from dtensortypes.mypy_plugin.changes.stores import own_handed_on, reached_outside
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import trees
from dtensortypes.mypy_plugin.objects import births
from dtensortypes.mypy_plugin.objects.passed_lists import CONTAINERS, holds_others, in_no_state
from dtensortypes.mypy_plugin.text.held import held
from dtensortypes.mypy_plugin.text.reached_items import reached
from dtensortypes.mypy_plugin.text.scope import functions_in
from dtensortypes.mypy_plugin.types.compare import has_module, has_tensor
from dtensortypes.mypy_plugin.types.types_of import Types


def made(checker: TypeChecker, owner: Instance, name: str, type_: Type, place: Context) -> Type | None:
    """What the constructor made the attribute; None of a list that others may fill, or whose modules somebody moves."""
    found = births.attribute(checker, owner, name, type_, place)
    if found is not None and holds_others(found):
        is_reached = has_tensor(found) and any(name in reached_outside(tree) for tree in trees(checker))
        if is_reached or _is_handed_on(checker, owner.type, name):
            return None
    is_list = found is not None and has_module(found) and is_gathered(found)
    return None if is_list and name not in held(checker.tree).written else found


def _is_handed_on(checker: TypeChecker, info: TypeInfo, name: str) -> bool:
    """Whether a method of the class, or of a base, gives the list or dict to those who may put something into it."""
    own = (base.defn.defs.body for base in info.mro if names.is_users(base.module_name))
    methods = [method for body in own for method in functions_in(body)]
    is_kept = any(name in own_handed_on(method.body.body) for method in methods)
    return is_kept or is_filled_as_given(trees(checker), methods, name)


def as_reached(checker: TypeChecker, type_: Type, name: str) -> Type:
    """The type of the attribute; the modules in a plain list are in no known state where somebody may have one."""
    whole = get_proper_type(type_)
    is_container = isinstance(whole, Instance) and whole.type.fullname in CONTAINERS
    is_container = is_container or isinstance(whole, TupleType)
    if not is_container or not has_module(whole) or not any(f".{name}" in reached(tree) for tree in trees(checker)):
        return type_
    return in_no_state(Types(checker.modules), whole)

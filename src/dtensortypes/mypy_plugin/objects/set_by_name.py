"""Modules that a constructor gives its object by names that are worked out, read: `getattr(self, f"fc{i}")`.

Mypy knows of no such attribute: it is what the constructor, read for this object, has made it.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import MypyFile, TypeInfo
from mypy.types import Instance, Type, get_proper_type

from dtensortypes.core.facts.value import LayerFact
from dtensortypes.mypy_plugin.changes.disturbed import assigned
from dtensortypes.mypy_plugin.changes.states import as_made, in_state
from dtensortypes.mypy_plugin.changes.tied import registered_from_outside
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import trees
from dtensortypes.mypy_plugin.objects import births
from dtensortypes.mypy_plugin.text.classes import heirs
from dtensortypes.mypy_plugin.text.set_by_name import setting
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.types_of import Types


def read(checker: TypeChecker, owner: Instance, name: str, state: LayerFact) -> Type | None:
    """The type of the module `owner.name` in the owner's state; None where none is put in so, or others may be."""
    every = [one for tree in trees(checker) for one in setting(tree)]
    if not any(owner.type.has_base(one.info.fullname) for one in every):
        return None
    related = [one for one in every if _are_related(one.info, owner.type)]
    is_own = len(related) == 1 and related[0].name == "__init__" and related[0].info is owner.type
    if not is_own or any(_may_be_another(tree, owner.type, name) for tree in trees(checker)):
        return None
    found = births.begun(checker, owner).get(name)
    if found is None or not is_a(get_proper_type(found), names.MODULE):
        return None
    return in_state(Types(checker.modules), found, state, as_made([owner]))


def _are_related(one: TypeInfo, other: TypeInfo) -> bool:
    return one in other.mro or other in one.mro


def _may_be_another(tree: MypyFile, cls: TypeInfo, name: str) -> bool:
    """Whether the file gives such an attribute otherwise, or makes objects that are of this class, and more."""
    is_given = name in assigned(tree) or name in registered_from_outside(tree)
    return is_given or bool(heirs(tree, cls))

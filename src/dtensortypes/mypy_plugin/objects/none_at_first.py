"""Attributes that are None at first, `self.cache = None`, and that a method gives something else.

To mypy they are None for good where the constructor declares anything, and None or anything where it declares nothing.
Taken for the second here, they can be followed; whether what a method gives fits what a constructor has left out is
nothing that a program says.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import MypyFile, TypeInfo, Var
from mypy.types import AnyType, NoneType, Type, TypeOfAny, UnionType, get_proper_type

from dtensortypes.mypy_plugin.changes.fixed import values_given
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import is_trial
from dtensortypes.mypy_plugin.text.definitions import is_made_up
from dtensortypes.mypy_plugin.text.expressions import is_none
from dtensortypes.mypy_plugin.text.scope import functions


def opened(checker: TypeChecker, variable: Var | None, type_: Type) -> Type:
    """The type of the attribute, with anything besides None where a method of the file gives it more."""
    if variable is None or not isinstance(get_proper_type(type_), NoneType) or not is_made_up(variable):
        return type_
    if variable.info.module_name != checker.tree.fullname:
        return type_
    if not names.imports_us(checker.tree):  # who knows nothing of us hears what mypy says of it
        is_filled = is_trial(checker) and _is_filled(checker.tree, variable.info, variable.name)
        return UnionType([AnyType(TypeOfAny.unannotated), NoneType()]) if is_filled else type_
    if isinstance(get_proper_type(variable.type), NoneType) and _is_filled(checker.tree, variable.info, variable.name):
        variable.type = UnionType([AnyType(TypeOfAny.unannotated), NoneType()])
    return variable.type or type_


def _is_filled(tree: MypyFile, cls: TypeInfo, name: str) -> bool:
    """Whether a method of the class, or of one below it, gives the attribute something else than None."""
    related = (one for one in functions(tree) if one.info and (one.info in cls.mro or cls in one.info.mro))
    return any(not is_none(value) for method in related for value in values_given(method, name))

"""Modules that a body gives back, with what it has done to them by other names: `for part in net: part.half()`."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncDef, MemberExpr, NameExpr
from mypy.types import TupleType, Type, get_proper_type

from dtensortypes.mypy_plugin.changes.owners import SELF, attribute_of, root
from dtensortypes.mypy_plugin.changes.settled import handed, settled, unsettled
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.expressions import beside
from dtensortypes.mypy_plugin.types.facts_of import is_a


def handed_back(checker: TypeChecker, function: FuncDef, value: Expression, type_: Type) -> Type:
    """The type of what the function gives, without the state of modules that its body may have cast or moved."""
    proper = get_proper_type(type_)
    if isinstance(proper, TupleType) and (pairs := beside(value, proper.items)):
        return proper.copy_modified(items=[handed_back(checker, function, one, item) for one, item in pairs])
    if not isinstance(value, NameExpr | MemberExpr) or not is_a(proper, names.MODULE):
        return type_
    return unsettled(proper) if _is_handed_on(function, value) else settled(checker, proper, value)


def _is_handed_on(function: FuncDef, place: NameExpr | MemberExpr) -> bool:
    """Whether the function hands the module on, as it is written: in the copy its loops may be written out."""
    parts = {SELF, attribute_of(place)}
    return any(attribute in parts for _, attribute in handed(function).get(root(place), ()))

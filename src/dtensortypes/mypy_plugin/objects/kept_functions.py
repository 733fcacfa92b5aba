"""Functions of the program that objects keep: `Images(transform=to_tensor)`, of which `self.transform(x)` is a call."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import FuncDef, MemberExpr, Var
from mypy.types import CallableType, Instance, Type, get_proper_type

from dtensortypes.mypy_plugin.changes.fixed import is_one_function, is_own_function
from dtensortypes.mypy_plugin.types.types_of import anything


def function_kept(checker: TypeChecker, place: MemberExpr, owner: Type) -> FuncDef | None:
    """The function that the attribute of this object certainly is; None where it may be another one, or a method."""
    object_, held = get_proper_type(owner), get_proper_type(checker.lookup_type_or_none(place))
    function = defined_by(held)
    symbol = object_.type.get(place.name) if isinstance(object_, Instance) else None
    is_own = symbol is not None and isinstance(symbol.node, Var) and not symbol.node.is_initialized_in_class
    if function is None or not isinstance(object_, Instance) or not is_own or is_one_function(checker, place):
        return function if is_own else None
    from dtensortypes.mypy_plugin.objects import births  # whose constructors call what they are given

    made = births.attribute(checker, object_, place.name, anything(), place)
    return function if defined_by(made) is function else None


def defined_by(type_: Type | None) -> FuncDef | None:
    """The function of the program, no method, that is of this type."""
    proper = get_proper_type(type_)
    found = proper.definition if isinstance(proper, CallableType) and is_own_function(proper) else None
    return found if isinstance(found, FuncDef) and not found.info else None

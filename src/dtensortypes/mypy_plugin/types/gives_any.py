"""Whether a call gives `Any`, by the type of what is called."""

from __future__ import annotations

from mypy.nodes import FuncDef
from mypy.types import AnyType, CallableType, Instance, Overloaded, ProperType, TypeOfAny, get_proper_type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.types.facts_of import is_a


def _call_of(owner: Instance) -> ProperType | None:
    symbol = owner.type.get("__call__")
    if symbol is not None and isinstance(symbol.node, FuncDef) and symbol.node.type is None:
        return AnyType(TypeOfAny.unannotated)
    return get_proper_type(symbol.type) if symbol else None


def gives_any_as_module(type_: ProperType) -> bool:
    """Whether it is, of one of the types of a callee that may be a module."""
    return isinstance(type_, AnyType) or (is_a(type_, names.MODULE) and gives_any(_call_of(type_)))


def gives_any(type_: ProperType | None) -> bool:
    """Whether it is."""
    match type_:
        case AnyType():
            return True
        case CallableType():
            return isinstance(get_proper_type(type_.ret_type), AnyType)
        case Overloaded():
            return all(gives_any(item) for item in type_.items)
        case Instance():
            return gives_any(_call_of(type_))
    return False

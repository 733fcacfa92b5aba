"""Whether a call gives `Any`, by the type of what is called; or an item of an object."""

from __future__ import annotations

from mypy.expandtype import expand_type_by_instance
from mypy.maptype import map_instance_to_supertype
from mypy.nodes import FuncDef
from mypy.types import AnyType, CallableType, Instance, Overloaded, ProperType, TypeOfAny, get_proper_type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.untyped import is_decorated


def _call_of(owner: Instance) -> ProperType | None:
    holder = owner.type.get_containing_type_info("__call__")
    symbol = holder.names["__call__"] if holder is not None else None
    if holder is None or symbol is None or (isinstance(symbol.node, FuncDef) and symbol.node.type is None):
        return AnyType(TypeOfAny.unannotated) if symbol is not None else None
    if symbol.type is None:
        return None
    # A `partial[Any]` gives `Any`.
    return get_proper_type(expand_type_by_instance(symbol.type, map_instance_to_supertype(owner, holder)))


def gives_any_as_module(type_: ProperType) -> bool:
    """Whether it is, of one of the types of a callee that may be a module."""
    return isinstance(type_, AnyType) or (is_a(type_, names.MODULE) and gives_any(_call_of(type_)))


def gives_any(type_: ProperType | None) -> bool:
    """Whether it is."""
    match type_:
        case AnyType():
            return True
        case CallableType():
            return isinstance(get_proper_type(type_.ret_type), AnyType) or is_decorated(type_)
        case Overloaded():
            return all(gives_any(item) for item in type_.items)
        case Instance():
            return gives_any(_call_of(type_))
    return False


def gives_any_item(container: ProperType | None) -> bool:
    """Whether `container[i]` is: of an object whose `__getitem__` declares nothing."""
    symbol = container.type.get(names.PICKING) if isinstance(container, Instance) else None
    return symbol is not None and isinstance(symbol.node, FuncDef) and symbol.node.type is None

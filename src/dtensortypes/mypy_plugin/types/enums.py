"""Members of enums as values: of `class Size(IntEnum)` each is the number that the class writes."""

from __future__ import annotations

from typing import Final

from mypy.nodes import TypeInfo, Var
from mypy.types import Instance, LiteralType, Type, get_proper_type

_VALUED: Final = ("builtins.int", "builtins.str")


def member(info: TypeInfo, name: str) -> Instance:
    """The type of the member of an enum."""
    cls = Instance(info, [])
    return cls.copy_modified(last_known_value=LiteralType(name, cls))


def passed(type_: Type) -> Type:
    """A member as mypy has it of an argument: of a literal type it does not know the `value`."""
    proper = get_proper_type(type_)
    if isinstance(proper, LiteralType) and proper.fallback.type.is_enum:
        return proper.fallback.copy_modified(last_known_value=proper)
    return type_


def written(type_: LiteralType | Instance) -> Type | None:
    """The type of the number or word that the member is; None of one that is no such thing but has one."""
    known = type_.last_known_value if isinstance(type_, Instance) else type_
    info = known.fallback.type if known is not None else None
    if known is None or info is None or not any(map(info.has_base, _VALUED)):
        return None
    symbol = info.names.get(str(known.value))
    return symbol.node.type if symbol is not None and isinstance(symbol.node, Var) else None

"""Containers in containers: what a function gives of what it is given may be deeper each time that a loop calls it.

Mypy goes round a loop until the types of its variables are the same as before.
"""

from __future__ import annotations

from typing import Final

from mypy.types import Instance, TupleType, Type, UnionType, get_proper_type

from dtensortypes.mypy_plugin.types.types_of import anything

_DEEPEST: Final = 4
"""How many containers may be in one another; programs write out no more."""
_CONTAINERS: Final = ("builtins.", "typing.", "collections.")
_FILLED: Final = frozenset({"builtins.list", "builtins.dict", "builtins.set", "collections.deque"})


def holds_container(type_: Type | None) -> bool:
    """Whether it is a container into which others may be put, or a tuple that has one in it."""
    match get_proper_type(type_):
        case TupleType(items=items):
            return any(map(holds_container, items))
        case Instance(type=info):
            return info.fullname in _FILLED
    return False


def shallow(type_: Type, left: int = _DEEPEST) -> Type:
    """The type, with anything in the place of the containers that are too deep in it."""
    proper = get_proper_type(type_)
    match proper:
        case UnionType(items=items):
            parts = [shallow(item, left) for item in items]
            return type_ if _are_same(parts, items) else UnionType(parts)
        case TupleType(items=items):
            parts = [shallow(item, left - 1) for item in items] if left else [anything() for _ in items]
            return type_ if _are_same(parts, items) else proper.copy_modified(items=parts)
        case Instance(type=info, args=args) if args and info.fullname.startswith(_CONTAINERS):
            parts = [shallow(arg, left - 1) for arg in args] if left else [anything() for _ in args]
            return type_ if _are_same(parts, list(args)) else proper.copy_modified(args=parts)
    return type_


def _are_same(parts: list[Type], before: list[Type]) -> bool:
    return all(one is other for one, other in zip(parts, before, strict=True))

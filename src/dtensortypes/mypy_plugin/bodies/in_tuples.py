"""Tuples that are written out, with the numbers in them: to mypy `(1, height // 16)` are two integers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.nodes import Expression, StarExpr
from mypy.types import AnyType, Instance, TupleType, Type, get_proper_type

VALUED: Final = frozenset({"builtins.bool", "builtins.int", "builtins.float", "builtins.str"})
"""The classes of arguments whose values may be sizes, or the choice of a branch."""


def each_valued(items: list[Expression], whole: TupleType, valued: Callable[[Expression], Type]) -> TupleType:
    """The type of such a tuple; `valued` tells the value of an item of which mypy knows but the class, or nothing."""
    if len(items) != len(whole.items) or any(isinstance(one, StarExpr) for one in items):
        return whole
    pairs = zip(items, whole.items, strict=True)
    return whole.copy_modified(items=[type_ if _is_told(type_) else valued(one) for one, type_ in pairs])


def _is_told(type_: Type) -> bool:
    proper = get_proper_type(type_)
    is_open = isinstance(proper, Instance) and proper.type.fullname in VALUED and proper.last_known_value is None
    return not (is_open or isinstance(proper, AnyType))

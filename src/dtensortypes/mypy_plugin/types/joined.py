"""Containers of containers: to mypy `[[x], [y]]` is a list of `object` where x and y are of two shapes.

A list of tensors of one type is no list of tensors of another, nor is one of dtypes. Mypy would not tell them apart
without the plugin, and must not complain of the `object` that it makes of them.
"""

from __future__ import annotations

import re
from typing import Final

from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo
from mypy.nodes import CallExpr, DictExpr, Expression, ListExpr, SetExpr, TupleExpr
from mypy.types import Instance, Type, get_proper_type

from dtensortypes.mypy_plugin.types.rewriting import Rewriting, forgotten
from dtensortypes.mypy_plugin.types.seen import seen
from dtensortypes.mypy_plugin.types.types_of import any_item

_OBJECT: Final = r"\bobject\b"
_PLAIN: Final = frozenset({"builtins.list", "builtins.dict"})


def is_of_a_join(info: ErrorInfo, checker: TypeChecker) -> bool:
    """Whether mypy speaks of an `object` in a file where it takes containers of unlike tensors for one."""
    if "object" not in info.message or not re.search(_OBJECT, info.message):
        return False
    return any(is_of_objects(type_) and _joins(checker, expression) for expression, type_ in seen(checker))


def is_of_objects(type_: Type) -> bool:
    """Whether it is a container of what has nothing in common."""
    proper = get_proper_type(type_)
    if not isinstance(proper, Instance) or not proper.args:
        return False  # most expressions
    return any(map(is_object, proper.args))


def is_object(type_: Type) -> bool:
    """Whether it is what things have in common that have nothing in common."""
    proper = get_proper_type(type_)
    return isinstance(proper, Instance) and proper.type.fullname == "builtins.object"


def of_anything(type_: Type) -> Type:
    """A list or dict of what has nothing in common, as one of anything: `torch.rand(options["n"])` has its answer."""
    proper = get_proper_type(type_)
    if not isinstance(proper, Instance) or proper.type.fullname not in _PLAIN or not is_of_objects(proper):
        return type_
    return proper.copy_modified(args=[*proper.args[:-1], any_item()])


class OfAnything(Rewriting):
    """Takes what has nothing in common for anything, also in lists and dicts that are in others."""

    def visit_instance(self, t: Instance, /) -> Type:
        inner = super().visit_instance(t)
        return of_anything(inner)


def _joins(checker: TypeChecker, expression: Expression) -> bool:
    """Whether two of the items differ in what is known of tensors, modules, dtypes or devices, and in nothing else."""
    found = [checker.lookup_type_or_none(item) for item in _items(expression)]
    first: dict[Type, Type] = {}
    return any(first.setdefault(_plain(type_), type_) != type_ for type_ in found if type_ is not None)


def _items(expression: Expression) -> list[Expression]:
    match expression:
        case ListExpr(items=items) | SetExpr(items=items) | TupleExpr(items=items) | CallExpr(args=items):
            return list(items)
        case DictExpr(items=pairs):
            return [value for _, value in pairs]
    return []


def _plain(type_: Type) -> Type:
    return type_.accept(forgotten())

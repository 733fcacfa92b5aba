"""Lists, tuples and dicts of settings that a class writes out for all its objects: `cfg = [64, (128, 2), "M"]`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeGuard

from mypy.nodes import (
    DictExpr,
    Expression,
    FloatExpr,
    IntExpr,
    ListExpr,
    MypyFile,
    NameExpr,
    StrExpr,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
)

from dtensortypes.mypy_plugin.changes.changing import changed_besides
from dtensortypes.mypy_plugin.changes.disturbed import given_back, refilled
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.computed import CONSTANTS

Table = ListExpr | TupleExpr | DictExpr


def is_table(value: Expression) -> TypeGuard[Table]:
    """Whether it is one, written out."""
    return isinstance(value, Table)


def is_filled(trees: Iterable[MypyFile], name: str, value: Table) -> bool:
    """Whether one of the files may put something into the attribute of this name that has this value.

    What is done to an item of it changes nothing where each is a number or word, or a tuple of these.
    """
    if not _is_flat(value):
        return any(name in refilled(tree) for tree in trees)
    return any(_is_filled_in(tree, name) for tree in trees)


def _is_filled_in(tree: MypyFile, name: str) -> bool:
    asked = _asked(tree)
    if name not in asked:
        asked[name] = name in given_back(tree) or name in changed_besides(tree.defs, frozenset({name}))
    return asked[name]


@once_per_tree
def _asked(_tree: MypyFile) -> dict[str, bool]:
    """What has been found of the names so far."""
    return {}


def _is_flat(value: Table) -> bool:
    items = [one for pair in value.items for one in pair] if isinstance(value, DictExpr) else value.items
    return all(one is not None and _lasts(one) for one in items)


def _lasts(item: Expression) -> bool:
    match item:
        case IntExpr() | FloatExpr() | StrExpr() | NameExpr(node=TypeInfo()):
            return True
        case UnaryExpr(expr=inner):
            return _lasts(inner)
        case TupleExpr(items=items):
            return all(map(_lasts, items))
    return isinstance(item, NameExpr) and item.fullname in CONSTANTS

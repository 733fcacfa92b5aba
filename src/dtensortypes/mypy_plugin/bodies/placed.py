"""Foreseen values as they are kept with a variable or attribute, and as they are read there again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mypy.nodes import Expression, IndexExpr, ListExpr, NameExpr, StrExpr, TupleExpr

from dtensortypes.mypy_plugin.bodies.known_types import OPAQUE
from dtensortypes.mypy_plugin.text.computed import Modules, ModulesByName, Unknown
from dtensortypes.mypy_plugin.text.rewritten import at, duplicate, item


def plain(value: Any) -> Any:
    """The value, as it may be kept: what an expression stands for may be something else later."""
    if isinstance(value, tuple):
        return type(value)(map(plain, value))
    if isinstance(value, ModulesByName):
        return ModulesByName({key: plain(one) for key, one in value.items()})
    return OPAQUE if isinstance(value, Expression) else value


def placed(value: Any, place: Expression) -> Any:
    """The value that is at this place, with an expression for each item that only mypy knows."""
    if isinstance(value, ModulesByName):
        return ModulesByName({key: placed(one, _under(place, key)) for key, one in value.items()})
    if not isinstance(value, tuple):
        return place if value is OPAQUE else value
    found = type(value)(placed(one, item(place, i, place)) for i, one in enumerate(value))
    if isinstance(found, Modules):
        found.place = place
    return found


def in_all(values: list[Any]) -> Any:
    """The value, where all of them are the same."""
    first, *others = values
    return first if all(type(one) is type(first) and one == first for one in others) else OPAQUE


def _under(place: Expression, key: str) -> IndexExpr:
    return at(place, IndexExpr(duplicate(place), at(place, StrExpr(key))))


def bound(target: Expression, value: Any) -> Iterator[tuple[NameExpr, Any]]:
    """The variables of a loop, each with what it is in a round; raises Unknown."""
    match target:
        case NameExpr():
            yield target, value
        case TupleExpr(items=targets) | ListExpr(items=targets):
            values = value if isinstance(value, tuple) else _items_of(value, len(targets))
            if len(values) != len(targets):
                raise Unknown
            for one, own in zip(targets, values, strict=True):
                yield from bound(one, own)
        case _:
            raise Unknown


def _items_of(value: Any, count: int) -> list[Expression]:
    if not isinstance(value, Expression):
        raise Unknown
    return [item(value, i, value) for i in range(count)]

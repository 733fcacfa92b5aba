"""Questions to values that may raise, lie or never end: what they are, and what is in them."""

from __future__ import annotations

from collections.abc import Iterable, Sized
from itertools import islice
from typing import Any


def is_a(value: object, kind: type) -> bool:
    """Whether it is an instance; one that does not tell its class is of no other than its own."""
    try:
        return isinstance(value, kind)
    except Exception:  # noqa: BLE001 - whatever a `__class__` of its own raises
        return issubclass(type(value), kind)


def whole(items: Iterable[Any], container: object) -> list[Any]:
    """All these items of the container; raises ValueError where there are more than its length, as if without end."""
    if not isinstance(container, Sized):
        return list(items)
    found = list(islice(items, len(container) + 1))
    if len(found) > len(container):
        msg = "there are more items than its length says"
        raise ValueError(msg)
    return found

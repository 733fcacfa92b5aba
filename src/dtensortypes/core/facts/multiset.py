"""Tuples as multisets: what two have in common, and what one has besides, in the order of the first."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def shared(items: tuple[T, ...], others: tuple[T, ...]) -> tuple[T, ...]:
    """The items that are among the others too, each as often as it is in both."""
    left = list(others)
    return tuple(left.pop(left.index(item)) for item in items if item in left)


def without(items: tuple[T, ...], others: tuple[T, ...]) -> tuple[T, ...] | None:
    """The items that are left when the others are taken away; None where not all of those are there."""
    left = list(items)
    for other in others:
        if other not in left:
            return None
        left.remove(other)
    return tuple(left)

"""Failures of our own: silence that degrades to unknown, or noise where tests ask for it."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from typing import Final, TypeVar

LOUD: Final = "DTENSORTYPES_PLUGIN_LOUD"
"""The environment variable under which an internal failure is raised instead of degrading to unknown."""

C = TypeVar("C")
R = TypeVar("R")


def guarded(fallback: Callable[[C], R]) -> Callable[[Callable[[C], R]], Callable[[C], R]]:
    """Make a callback that can't crash mypy: on a failure of our own the result is the `fallback`'s."""

    def guard(callback: Callable[[C], R]) -> Callable[[C], R]:
        @wraps(callback)
        def guarded_callback(ctx: C) -> R:
            try:
                return callback(ctx)
            except Exception:
                if os.environ.get(LOUD):
                    raise
                return fallback(ctx)

        return guarded_callback

    return guard

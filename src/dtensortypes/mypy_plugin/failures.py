"""Failures of our own: silence that degrades to what mypy would say without us, or noise where tests ask for it."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Final, TypeVar

from mypy.plugin import (
    AnalyzeTypeContext,
    AttributeContext,
    ClassDefContext,
    FunctionContext,
    FunctionSigContext,
    MethodContext,
    MethodSigContext,
)

from dtensortypes.mypy_plugin.types_of import anything

LOUD: Final = "DTENSORTYPES_PLUGIN_LOUD"
"""The environment variable under which an internal failure is raised instead of degrading to unknown."""

C = TypeVar("C")
R = TypeVar("R")


def guarded(callback: Callable[[C], R]) -> Callable[[C], R]:
    """The callback, made so that it cannot crash mypy: where it fails, mypy's own answer stands."""

    def guard(ctx: C) -> R:
        try:
            return callback(ctx)
        except Exception:
            if os.environ.get(LOUD):
                raise
            answer: R = _own_answer(ctx)
            return answer

    return guard


def _own_answer(ctx: object) -> Any:
    match ctx:
        case FunctionContext() | MethodContext():
            return ctx.default_return_type
        case FunctionSigContext() | MethodSigContext():
            return ctx.default_signature
        case AttributeContext():
            return ctx.default_attr_type
        case AnalyzeTypeContext():
            return anything()
        case ClassDefContext():
            return None
    raise TypeError(ctx)

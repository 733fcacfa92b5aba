"""What a call may have changed, or has, after it was answered: tensors and lists that it was given, attributes."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Type

from dtensortypes.mypy_plugin.changes import after_calls, refilled, reshaped
from dtensortypes.mypy_plugin.objects import given_by_own


def follow(checker: TypeChecker, ctx: FunctionContext | MethodContext, told: Type) -> None:
    """Go on with what is known after the call, of which `told` was told."""
    reshaped.forget(checker, ctx)
    if isinstance(ctx.context, CallExpr):
        refilled.refill_unseen(checker, ctx.context)
    after_calls.forget(checker, ctx)
    given_by_own.learn(checker, ctx.context)
    after_calls.remember(checker, ctx, told)

"""What torch has under a name, where a file puts its own there: `torch.Tensor.cuda = lambda self: self`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from mypy.checker import TypeChecker
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Type

from dtensortypes.mypy_plugin.bodies.actuals import receiver
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.by_name import exchanged
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.retype import retype
from dtensortypes.mypy_plugin.types.rewriting import forgotten

Called = TypeVar("Called", FunctionContext, MethodContext)


def unless_exchanged(fullname: str, hook: Callable[[Called], Type]) -> Callable[[Called], Type]:
    """The callback; in a file that gives torch something else under this name nothing is known of what it gives."""
    name = fullname.rpartition(".")[2]

    def asked(ctx: Called) -> Type:
        checker = ctx.api
        if not isinstance(checker, TypeChecker) or name not in exchanged(checker.tree):
            return hook(ctx)
        if isinstance(ctx, MethodContext) and is_a(ctx.type, names.MODULE):
            retype(checker, receiver(ctx.context), ctx.type.accept(forgotten()))  # `net.cuda()`, or what it is now
        return ctx.default_return_type.accept(forgotten())

    return asked if names.is_torchs(fullname) else hook

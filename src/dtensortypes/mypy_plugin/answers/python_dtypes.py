"""`torch.zeros(3, dtype=float)`: torch takes Python's own classes for dtypes, which its stubs don't know."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Expression, RefExpr
from mypy.plugin import FunctionSigContext, MethodSigContext
from mypy.types import CallableType, FunctionLike

from dtensortypes.mypy_plugin.messages.unheard import say_unheard
from dtensortypes.mypy_plugin.types.types_of import anything

_CLASSES: Final = frozenset(f"builtins.{cls.__name__}" for cls in (bool, int, float, complex))
_PARAMETER: Final = "dtype"


def loosened(ctx: FunctionSigContext | MethodSigContext) -> FunctionLike:
    """The signature that takes such a class, too, where one is given; what mypy says of that is said all the same."""
    signature, checker = ctx.default_signature, ctx.api
    if not any(map(_is_given, ctx.args)) or not isinstance(checker, TypeChecker):
        return signature
    if not isinstance(signature, CallableType):
        return signature
    say_unheard(checker, ctx.context, of_any_body=True)
    pairs = zip(signature.arg_names, signature.arg_types, ctx.args, strict=True)
    types = [anything() if name == _PARAMETER and _is_given(each) else type_ for name, type_, each in pairs]
    return signature.copy_modified(arg_types=types)


def _is_given(given: list[Expression]) -> bool:
    for one in given:  # noqa: SIM110 - asked for every argument of every operation
        if isinstance(one, RefExpr) and one.fullname in _CLASSES:
            return True
    return False

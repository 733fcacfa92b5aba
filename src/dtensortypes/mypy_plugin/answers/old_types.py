"""`x.type(torch.FloatTensor)`: torch takes its old classes of tensors for dtypes, which its stubs don't know."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.errorcodes import CALL_OVERLOAD
from mypy.nodes import Expression, OverloadedFuncDef
from mypy.plugin import MethodContext, MethodSigContext
from mypy.types import FunctionLike, Overloaded, Type, get_proper_type

from dtensortypes.mypy_plugin.answers import operations
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import watch
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.python_values import class_name
from dtensortypes.mypy_plugin.types.types_of import anything

_BASE: Final = "torch._C.TensorBase"
METHODS: Final = (f"{_BASE}.{type.__name__}", f"{names.TENSOR}.{type.__name__}")
"""What mypy calls the method: by the class that has it, and by that of the tensor."""


def loosened(ctx: MethodSigContext) -> FunctionLike:
    """The signature that takes such a class, too, where one is given and a tensor comes back."""
    signature = ctx.default_signature
    if not is_a(get_proper_type(signature.ret_type), names.TENSOR) or not _is_given(ctx.args[0]):
        return signature
    return signature.copy_modified(arg_types=[anything(), *signature.arg_types[1:]])


def called(ctx: MethodContext) -> Type:
    """The type of the call; what mypy has to say of such a class without the plugin is said all the same."""
    checker = ctx.api
    if _is_given(ctx.args[0]) and isinstance(checker, TypeChecker):
        method = checker.lookup_typeinfo(_BASE).get_method(type.__name__)
        declared = method.type if isinstance(method, OverloadedFuncDef) else None
        if isinstance(declared, Overloaded):
            given = [one for types in ctx.arg_types for one in types]
            words = [word for each in ctx.arg_names for word in each]
            with watch(checker.errors, checker.modules).heard():  # mypy is still trying the signatures
                checker.msg.no_variant_matches_arguments(
                    declared, given, ctx.context, arg_names=words, code=CALL_OVERLOAD
                )
    return operations.method(ctx, names.public(METHODS[0]))


def _is_given(given: list[Expression]) -> bool:
    return any(class_name(expression) is not None for expression in given)

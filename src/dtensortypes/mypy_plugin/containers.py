"""Containers whose type mypy made up from their first item: they are widened where another tensor is put in."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, IndexExpr, MemberExpr, NameExpr, OperatorAssignmentStmt, OpExpr, Var
from mypy.plugin import MethodContext, MethodSigContext
from mypy.types import FunctionLike, Instance, NoneType, Type, get_proper_type

from dtensortypes.mypy_plugin.actuals import receiver
from dtensortypes.mypy_plugin.compare import has_tensor
from dtensortypes.mypy_plugin.functions import loosen
from dtensortypes.mypy_plugin.regions import is_torchs
from dtensortypes.mypy_plugin.retype import retype
from dtensortypes.mypy_plugin.rewriting import forgotten

_CLASSES: Final = ("builtins.list", "builtins.dict", "builtins.set", "typing.MutableMapping", "collections.deque")


def is_container(fullname: str) -> bool:
    """Whether the method of this name is one of a container that tensors are put into."""
    return fullname.rpartition(".")[0] in _CLASSES


def loosened(ctx: MethodSigContext) -> FunctionLike:
    """The signature without its tensors' facts, where the container's type was not written by the user."""
    signature = ctx.default_signature
    makes_another = isinstance(ctx.context, OpExpr)  # `xs + [y]` leaves xs as it is
    return loosen(signature) if _is_inferred(receiver(ctx.context)) and not makes_another else signature


def filled(ctx: MethodContext) -> Type:
    """The type of the call; from here on the container holds tensors of which less is known, if other ones came in."""
    container, place, checker = ctx.type, receiver(ctx.context), ctx.api
    if not isinstance(checker, TypeChecker) or is_torchs(checker) or not _is_inferred(place):
        return ctx.default_return_type
    given = [type_ for types in ctx.arg_types for type_ in types if has_tensor(type_)]
    if not _changes(ctx):
        return ctx.default_return_type
    if isinstance(container, Instance) and isinstance(place, NameExpr) and given and not _holds(container, given):
        retype(checker, place, container.accept(forgotten()))
    return ctx.default_return_type


def _changes(ctx: MethodContext) -> bool:
    """Whether the call changes the container.

    Methods that do give nothing, or give the container to an assignment; one gives what is in it then.
    """
    if isinstance(ctx.context, CallExpr) and isinstance(ctx.context.callee, MemberExpr):
        gives_nothing = isinstance(get_proper_type(ctx.default_return_type), NoneType)
        return gives_nothing or ctx.context.callee.name == "setdefault"
    return isinstance(ctx.context, OperatorAssignmentStmt | IndexExpr)


def _holds(container: Instance, given: list[Type]) -> bool:
    item = container.args[-1]
    return all(get_proper_type(type_) == get_proper_type(item) for type_ in given)


def _is_inferred(place: Expression | None) -> bool:
    """Whether the container's type was not written by the user, as far as the place tells."""
    while isinstance(place, IndexExpr):
        place = place.base
    if isinstance(place, NameExpr | MemberExpr) and isinstance(place.node, Var):
        return place.node.is_inferred and not place.node.explicit_self_type
    return not isinstance(place, MemberExpr)

"""`SimpleNamespace(hidden=64)` and `argparse.Namespace(hidden=64)`: objects with just what they are given."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ARG_NAMED, CallExpr, Expression, NameExpr, RefExpr
from mypy.types import Instance, LiteralType, Type, get_proper_type

from dtensortypes.mypy_plugin.ground.names import NAMESPACES
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.text.scope import constant_value
from dtensortypes.mypy_plugin.types.types_of import Types

_MOST: Final = 64


def made(checker: TypeChecker, expression: Expression, type_: Type) -> Type:
    """The type of a namespace with what it was given, where the expression, or its variable's one value, makes it."""
    proper = get_proper_type(type_)
    if not isinstance(proper, Instance) or proper.type.fullname not in NAMESPACES:
        return type_
    call = constant_value(checker, expression) if isinstance(expression, NameExpr) else expression
    if not isinstance(call, CallExpr) or not isinstance(call.callee, RefExpr) or len(call.args) > _MOST:
        return type_
    if call.callee.fullname not in NAMESPACES or not set(call.arg_kinds) <= {ARG_NAMED}:
        return type_
    from dtensortypes.mypy_plugin.bodies.given import valued  # which asks here what a namespace has

    word = checker.named_type("builtins.str")
    pairs = zip(call.arg_names, call.args, strict=True)
    held = [part for name, value in pairs if name for part in (LiteralType(name, word), valued(checker, value))]
    return objects.made(Types(checker.modules), proper, held)

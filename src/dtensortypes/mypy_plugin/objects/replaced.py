"""`dataclasses.replace(cfg, hidden=16)`: an object that is made as another one, but for the fields that are given."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr
from mypy.plugin import FunctionContext
from mypy.types import Instance, Type, get_proper_type

from dtensortypes.mypy_plugin.bodies.given import valued
from dtensortypes.mypy_plugin.changes.noted import times_given
from dtensortypes.mypy_plugin.objects import come_from, fields, objects
from dtensortypes.mypy_plugin.types.types_of import Types


def replaced(ctx: FunctionContext) -> Type:
    """The type of `dataclasses.replace(cfg, hidden=16)`: made as the first one, but for the fields that are given."""
    result, checker, call = get_proper_type(ctx.default_return_type), ctx.api, ctx.context
    if not isinstance(result, Instance) or not isinstance(checker, TypeChecker) or not isinstance(call, CallExpr):
        return ctx.default_return_type
    first = checker.lookup_type_or_none(call.args[0]) or result
    before = objects.arguments(come_from.believed(checker, call.args[0], first))
    filled, plain = list(fields.of_class(result.type)), get_proper_type(objects.stripped(result))
    is_known = before is not None and len(before) == len(filled) and set(call.arg_names[1:]) <= set(filled)
    is_known = is_known and not any(times_given(result.type, name) for name in filled)  # what they have become
    if before is None or not is_known or not isinstance(plain, Instance):
        return plain
    given = {word: valued(checker, value) for word, value in zip(call.arg_names, call.args, strict=True)}
    whole = [given.get(name, one) for name, one in zip(filled, before, strict=True)]
    return objects.made(Types(checker.modules), plain, whole)

"""What is made of each of a few unlike items: `tuple(map(f, xs))`, `tuple(t.to(device) for t in batch)`."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.erasetype import remove_instance_last_known_values
from mypy.nodes import ARG_STAR, CallExpr, GeneratorExpr, ListComprehension, ListExpr, RefExpr, StarExpr, TupleExpr
from mypy.plugin import FunctionContext
from mypy.types import TupleType, Type

from dtensortypes.mypy_plugin.bodies import displays
from dtensortypes.mypy_plugin.bodies.comprehended import comprehended
from dtensortypes.mypy_plugin.bodies.given import is_known
from dtensortypes.mypy_plugin.bodies.iteration import columns
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.calling import result_of, standing_for
from dtensortypes.mypy_plugin.types.compare import says_something
from dtensortypes.mypy_plugin.types.types_of import Types, anything

_MOST: Final = 16
"""How many items a function is mapped on one by one."""


def gathered(ctx: FunctionContext) -> Type:
    """The type of `tuple(xs)` where it is known what is made of each item: a tuple of that."""
    checker, call, result = ctx.api, ctx.context, ctx.default_return_type
    if not isinstance(checker, TypeChecker) or not isinstance(call, CallExpr) or len(call.args) != 1:
        return result
    match call.args[0]:
        case CallExpr(callee=RefExpr(fullname="builtins.map")) as mapping:
            return of_each(checker, mapping) or result
        case CallExpr(callee=RefExpr(fullname="builtins.zip"), args=[rows], arg_kinds=[kind]) if kind is ARG_STAR:
            return columns(checker, checker.lookup_type_or_none(rows) or anything()) or result
        case GeneratorExpr() | ListComprehension(generator=GeneratorExpr()) as rounds:
            return _together(checker, comprehended(checker, rounds)) or result
        case ListExpr(items=items) | TupleExpr(items=items) if not any(isinstance(one, StarExpr) for one in items):
            known = [checker.lookup_type_or_none(item) or anything() for item in items]
            each = (
                [remove_instance_last_known_values(type_) for type_ in known] if any(map(says_something, known)) else []
            )
            return _together(checker, each) or result
    return result


def of_each(checker: TypeChecker, mapping: CallExpr) -> Type | None:
    """What `map(f, xs)` gives one by one, where it is known what is in xs."""
    match mapping.args:
        case [function, source]:
            whole = checker.lookup_type_or_none(source)
            each = displays.held(checker, source, whole) if whole is not None else None
            if each and len(each) <= _MOST and any(map(is_known, each)):
                items = [result_of(checker, mapping, function, [standing_for(item, source)]) for item in each]
                return _together(checker, items)
    return None


def _together(checker: TypeChecker, items: list[Type]) -> Type | None:
    return TupleType(items, Types(checker.modules).instance(names.TUPLE, anything())) if items else None

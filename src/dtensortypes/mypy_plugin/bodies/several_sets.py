"""Data sets that are put together, `ConcatDataset([train, extra])`: each item is one of the items of these."""

from __future__ import annotations

from functools import reduce

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, ListExpr, StarExpr, TupleExpr
from mypy.plugin import FunctionContext
from mypy.subtypes import is_same_type
from mypy.types import Instance, TupleType, Type, get_proper_type

from dtensortypes.core.algebra.either import either
from dtensortypes.mypy_plugin.bodies.loaders import item_of
from dtensortypes.mypy_plugin.types.compare import says_something
from dtensortypes.mypy_plugin.types.facts_of import tensor_fact
from dtensortypes.mypy_plugin.types.types_of import Types, anything


def concatenated(ctx: FunctionContext) -> Type:
    """The type of a new `ConcatDataset`; mypy's own where it is not written out of which sets."""
    result, call, checker = get_proper_type(ctx.default_return_type), ctx.context, ctx.api
    if not isinstance(result, Instance) or not isinstance(call, CallExpr) or not isinstance(checker, TypeChecker):
        return result
    items = [item_of(checker, call, anything(), one) for one in _sets(call)]
    if not items or not all(map(says_something, items)):
        return result
    return result.copy_modified(args=[reduce(lambda one, other: _one_of(checker, one, other), items)])


def _sets(call: CallExpr) -> list[Expression]:
    """The sets, where the call writes out all of them."""
    match call.args:
        case [ListExpr(items=items) | TupleExpr(items=items)]:
            return [] if any(isinstance(one, StarExpr) for one in items) else items
    return []


def _one_of(checker: TypeChecker, one: Type, other: Type) -> Type:
    """What both have in common: of unlike tensors a batch is made, too."""
    first, second = get_proper_type(one), get_proper_type(other)
    if is_same_type(first, second):
        return one
    if isinstance(first, TupleType) and isinstance(second, TupleType) and len(first.items) == len(second.items):
        pairs = zip(first.items, second.items, strict=True)
        return first.copy_modified(items=[_one_of(checker, *pair) for pair in pairs])
    facts = tensor_fact(first), tensor_fact(second)
    if None in facts:
        return anything()
    return Types(checker.modules).value(either(*facts))

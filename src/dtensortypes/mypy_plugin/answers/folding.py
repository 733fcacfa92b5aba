"""What is made of many items one after the other: `sum(xs)`, `functools.reduce(f, xs)`."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ARG_POS, CallExpr
from mypy.operators import op_methods
from mypy.plugin import FunctionContext
from mypy.typeops import make_simplified_union
from mypy.types import Type, UnionType, get_proper_type

from dtensortypes.core import ops
from dtensortypes.core.algebra.either import covers, either
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.mypy_plugin.bodies import sums
from dtensortypes.mypy_plugin.bodies.iteration import item_from
from dtensortypes.mypy_plugin.changes.read_later import called_here
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.calling import result_of, standing_for
from dtensortypes.mypy_plugin.types.compare import has_tensor
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.rewriting import forgotten
from dtensortypes.mypy_plugin.types.types_of import Types, anything
from dtensortypes.mypy_plugin.types.value_of import of_type

_PLUS: Final = f"torch.Tensor.{op_methods['+']}"
_MOST: Final = 3
"""How often what a function gives is given to it again, until nothing new is learnt."""


def summed(ctx: FunctionContext) -> Type:
    """The type of `sum(xs)`, which begins with 0 or with what it is given: of truth values it is a count."""
    checker, call, result = ctx.api, ctx.context, get_proper_type(ctx.default_return_type)
    start = next((type_ for given in ctx.arg_types[1:] for type_ in given), None)
    if not isinstance(checker, TypeChecker) or not isinstance(call, CallExpr) or not has_tensor(result):
        return result
    others = [one for one in result.items if not has_tensor(one)] if isinstance(result, UnionType) else []
    if (known := sums.sum_here(checker, call)) is not None and has_tensor(known):
        return known if names.imports_us(checker.tree) else make_simplified_union([known, *others])
    item = of_type(item_from(checker, call.args[0]) or anything())
    first = ops.infer(_PLUS, (item, of_type(start) if start else 0), {}) if isinstance(item, TensorFact) else None
    outcome = None if first is None else ops.infer(_PLUS, (first.result, item), {})
    if outcome is None or not isinstance(outcome.result, TensorFact):
        is_led = checker.expr_checker.type_context[-1] is not None  # by what is declared of what it is given to
        return result.accept(forgotten()) if start or is_led else result
    whole = Types(checker.modules).tensor(outcome.result)
    if start:
        return make_simplified_union([whole, start])  # of no items
    return UnionType([whole, *others])


def folded(ctx: FunctionContext) -> Type:
    """The type of `reduce(f, xs)`: of the first item alone, or of what f gives for that and the others in turn."""
    checker, call, unread = ctx.api, ctx.context, ctx.default_return_type.accept(forgotten())
    if not isinstance(checker, TypeChecker) or not isinstance(call, CallExpr) or not has_tensor(unread):
        return unread
    if not 2 <= len(call.args) <= 3 or any(kind is not ARG_POS for kind in call.arg_kinds):
        return unread
    function, several, *first = call.args
    item = item_from(checker, several)
    begun = item if not first else checker.lookup_type_or_none(first[0])
    whole, types = of_type(begun or anything()), Types(checker.modules)
    if item is None or not is_a(get_proper_type(unread), names.TENSOR):
        return unread  # an iterator of what comes of it each time, as `accumulate` gives
    for _ in range(_MOST):
        if not isinstance(whole, TensorFact):
            return unread
        given = [standing_for(one, call) for one in (types.tensor(whole), item)]
        found = of_type(result_of(checker, call, called_here(checker, function), given))
        if covers(whole, found):
            return types.tensor(whole)
        whole = either(whole, found)
    return unread

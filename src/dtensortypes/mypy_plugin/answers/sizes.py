"""Arithmetic on sizes: `b * 2 + 1` is the size `2*b+1`, as a shape string would say it."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ComparisonExpr, Expression, IndexExpr, MemberExpr, OpExpr, Statement
from mypy.operators import op_methods, reverse_op_methods
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Type

from dtensortypes.core.algebra.axes import size_at
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import Category
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Number, Value
from dtensortypes.core.rules.python_numbers import OPERATORS
from dtensortypes.mypy_plugin.bodies.actuals import actuals
from dtensortypes.mypy_plugin.bodies.narrowing import asked
from dtensortypes.mypy_plugin.bodies.values import Values
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import is_trial
from dtensortypes.mypy_plugin.text.loops import is_carried
from dtensortypes.mypy_plugin.text.scope import current_body
from dtensortypes.mypy_plugin.types.facts_of import mentions_size
from dtensortypes.mypy_plugin.types.types_of import Types
from dtensortypes.mypy_plugin.types.value_of import of_type

_SHAPE: Final = "shape"
COMPARISONS: Final = tuple(f"{names.SIZE}.{op_methods[sign]}" for sign in ("==", "!="))
METHODS: Final = {
    f"{names.SIZE}.{method}": (function, reflected)
    for sign in ("+", "-", "*", "//", "%")
    for function in (OPERATORS[sign],)
    for method, reflected in ((op_methods[sign], False), (reverse_op_methods[op_methods[sign]], True))
}
"""The methods of sizes: the function on dims, and whether the other side comes first."""
POWERS: Final = tuple(f"builtins.float.{name}" for name in (op_methods["**"], reverse_op_methods[op_methods["**"]]))
"""What mypy asks for `dim ** -0.5`; it does not say what that gives, as a negative number would give a complex one."""


def computed(ctx: MethodContext, fullname: str) -> Type:
    """The type of arithmetic on a size."""
    checker, given = ctx.api, actuals(ctx)
    if not isinstance(checker, TypeChecker) or len(given) != 1:
        return ctx.default_return_type
    expression, type_, *_ = given[0]
    if isinstance(ctx.context, Expression | Statement) and is_carried(current_body(checker), ctx.context):
        return ctx.default_return_type  # of a round that mypy has not seen yet it is another size
    function, reflected = METHODS[fullname]
    own, other = _dim(of_type(ctx.type)), _dim(Values(checker).of(expression, type_))
    if own is None or other is None:
        return ctx.default_return_type
    try:
        result = function(other, own) if reflected else function(own, other)
    except ZeroDivisionError:
        return ctx.default_return_type
    return Types(checker.modules).sized(result)


def compared(ctx: MethodContext) -> Type:
    """The type of `b == n`: mypy must not take two names for two literals, which are never equal."""
    checker, comparison = ctx.api, ctx.context
    if isinstance(checker, TypeChecker) and isinstance(comparison, ComparisonExpr):
        for operand in comparison.operands:
            if mentions_size(checker.lookup_type_or_none(operand) or ctx.type):
                checker.store_type(operand, Types(checker.modules).instance(names.SIZE))
    return ctx.default_return_type


def powered(ctx: MethodContext) -> Type:
    """The type of `dim ** -0.5`, where mypy's own messages are not heard, or the file knows of us."""
    checker, power = ctx.api, ctx.context
    if not isinstance(checker, TypeChecker) or not isinstance(power, OpExpr):
        return ctx.default_return_type
    if not is_trial(checker) and not names.imports_us(checker.tree):
        return ctx.default_return_type
    value = Values(checker).written(power)
    is_float = isinstance(value, float) or value == Number(Category.FLOAT)
    return checker.named_type("builtins.float") if is_float else ctx.default_return_type


def counted(ctx: FunctionContext) -> Type:
    """The type of `len(x)`: the first size of a tensor."""
    checker, given = ctx.api, actuals(ctx)
    value = of_type(given[0][1]) if len(given) == 1 else None
    if not isinstance(value, TensorFact) or not isinstance(checker, TypeChecker):
        return ctx.default_return_type
    asked(checker, ctx.context)
    return Types(checker.modules).sized(value.shape.left[0] if value.shape.left else UNKNOWN)


def picked(ctx: MethodContext) -> Type:
    """The type of `x.shape[-1]`, where not so much as the number of the dims is known."""
    checker, place, given = ctx.api, ctx.context, actuals(ctx)
    if not isinstance(checker, TypeChecker) or not isinstance(place, IndexExpr) or len(given) != 1:
        return ctx.default_return_type
    owner = place.base.expr if isinstance(place.base, MemberExpr) and place.base.name == _SHAPE else None
    known = checker.lookup_type_or_none(owner) if owner is not None else None
    tensor, at = of_type(known or ctx.type), Values(checker).of(*given[0][:2])
    if not isinstance(tensor, TensorFact) or type(at) is not int:
        return ctx.default_return_type
    size = size_at(tensor.shape, at) if tensor.shape.rank is None else UNKNOWN
    return ctx.default_return_type if size is UNKNOWN else Types(checker.modules).sized(size)


def _dim(value: Value) -> Dim | None:
    if isinstance(value, Dim):
        return value
    return Dim.of(value) if isinstance(value, int) and not isinstance(value, bool) else None

"""Arguments that are calls of generic functions: mypy solves them by the parameter, and forgets the facts."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, Expression, FuncDef
from mypy.types import CallableType, FunctionLike, Type, get_proper_type

from dtensortypes.mypy_plugin.compare import has_tensor, says_something


def by_itself(checker: TypeChecker, expression: Expression, type_: Type) -> Type:
    """The type of the argument as it is without a parameter: `next(batches)` in `model(next(batches))`.

    The parameter says `Tensor`, and mypy takes that for the answer; only calls that lost all facts so are read again.
    """
    if not isinstance(expression, CallExpr) or not has_tensor(type_) or says_something(type_):
        return type_
    signatures = get_proper_type(checker.lookup_type_or_none(expression.callee))
    if not isinstance(signatures, FunctionLike) or not any(map(_is_generic, signatures.items)):
        return type_
    with checker.msg.filter_errors():
        alone = checker.expr_checker.accept(expression)
    return alone if says_something(alone) else type_


def _is_generic(called: CallableType) -> bool:
    """Whether the function has variables to solve: mypy keeps the signature with the solution in their place."""
    definition = called.definition
    if called.is_type_obj() and called.type_object().type_vars:
        return True
    written = definition.var.type if isinstance(definition, Decorator) else None
    if isinstance(definition, FuncDef):
        written = definition.type
    signature = get_proper_type(written)
    return bool(called.variables) or (isinstance(signature, CallableType) and bool(signature.variables))

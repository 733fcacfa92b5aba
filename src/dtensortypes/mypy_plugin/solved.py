"""Calls of generic functions: mypy solves them by what is declared where their result goes, not by what they get."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, DictExpr, Expression, FuncDef, ListComprehension, ListExpr, RefExpr
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import AnyType, CallableType, FunctionLike, Instance, Type, get_proper_type

from dtensortypes.mypy_plugin.compare import has_tensor, says_something


def by_itself(checker: TypeChecker, expression: Expression, type_: Type) -> Type:
    """The type of the argument as it is without a parameter: `next(batches)` in `model(next(batches))`.

    The parameter says `Tensor`, and mypy takes that for the answer; only calls that lost all facts so are read again.
    """
    if not isinstance(expression, CallExpr) or not has_tensor(type_) or says_something(type_):
        return type_
    alone = _alone(checker, expression, type_)
    return alone if says_something(alone) else type_


def displayed(checker: TypeChecker, expression: Expression, type_: Type) -> Type:
    """The type of a list or dict that is made in place, where a parameter without a type left nothing of it."""
    match expression:
        case ListComprehension() | CallExpr(callee=RefExpr(fullname="builtins.list" | "builtins.tuple")):
            return type_ if says_something(type_) else _uncalled_for(checker, expression)
        case ListExpr(items=items):
            values = list(items)
        case DictExpr(items=pairs):
            values = [value for _, value in pairs]
        case _:
            return type_
    found = [checker.lookup_type_or_none(value) for value in values]
    known = [item for item in found if item is not None]
    if says_something(type_) or not (any(map(says_something, known)) or _is_of_anything(type_)):
        return type_
    return _uncalled_for(checker, expression)


def _is_of_anything(type_: Type) -> bool:
    """Whether it is a list or dict of which mypy has not looked at the items."""
    whole = get_proper_type(type_)
    return isinstance(whole, Instance) and bool(whole.args) and isinstance(get_proper_type(whole.args[-1]), AnyType)


def _uncalled_for(checker: TypeChecker, expression: Expression) -> Type:
    """The type of the expression where nothing is wanted of it."""
    with checker.msg.filter_errors():
        return checker.expr_checker.accept(expression)


def unprompted(ctx: FunctionContext | MethodContext) -> Type:
    """The type of the call as it is without a declaration: `x = copy.deepcopy(y)` is not what was declared of x."""
    checker, call, type_ = ctx.api, ctx.context, ctx.default_return_type
    if not isinstance(checker, TypeChecker) or not isinstance(call, CallExpr) or not says_something(type_):
        return type_
    return type_ if checker.expr_checker.type_context[-1] is None else _alone(checker, call, type_)


def _alone(checker: TypeChecker, call: CallExpr, otherwise: Type) -> Type:
    """The type of a call of a generic function where nothing is wanted of it."""
    signatures = get_proper_type(checker.lookup_type_or_none(call.callee))
    if not isinstance(signatures, FunctionLike) or not any(map(_is_generic, signatures.items)):
        return otherwise
    return _uncalled_for(checker, call)


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

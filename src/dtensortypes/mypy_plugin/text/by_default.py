"""Helpers that give what they are given, or something else for None: `x = default(x, lambda: torch.randn(n))`."""

from __future__ import annotations

from mypy.nodes import (
    ARG_POS,
    Block,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    Expression,
    FuncDef,
    IfStmt,
    LambdaExpr,
    NameExpr,
    ReturnStmt,
    Statement,
)

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.expressions import is_none, without_docstring


def otherwise(call: Expression) -> tuple[NameExpr, Expression] | None:
    """The variable that the call asks for None, and what stands in its place then; None of any other call."""
    match call:
        case CallExpr(callee=NameExpr(node=FuncDef() as helper), args=[NameExpr() as given, other], arg_kinds=kinds):
            is_helper = set(kinds) == {ARG_POS} and _is_default(helper)
            return (given, _given(other)) if is_helper else None
    return None


def _given(other: Expression) -> Expression:
    """What comes of the second argument, which the helper calls where it is a function."""
    if isinstance(other, LambdaExpr) and not other.arguments:
        match other.body.body:
            case [ReturnStmt(expr=Expression() as value)]:
                return value
    return other


def _is_default(helper: FuncDef) -> bool:
    """Whether the function does no more than to ask its first parameter for None."""
    if helper.info or not names.is_users(helper.fullname):
        return False
    match [one.variable.name for one in helper.arguments]:
        case [asked, instead]:
            return _chooses(without_docstring(helper.body.body), asked, instead)
    return False


def _chooses(body: list[Statement], asked: str, instead: str) -> bool:
    match body:
        case [ReturnStmt(expr=ConditionalExpr(cond=condition, if_expr=one, else_expr=other))]:
            pass
        case [
            IfStmt(expr=[condition], body=[Block(body=[ReturnStmt(expr=one)])], else_body=None),
            ReturnStmt(expr=other),
        ]:
            pass
        case _:
            return False
    if _asks(condition, asked, "is"):
        one, other = other, one
    elif not _asks(condition, asked, "is not"):
        return False
    return _is(one, asked) and other is not None and _stands_for(other, instead)


def _asks(condition: Expression, name: str, operator: str) -> bool:
    """Whether the condition compares the variable so with None, by itself or in a helper: `exists(x)`."""
    match condition:
        case ComparisonExpr(operators=[found], operands=[asked, none]):
            return found == operator and _is(asked, name) and is_none(none)
        case CallExpr(callee=NameExpr(node=FuncDef(arguments=[parameter], body=body)), args=[asked]) if body.body:
            match without_docstring(body.body):
                case [ReturnStmt(expr=ComparisonExpr() as inner)]:
                    return _is(asked, name) and _asks(inner, parameter.variable.name, operator)
    return False


def _stands_for(value: Expression, name: str) -> bool:
    """Whether it is the parameter, or what it gives where it is a function."""
    match value:
        case ConditionalExpr(if_expr=one, else_expr=other):
            return _stands_for(one, name) and _stands_for(other, name)
        case CallExpr(callee=callee, args=[]):
            return _is(callee, name)
    return _is(value, name)


def _is(value: Expression | None, name: str) -> bool:
    return isinstance(value, NameExpr) and value.name == name

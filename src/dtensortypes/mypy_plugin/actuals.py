"""The actual arguments of a call that a hook is about, whatever kind of expression it is."""

from __future__ import annotations

from mypy.nodes import CallExpr, Context, Expression, IndexExpr, MemberExpr, OpExpr, OperatorAssignmentStmt, UnaryExpr
from mypy.nodes import ComparisonExpr, AssignmentStmt
from mypy.plugin import FunctionContext, MethodContext

from dtensortypes.mypy_plugin.values import Argument


def actuals(ctx: FunctionContext | MethodContext) -> list[Argument]:
    """The arguments in the order they are written."""
    found = [
        argument
        for expressions, types, kinds, words in zip(ctx.args, ctx.arg_types, ctx.arg_kinds, ctx.arg_names, strict=True)
        for argument in zip(expressions, types, kinds, words, strict=True)
    ]
    if isinstance(ctx.context, CallExpr):
        order = {id(expression): i for i, expression in enumerate(ctx.context.args)}
        found.sort(key=lambda argument: order.get(id(argument[0]), len(order)))
    return found


def receiver(context: Context) -> Expression | None:
    """The expression whose method or attribute is meant: `x` in `x.half()`, `x + y`, `x[0]`, `-x`, `x.shape`."""
    match context:
        case CallExpr(callee=MemberExpr(expr=expression)) | MemberExpr(expr=expression):
            return expression
        case OpExpr(left=expression) | IndexExpr(base=expression) | UnaryExpr(expr=expression):
            return expression
        case OperatorAssignmentStmt(lvalue=expression):
            return expression
        case CallExpr(callee=expression):
            return expression
    return None

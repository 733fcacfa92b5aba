"""The actual arguments of a call that a hook is about, whatever kind of expression it is."""

from __future__ import annotations

from functools import cache

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_STAR,
    ArgKind,
    CallExpr,
    ComparisonExpr,
    Context,
    Expression,
    IndexExpr,
    MemberExpr,
    OperatorAssignmentStmt,
    OpExpr,
    UnaryExpr,
)
from mypy.operators import op_methods, reverse_op_method_set
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import AnyType, Instance, Type, TypeOfAny

from dtensortypes.core import ops
from dtensortypes.core.facts.device import CPU, META
from dtensortypes.core.facts.dtype import FLOAT32
from dtensortypes.core.facts.shape import SCALAR
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.value import LayerFact
from dtensortypes.mypy_plugin.bodies import given_whole
from dtensortypes.mypy_plugin.bodies.children_given import children_given
from dtensortypes.mypy_plugin.bodies.lists_here import list_here
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects import come_from
from dtensortypes.mypy_plugin.types.contents import in_order
from dtensortypes.mypy_plugin.types.facts_of import plain
from dtensortypes.mypy_plugin.types.passed import Argument
from dtensortypes.mypy_plugin.types.solved import by_itself
from dtensortypes.mypy_plugin.types.types_of import Types, anything


def actuals(ctx: FunctionContext | MethodContext) -> list[Argument]:
    """The arguments in the order they are written; one that is unpacked stands once, though it fills several."""
    found: dict[int, Argument] = {}
    for expressions, types, kinds, words in zip(ctx.args, ctx.arg_types, ctx.arg_kinds, ctx.arg_names, strict=True):
        for expression, type_, kind, word in zip(expressions, types, kinds, words, strict=True):
            known = _known(ctx.api, expression, type_, kind) if isinstance(ctx.api, TypeChecker) else type_
            found.setdefault(id(expression), (expression, known, kind, word))
    if not isinstance(ctx.context, CallExpr):
        return list(found.values())
    call = ctx.context
    for expression, kind, word in zip(call.args, call.arg_kinds, call.arg_names, strict=True):
        if id(expression) not in found:  # one that torch's stubs don't know: `torch.cat(xs, axis=1)`
            found[id(expression)] = expression, _type_of(ctx, expression), kind, word
    return [found[id(expression)] for expression in call.args]


def with_devices(checker: TypeChecker, name: str, arguments: list[Argument]) -> list[Argument]:
    """The arguments of a method; a word that nobody knows, a `str`, is a device where a word can be nothing else."""
    first = plain(arguments[0][1]) if arguments and arguments[0][3] is None else None
    is_word = isinstance(first, Instance) and first.type.fullname == "builtins.str" and first.last_known_value is None
    if not is_word or not _takes_device(name):
        return arguments
    expression, _, kind, word = arguments[0]
    return [(expression, Types(checker.modules).instance(names.DEVICE, anything()), kind, word), *arguments[1:]]


@cache
def _takes_device(name: str) -> bool:
    """Whether the first argument of the method may be the name of a device, as by `x.to("cpu")`."""
    is_modules = name.startswith(names.MODULE_METHODS)
    away = LayerFact("", (), FLOAT32, META) if is_modules else TensorFact(FLOAT32, META, SCALAR)
    outcome = ops.infer(name, (away, str(CPU)), {})
    return outcome is not None and getattr(outcome.result, "device", None) == CPU


def _known(checker: TypeChecker, expression: Expression, type_: Type, kind: ArgKind) -> Type:
    type_ = given_whole.as_it_is(checker, expression, type_)
    whole = (in_order(checker, type_) or children_given(checker, expression)) if kind is ARG_STAR else None
    known = whole or list_here(checker, expression) or by_itself(checker, expression, type_)
    return come_from.filled(checker, expression, known)


def _type_of(ctx: FunctionContext | MethodContext, expression: Expression) -> Type:
    known = ctx.api.lookup_type_or_none(expression) if isinstance(ctx.api, TypeChecker) else None
    return known if known is not None else AnyType(TypeOfAny.special_form)


def receiver(context: Context, method: str = "") -> Expression | None:
    """The expression whose method or attribute is meant: `x` in `x.half()`, `x + y`, `x[0]`, `-x`, `x.shape`.

    Of a reflected operator it is the right one.
    """
    match context:
        case OpExpr(right=expression) if method.rpartition(".")[2] in reverse_op_method_set:
            return expression
        case ComparisonExpr(operators=[operator], operands=[left, right]) if method:
            return left if operator != "in" and op_methods.get(operator) == method.rpartition(".")[2] else right
        case CallExpr(callee=MemberExpr(expr=expression)) | MemberExpr(expr=expression):
            return expression
        case OpExpr(left=expression) | IndexExpr(base=expression) | UnaryExpr(expr=expression):
            return expression
        case OperatorAssignmentStmt(lvalue=expression):
            return expression
        case CallExpr(callee=expression):
            return expression
    return None

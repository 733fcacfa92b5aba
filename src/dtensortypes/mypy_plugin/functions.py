"""Calls of the program's own functions: tensors compared with the signature, dims bound per call."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, FuncDef, MemberExpr, NameExpr
from mypy.plugin import FunctionContext, FunctionSigContext, MethodContext, MethodSigContext
from mypy.typeops import bind_self
from mypy.types import CallableType, FunctionLike, Instance, Type, TypeVarType, get_proper_type

from dtensortypes.core.algebra.unify import Bindings, instantiate
from dtensortypes.core.problems import argument
from dtensortypes.mypy_plugin import names
from dtensortypes.mypy_plugin.compare import compare, has_tensor
from dtensortypes.mypy_plugin.facts_of import pattern_fact
from dtensortypes.mypy_plugin.provenance import origins
from dtensortypes.mypy_plugin.report import report
from dtensortypes.mypy_plugin.regions import is_torchs
from dtensortypes.mypy_plugin.rewriting import Rewriting
from dtensortypes.mypy_plugin.types_of import Types, anything


def loosened(ctx: FunctionSigContext | MethodSigContext) -> FunctionLike:
    """The signature with its tensors' facts taken out: mypy would compare names of dims as words."""
    signature = ctx.default_signature
    if not any(map(has_tensor, signature.arg_types)):
        return signature
    return signature.copy_modified(arg_types=[argument.accept(_Loosening()) for argument in signature.arg_types])


class _Loosening(Rewriting):
    """Takes the facts out of tensors; type variables stay, for mypy to solve."""

    def visit_instance(self, t: Instance, /) -> Type:
        if t.type.fullname == names.TENSOR:
            return t.copy_modified(args=[arg if _is_variable(arg) else anything() for arg in t.args])
        return super().visit_instance(t)


class _Instantiating(Rewriting):
    """Says the dims of a return type in the caller's names."""

    def __init__(self, types: Types, bindings: Bindings) -> None:
        super().__init__()
        self.types = types
        self.bindings = bindings

    def visit_instance(self, t: Instance, /) -> Type:
        if t.type.fullname != names.TENSOR or len(t.args) != 3:
            return super().visit_instance(t)
        dtype, device, shape = t.args
        found = instantiate(pattern_fact(shape), self.bindings)
        return t.copy_modified(args=[dtype, device, self.types.shape(found)])


def called(ctx: FunctionContext | MethodContext) -> Type:
    """The type of a call of a function whose signature speaks of tensors; what does not fit is reported."""
    checker, call = ctx.api, ctx.context
    if not isinstance(checker, TypeChecker) or not isinstance(call, CallExpr) or is_torchs(checker):
        return ctx.default_return_type
    declared = _declared(checker, call.callee, ctx)
    if declared is None:
        return ctx.default_return_type
    return checked_call(checker, ctx, declared, call.callee, ctx.default_return_type)


def checked_call(
    checker: TypeChecker,
    ctx: FunctionContext | MethodContext,
    declared: CallableType,
    callee: Expression,
    default: Type,
    owner: str | None = None,
) -> Type:
    """The type of the call under the declared signature."""
    formals = list(zip(ctx.callee_arg_names, declared.arg_types, ctx.arg_types, ctx.args, strict=True))
    triples = [
        (f"{name}", want, have) for name, want, haves, _ in formals for have in haves if has_tensor(want)
    ]
    verdict = compare(triples)
    expressions = {f"{name}": expression for name, _, _, given in formals for expression in given}
    for path, problem in verdict.problems:
        place = expressions[path.partition("[")[0]]
        said = problem.about(argument(path, owner or _name(callee)))
        report(checker, said, place, origins(checker, problem.kind, [place]))
    return default.accept(_Instantiating(Types(checker.modules), verdict.bindings)) if has_tensor(default) else default


def _declared(checker: TypeChecker, callee: Expression, ctx: FunctionContext | MethodContext) -> CallableType | None:
    """The signature as the user wrote it, with as many parameters as the hook sees.

    Mypy's own record of the callee's type is the loosened one by now; its definition has the other.
    """
    type_ = get_proper_type(checker.lookup_type_or_none(callee))
    definition = type_.definition if isinstance(type_, CallableType) else None
    written = get_proper_type(definition.type) if isinstance(definition, FuncDef) else None
    if not isinstance(written, CallableType):
        return None
    if len(written.arg_types) == len(ctx.arg_types) + 1:
        written = bind_self(written)
    # Under functools.partial a hook sees the parameters of another call.
    same = len(written.arg_types) == len(ctx.arg_types) == len(ctx.callee_arg_names)
    return written if same else None


def _name(callee: Expression) -> str:
    return callee.name if isinstance(callee, NameExpr | MemberExpr) else "the call"


def _is_variable(type_: Type) -> bool:
    return isinstance(get_proper_type(type_), TypeVarType)



"""Calls of the program's own functions: tensors compared with the signature, dims bound per call."""

from __future__ import annotations

from mypy.argmap import map_actuals_to_formals
from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    CallExpr,
    Decorator,
    DictExpr,
    Expression,
    FuncDef,
    ListExpr,
    MemberExpr,
    NameExpr,
    Node,
    OverloadedFuncDef,
    RefExpr,
    SetExpr,
    StarExpr,
    TupleExpr,
    TypeInfo,
    Var,
)
from mypy.plugin import FunctionContext, FunctionSigContext, MethodContext, MethodSigContext
from mypy.typeops import bind_self
from mypy.types import (
    CallableType,
    FunctionLike,
    Instance,
    ProperType,
    TupleType,
    Type,
    TypeType,
    TypeVarType,
    get_proper_type,
)

from dtensortypes.core.algebra.unify import Bindings, instantiate
from dtensortypes.core.problems import argument
from dtensortypes.mypy_plugin import names
from dtensortypes.mypy_plugin.compare import compare, has_tensor
from dtensortypes.mypy_plugin.facts_of import pattern_fact
from dtensortypes.mypy_plugin.regions import is_torchs
from dtensortypes.mypy_plugin.report import report
from dtensortypes.mypy_plugin.rewriting import Rewriting
from dtensortypes.mypy_plugin.scope import current_function, own_names
from dtensortypes.mypy_plugin.types_of import Types, anything
from dtensortypes.mypy_plugin.watcher import watch


def loosened(ctx: FunctionSigContext | MethodSigContext) -> FunctionLike:
    """The signature with its tensors' facts taken out: mypy would compare names of dims as words.

    Overloads stay as they are: by their tensors' facts mypy chooses among them.
    """
    owner = ctx.type if isinstance(ctx, MethodSigContext) else None
    call = ctx.context
    if isinstance(call, CallExpr) and isinstance(_definition(call.callee, owner), OverloadedFuncDef):
        return ctx.default_signature
    return loosen(ctx.default_signature)


def loosen(signature: CallableType) -> CallableType:
    """The signature with its tensors' facts taken out of its parameters."""
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
    return checked_call(checker, call, declared, ctx.default_return_type, _name(ctx, call.callee))


def checked_call(checker: TypeChecker, call: CallExpr, declared: CallableType, default: Type, function: str) -> Type:
    """The type of the call under the declared signature, `default` in the caller's names of dims."""
    watch(checker.errors, checker.modules).saw(checker)
    given = [checker.lookup_type_or_none(expression) for expression in call.args]
    formals = map_actuals_to_formals(
        call.arg_kinds, call.arg_names, declared.arg_kinds, declared.arg_names, lambda i: given[i] or anything()
    )
    places: dict[str, Expression] = {}
    triples: list[tuple[str, Type, Type]] = []
    for name, type_, actuals in zip(declared.arg_names, declared.arg_types, formals, strict=True):
        for i in actuals:
            if has_tensor(type_) and call.arg_kinds[i] in {ARG_POS, ARG_NAMED}:
                path = name or f"{len(places) + 1}"
                places[path] = call.args[i]
                triples.append((path, type_, written_out(checker, call.args[i], given[i] or anything())))
    verdict = compare(triples, own_names(current_function(checker)))
    for path, problem in verdict.problems:
        place = places[path.partition("[")[0]]
        report(checker, problem.about(argument(path, function)), place, [place])
    return default.accept(_Instantiating(Types(checker.modules), verdict.bindings)) if has_tensor(default) else default


def written_out(checker: TypeChecker, expression: Expression, type_: Type) -> Type:
    """The type of a list or tuple that is written in place, item by item: mypy joins the items of a list."""
    if not isinstance(expression, ListExpr | TupleExpr | SetExpr | DictExpr) or not has_tensor(type_):
        return type_
    items = [value for _, value in expression.items] if isinstance(expression, DictExpr) else expression.items
    if any(isinstance(item, StarExpr) for item in items):
        return type_
    fallback = Types(checker.modules).instance(names.TUPLE, anything())
    return TupleType([written_out(checker, e, checker.lookup_type_or_none(e) or anything()) for e in items], fallback)


def _declared(checker: TypeChecker, callee: Expression, ctx: FunctionContext | MethodContext) -> CallableType | None:
    """The signature as the user wrote it, with as many parameters as the hook sees.

    Mypy's own record of the callee's type is the loosened one by now.
    """
    owner = ctx.type if isinstance(ctx, MethodContext) else None
    written = _written(checker, callee, owner)
    if written is None:
        return None
    if len(written.arg_types) == len(ctx.arg_types) + 1:
        written = bind_self(written)
    # Under functools.partial a hook sees the parameters of another call.
    same = len(written.arg_types) == len(ctx.arg_types) == len(ctx.callee_arg_names)
    return written if same else None


def _written(checker: TypeChecker, callee: Expression, owner: Type | None) -> CallableType | None:
    """The type of the function that is called, from its definition."""
    match _definition(callee, owner):
        case FuncDef(type=CallableType() as type_):
            return type_
        case Decorator(var=Var(type=declared)) | Var(type=declared):
            decorated = get_proper_type(declared)
            return decorated if isinstance(decorated, CallableType) else None
    loosened_type = get_proper_type(checker.lookup_type_or_none(callee))
    definition = loosened_type.definition if isinstance(loosened_type, CallableType) else None
    known = isinstance(definition, FuncDef) and isinstance(definition.type, CallableType)
    return definition.type if known and isinstance(definition, FuncDef) else None  # type: ignore[return-value]


def _definition(callee: Expression, owner: Type | None) -> Node | None:
    """What defines the function that is called; of a class, its constructor."""
    node: Node | None = callee.node if isinstance(callee, RefExpr) else None
    info = _class_of(get_proper_type(owner))
    if info is not None:
        is_method = isinstance(callee, MemberExpr) and info.get(callee.name) is not None
        symbol = info.get(callee.name) if is_method and isinstance(callee, MemberExpr) else info.get("__call__")
        node = symbol.node if symbol else None
    if isinstance(node, TypeInfo):
        node = node.get_method("__new__" if node.is_named_tuple else "__init__")
    return node


def _class_of(owner: ProperType | None) -> TypeInfo | None:
    """The class that a method is looked up in: that of an instance, or the class itself."""
    match owner:
        case Instance(type=info):
            return info
        case FunctionLike() if owner.is_type_obj():
            return owner.type_object()
        case TypeType(item=Instance(type=info)):
            return info
    return None


def _name(ctx: FunctionContext | MethodContext, callee: Expression) -> str:
    if isinstance(callee, NameExpr | MemberExpr):
        return callee.name
    info = _class_of(ctx.type) if isinstance(ctx, MethodContext) else None
    return f"{info.name}.__call__" if info else "the call"


def _is_variable(type_: Type) -> bool:
    return isinstance(get_proper_type(type_), TypeVarType)

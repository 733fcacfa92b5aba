"""The function that a call calls, as its definition says it: what a hook sees of it has been loosened, or wrapped."""

from __future__ import annotations

from collections.abc import Iterable

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Decorator,
    EllipsisExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    RefExpr,
    SuperExpr,
    TypeInfo,
    Var,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.typeops import bind_self, function_type
from mypy.types import CallableType, FunctionLike, Instance, ProperType, Type, TypeType, get_proper_type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.types.compare import says_something


def is_parameter(variable: Node | None, *functions: FuncDef | None) -> bool:
    """Whether one of the functions takes the variable."""
    return any(one.variable is variable for function in functions if function for one in function.arguments)


def taking(function: FuncDef, call: CallExpr, given: Expression) -> Var | None:
    """The parameter that takes the argument, of a function that is run where it is called; None where none is told."""
    if not is_told(function):
        return None
    places = [word or i for i, (one, word) in enumerate(zip(call.args, call.arg_names, strict=True)) if one is given]
    taken = function.arguments[is_bound(function) :]
    own = [one for i, one in enumerate(taken) if i in places or one.variable.name in places]
    is_plain = len(places) == len(own) == 1 and not own[0].kind.is_star()
    return own[0].variable if is_plain and not (function.is_generator or function.is_coroutine) else None


def is_bound(function: FuncDef) -> bool:
    """Whether the function gets an object, or its class, before what a call gives it."""
    return bool(function.info) and not function.is_static


def is_told(function: FuncDef) -> bool:
    """Whether the function has a body, and not `...`: one that comes from mypy's cache has no parameters, either."""
    return not all(isinstance(one, ExpressionStmt) and isinstance(one.expr, EllipsisExpr) for one in function.body.body)


def stands_in(tree: MypyFile, function: FuncDef) -> bool:
    """Whether the function is one of the file's."""
    return function.fullname.startswith(f"{tree.fullname}.")


def constructors(bases: Iterable[TypeInfo]) -> list[Node | None]:
    """The `__init__`s that these classes have of their own."""
    return [base.names["__init__"].node for base in bases if "__init__" in base.names]


def declared(checker: TypeChecker, callee: Expression, ctx: FunctionContext | MethodContext) -> CallableType | None:
    """The signature as the user wrote it, with as many parameters as the hook sees.

    Mypy's own record of the callee's type is the loosened one by now.
    """
    owner = ctx.type if isinstance(ctx, MethodContext) else None
    written = signature(checker, callee, owner)
    if written is None:
        return None
    if len(written.arg_types) == len(ctx.arg_types) + 1:
        written = bind_self(written)
    # Under functools.partial a hook sees the parameters of another call.
    same = len(written.arg_types) == len(ctx.arg_types) == len(ctx.callee_arg_names)
    return written if same else None


def signature(checker: TypeChecker, callee: Expression, owner: Type | None = None) -> CallableType | None:
    """The type of the function that is called, from its definition."""
    match definition(callee, owner):
        case FuncDef(type=CallableType() as type_):
            return type_
        case Decorator(var=Var(type=type_)) | Var(type=type_):
            decorated = get_proper_type(type_)
            return decorated if isinstance(decorated, CallableType) and not _is_pythons(decorated) else None
    loosened_type = get_proper_type(checker.lookup_type_or_none(callee))
    defined = loosened_type.definition if isinstance(loosened_type, CallableType) else None
    known = isinstance(defined, FuncDef) and isinstance(defined.type, CallableType)
    if known and isinstance(defined, FuncDef):
        return defined.type  # type: ignore[return-value]
    if not isinstance(callee, CallExpr) or not isinstance(loosened_type, CallableType):
        return None
    return loosened_type if any(map(says_something, loosened_type.arg_types)) else None  # of `torch.vmap(f)(x)`


def _is_pythons(function: CallableType) -> bool:
    """Whether it is a function or method of Python's, as in `f = xs.append`: mypy made up what it takes."""
    return function.definition is not None and function.definition.fullname.startswith("builtins.")


def wrapped_signature(checker: TypeChecker, callee: Expression) -> CallableType | None:
    """The signature of a function of which its decorator has made an object, as `functools.cache` does.

    To mypy such an object takes anything.
    """
    node: Node | None = callee.node if isinstance(callee, RefExpr) else None
    owner = checker.lookup_type_or_none(callee.expr) if isinstance(callee, MemberExpr) else None
    if node is None and owner is not None:
        node = definition(callee, owner)
    if not isinstance(node, Decorator) or len(node.decorators) != 1 or not isinstance(node.func.type, CallableType):
        return None
    return bind_self(node.func.type) if is_bound(node.func) else node.func.type


def type_of(checker: TypeChecker, function: FuncDef) -> CallableType | None:
    """The function's type; without an annotation its parameters and its result are anything."""
    found = function_type(function, checker.named_type("builtins.function"))
    return found if isinstance(found, CallableType) else None


def forward_of(module: Instance) -> FuncDef | Decorator | None:
    """The `forward` that runs where the module is called; None where its class has a `__call__` that is not torch's."""
    method = module.type.get_method("forward")
    if not runs_forward(module) or not isinstance(method, FuncDef | Decorator) or method.info.fullname == names.MODULE:
        return None
    return method


def runs_forward(module: Instance) -> bool:
    """Whether a call of the module is one of its `forward`."""
    call = None if is_made_otherwise(module.type) else module.type.get("__call__")
    return call is not None and isinstance(call.node, Var) and call.node.info.fullname == names.MODULE


def is_made_otherwise(info: TypeInfo) -> bool:
    """Whether a call of the class may give something else than what its `__init__` makes of the arguments."""
    if info.metaclass_type is not None and _of_program(info.metaclass_type.type, "__call__"):
        return True
    return _of_program(info, "__new__") and not info.is_named_tuple


def moves_itself(info: TypeInfo) -> bool:
    """Whether the module has a way of its own to be cast and moved."""
    return _of_program(info, names.MOVING)


def _of_program(info: TypeInfo, method: str) -> bool:
    found = next((base for base in info.mro if method in base.names), None)
    return found is not None and names.is_users(found.module_name)


def definition(callee: Expression, owner: Type | None) -> Node | None:
    """What defines the function that is called; of a class, its constructor."""
    if isinstance(callee, SuperExpr) and callee.info:
        bases = (base.names[callee.name].node for base in callee.info.mro[1:] if callee.name in base.names)
        return next(bases, None)
    node: Node | None = callee.node if isinstance(callee, RefExpr) else None
    info = class_of(get_proper_type(owner))
    if info is not None:
        name = callee.name if isinstance(callee, MemberExpr) else ""
        symbol = info.get(name) or info.get("__call__")
        node = symbol.node if symbol else None
    if isinstance(node, TypeInfo):
        node = node.get_method("__new__" if node.is_named_tuple else "__init__")
    return node


def class_of(owner: ProperType | None) -> TypeInfo | None:
    """The class that a method is looked up in: that of an instance, or the class itself."""
    match owner:
        case Instance(type=info):
            return info
        case FunctionLike() if owner.is_type_obj():
            return owner.type_object()
        case TypeType(item=Instance(type=info)):
            return info
    return None


def name_of(callee: Expression, owner: Type | None) -> str:
    """The name by which messages speak of the function."""
    if isinstance(callee, NameExpr | MemberExpr | SuperExpr):
        return callee.name
    info = class_of(get_proper_type(owner))
    return f"{info.name}.__call__" if info else "the call"


def is_made_up(variable: Var) -> bool:
    """Whether mypy has made up the type of the variable, of which the program declares nothing."""
    return variable.is_inferred and not variable.explicit_self_type

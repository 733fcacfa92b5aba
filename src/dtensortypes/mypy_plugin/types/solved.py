"""Calls of generic functions: mypy solves them by what is declared where their result goes, not by what they get."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.erasetype import erase_typevars
from mypy.nodes import (
    CallExpr,
    Decorator,
    DictExpr,
    Expression,
    FuncDef,
    ListComprehension,
    ListExpr,
    RefExpr,
    StarExpr,
)
from mypy.plugin import FunctionContext, FunctionSigContext, MethodContext, MethodSigContext
from mypy.typeops import get_all_type_vars
from mypy.types import (
    AnyType,
    CallableType,
    FunctionLike,
    Instance,
    Type,
    TypeVarType,
    flatten_nested_unions,
    get_proper_type,
)

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.types.compare import has_tensor, says_something
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.rewriting import forgotten

UNPROMPTED: Final = ("copy.copy", "copy.deepcopy", "builtins.max", "builtins.min", "builtins.next")
"""Generic functions of Python's own: what a variable is declared says nothing of what they give."""
_ARRAY_LIKE: Final = "numpy._typing."
LED: Final = (*UNPROMPTED, "builtins.sum", "dataclasses.field")
"""Those whose result mypy would have decided by what it is declared."""


def by_itself(checker: TypeChecker, expression: Expression, type_: Type) -> Type:
    """The type of the argument as it is without a parameter: `next(batches)` in `model(next(batches))`.

    The parameter says `Tensor`, and mypy takes that for the answer; only calls that lost all facts so are read again.
    """
    match expression:
        case CallExpr(callee=RefExpr(fullname="builtins.list" | "builtins.tuple")) | ListExpr(items=[StarExpr()]):
            if _is_of_anything(type_) or _is_of_arrays(type_):  # of `data: Any` mypy takes it that this is a list of it
                return _uncalled_for(checker, expression)
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


def _is_of_arrays(type_: Type) -> bool:
    """Whether it is a list of what numpy declares that its functions take, whatever there is in the one at hand."""
    whole = get_proper_type(type_)
    items = flatten_nested_unions([whole.args[-1]]) if isinstance(whole, Instance) and whole.args else []
    return any(
        isinstance(one, Instance) and one.type.fullname.startswith(_ARRAY_LIKE) for one in map(get_proper_type, items)
    )


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


def is_asked_for(checker: TypeChecker, native: Type) -> bool:
    """Whether a class of tensors is declared where one is made: `x: torch.LongTensor = torch.LongTensor(3)`.

    What is known of a tensor is known of the one class `Tensor`, which mypy would not take there.
    """
    made, context = get_proper_type(native), checker.expr_checker.type_context[-1]
    if context is None or not isinstance(made, Instance) or made.type.fullname in {names.TENSOR, names.PARAMETER}:
        return False
    wanted = map(get_proper_type, flatten_nested_unions([context]))
    return is_a(made, names.TENSOR) and any(isinstance(one, Instance) and one.type is made.type for one in wanted)


def unled(ctx: FunctionSigContext | MethodSigContext) -> FunctionLike:
    """The signature; what is declared of the result does not decide what the type variable that it is stands for.

    Mypy lets no class decide of that but a generic one, and those of tensors and modules are so by the plugin alone.
    """
    checker, signature = ctx.api, ctx.default_signature
    given = map(get_proper_type, flatten_nested_unions([signature.ret_type]))
    if isinstance(checker, TypeChecker) and any(isinstance(one, TypeVarType) for one in given):
        contexts = checker.expr_checker.type_context
        if contexts[-1] is not None and _is_generic_by_us(contexts[-1]):
            contexts[-1] = None  # until the call has been checked
    return signature


def unsolved(ctx: FunctionSigContext | MethodSigContext) -> FunctionLike:
    """The signature without its variables: `rearrange(x: T, pattern: str) -> T` gives another tensor than it gets."""
    erased = get_proper_type(erase_typevars(ctx.default_signature))
    assert isinstance(erased, CallableType)
    return erased.copy_modified(variables=())


def without_led(signature: CallableType, result: Type) -> Type:
    """The result without what mypy has solved by the other arguments of `apply(f: Callable[[T], T], x: T) -> T`.

    What f gives may be another tensor than x is.
    """
    callbacks = [proper for one in signature.arg_types if isinstance(proper := get_proper_type(one), CallableType)]
    others = [one for one in signature.arg_types if not isinstance(get_proper_type(one), CallableType)]
    others += [taken for one in callbacks for taken in one.arg_types]
    led, given = _variables([one.ret_type for one in callbacks]), _variables([signature.ret_type])
    return result.accept(forgotten()) if led & given & _variables(others) else result


def _variables(types: list[Type]) -> set[object]:
    return {variable.id for type_ in types for variable in get_all_type_vars(type_)}


def open_object(object_: Instance) -> Instance:
    """The type of a new object of a generic class of the program, whose methods may put other tensors into it."""
    is_own = names.is_users(object_.type.module_name)
    return _opened(object_) if is_own and any(map(has_tensor, object_.args)) else object_


def opened(ctx: FunctionContext) -> Type:
    """The type of a new object of Python's own that anybody may give another tensor, whatever it begins with."""
    result = get_proper_type(ctx.default_return_type)
    return _opened(result) if isinstance(result, Instance) else result


def _opened(object_: Instance) -> Instance:
    return object_.copy_modified(args=[one.accept(forgotten()) for one in object_.args])


def _is_generic_by_us(wanted: Type) -> bool:
    proper = get_proper_type(wanted)
    return any(is_a(proper, name) and len(proper.args) == added for name, added in names.ADDED.items())


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

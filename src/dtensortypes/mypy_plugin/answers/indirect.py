"""Functions that call what they are given: `map(f, xs)`, `checkpoint(f, x)`.

Each is read as the call that it comes to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_POS,
    CallExpr,
    Decorator,
    DictExpr,
    Expression,
    FuncDef,
    LambdaExpr,
    MemberExpr,
    RefExpr,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import (
    AnyType,
    CallableType,
    FunctionLike,
    Instance,
    Type,
    TypeOfAny,
    TypeVarId,
    TypeVarType,
    get_proper_type,
)

from dtensortypes.core import ops
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.mypy_plugin.answers import functions, operations, registering
from dtensortypes.mypy_plugin.answers.each_item import of_each
from dtensortypes.mypy_plugin.bodies.actuals import actuals
from dtensortypes.mypy_plugin.bodies.iteration import is_unpacked, item_from
from dtensortypes.mypy_plugin.changes.fixed import is_one_function, values_given
from dtensortypes.mypy_plugin.changes.noted import is_given_outside, times_given
from dtensortypes.mypy_plugin.changes.other_modules import of_any_value
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import trees
from dtensortypes.mypy_plugin.objects.kept_functions import function_kept
from dtensortypes.mypy_plugin.text.by_name import is_set_by_name
from dtensortypes.mypy_plugin.text.calling import result_of, standing_for
from dtensortypes.mypy_plugin.text.decorators import is_transparent, passes_on
from dtensortypes.mypy_plugin.text.definitions import class_of
from dtensortypes.mypy_plugin.text.expressions import is_self
from dtensortypes.mypy_plugin.text.scope import current_function
from dtensortypes.mypy_plugin.types.compare import has_tensor, says_something
from dtensortypes.mypy_plugin.types.solved import unprompted
from dtensortypes.mypy_plugin.types.types_of import anything
from dtensortypes.mypy_plugin.types.value_of import of_type


def mapped(ctx: FunctionContext) -> Type:
    """The type of `map(f, xs, ys)`: an iterator of what `f(x, y)` gives."""
    checker, call, result = ctx.api, ctx.context, get_proper_type(ctx.default_return_type)
    if not isinstance(checker, TypeChecker) or not isinstance(call, CallExpr):
        return result
    if not isinstance(result, Instance) or len(result.args) != 1 or not _is_plain(call) or len(call.args) < 2:
        return result
    function, *sources = call.args
    if is_unpacked(checker, call) and (each := of_each(checker, call)) is not None:
        return each
    items = [item_from(checker, source) for source in sources]
    if isinstance(function, LambdaExpr) or not any(item is not None and has_tensor(item) for item in items):
        return result  # mypy has looked at the body of the lambda with these items
    passed = [standing_for(item, source) for source, item in zip(sources, items, strict=True) if item is not None]
    if len(passed) < len(sources):
        return result
    found = result_of(checker, call, function, passed)
    return result.copy_modified(args=[found]) if says_something(found) else result


def called(ctx: FunctionContext | MethodContext) -> Type:
    """The type of a call of what is not torch's by its name: of `self.criterion`, too, where that is `F.mse_loss`."""
    call, checker = ctx.context, ctx.api
    if isinstance(call, Decorator) and isinstance(checker, TypeChecker):
        return _decorated(checker, call, ctx)
    if isinstance(call, DictExpr) and isinstance(checker, TypeChecker):
        return registering.opened(checker, call, ctx.default_return_type)
    if isinstance(call, CallExpr) and isinstance(checker, TypeChecker):
        if names.imports_us(checker.tree) and passes_on(call):
            return _decorator(checker)
        held = get_proper_type(checker.lookup_type_or_none(call.callee))
        defined = held.items[0].definition if isinstance(held, FunctionLike) else None
        is_named = isinstance(call.callee, RefExpr) and call.callee.node is defined  # so mypy tries `partial(f, x)`
        defined = defined if not is_named and is_one_function(checker, call.callee) else None
        if defined is None and isinstance(ctx, MethodContext) and isinstance(call.callee, MemberExpr):
            defined = function_kept(checker, call.callee, ctx.type)
        name = names.public(defined.fullname) if isinstance(defined, FuncDef | Decorator) else ""
        if name in ops.names():
            return operations.function(ctx, name)
    return functions.called(ctx)


def _decorated(checker: TypeChecker, place: Decorator, ctx: FunctionContext | MethodContext) -> Type:
    """What a decorator makes of a function, which is that function where all of its decorators pass all on."""
    is_same = names.imports_us(checker.tree) and all(map(is_transparent, place.decorators))
    given = [type_ for one in ctx.arg_types for type_ in one]
    return given[0] if is_same and len(given) == 1 else ctx.default_return_type


def _decorator(checker: TypeChecker) -> Type:
    """A function that gives what it is given."""
    whatever = checker.named_type("builtins.object")
    variable = TypeVarType("F", "F", TypeVarId(-1), [], whatever, AnyType(TypeOfAny.from_omitted_generics))
    function = checker.named_type("builtins.function")
    return CallableType([variable], [ARG_POS], [None], variable, function, variables=[variable])


def class_held(ctx: MethodContext, otherwise: Callable[[Any], Type]) -> Type:
    """The type of `self.layer(3, 4)`, where `self.layer` is one of torch's classes, or may be another one."""
    checker, call = ctx.api, ctx.context
    if not isinstance(checker, TypeChecker) or not isinstance(call, CallExpr):
        return ctx.default_return_type
    is_known_class = is_one_function(checker, call.callee) or _is_chosen_here(checker, call.callee)
    return otherwise(ctx) if is_known_class else of_any_value(checker, ctx.default_return_type)


def _is_chosen_here(checker: TypeChecker, place: Expression) -> bool:
    """Whether a constructor alone gives the attribute its values, of which it has one as the body is read."""
    function = current_function(checker)
    if function is None or not function.info or not isinstance(place, MemberExpr) or not is_self(place.expr):
        return False
    info, written = function.info, function.info.get_method(function.name)
    every = values_given(written, place.name) if isinstance(written, FuncDef) else []
    is_given = times_given(info, place.name) > len(every) or is_given_outside(trees(checker), info, place.name)
    match values_given(function, place.name):
        case [Expression() as here] if not is_given and not is_set_by_name(checker.tree, info, place.name):
            return is_one_function(checker, here) and here.line < place.line
    return False


def operated(ctx: FunctionContext, name: str) -> Type:
    """The type of `operator.add(x, y)`: what `x + y` gives, where x is a tensor."""
    given = actuals(ctx)
    if not given or not isinstance(of_type(given[0][1]), TensorFact):
        return unprompted(ctx)
    return operations.function(ctx, name)


def checkpointed(ctx: FunctionContext) -> Type:
    """The type of `checkpoint(f, x)`: what `f(x)` gives."""
    checker, call = ctx.api, ctx.context
    if not isinstance(checker, TypeChecker) or not isinstance(call, CallExpr):
        return ctx.default_return_type
    positional = [argument for argument, kind in zip(call.args, call.arg_kinds, strict=True) if kind is ARG_POS]
    if not positional or any(kind.is_star() for kind in call.arg_kinds):
        return ctx.default_return_type
    found = result_of(checker, call, positional[0], positional[1:])
    return found if says_something(found) else ctx.default_return_type


def applied(ctx: MethodContext, otherwise: Callable[[MethodContext], Type]) -> Type:
    """The type of `Scale.apply(x)`, of an `autograd.Function`: what its `forward(ctx, x)` gives."""
    checker, call, info = ctx.api, ctx.context, class_of(ctx.type)
    if not isinstance(checker, TypeChecker) or info is None or not info.has_base(names.AUTOGRAD_FUNCTION):
        return otherwise(ctx)
    callee = call.callee if isinstance(call, CallExpr) and _is_plain(call) else None
    if not isinstance(call, CallExpr) or not isinstance(callee, MemberExpr):
        return ctx.default_return_type
    has_context = info.names.get("setup_context") is None  # where there is one, `forward` takes no context
    function = MemberExpr(callee.expr, "forward")
    function.set_line(call)
    passed = [*([standing_for(anything(), call)] if has_context else []), *call.args]
    found = result_of(checker, call, function, passed)
    return found if says_something(found) else ctx.default_return_type


def _is_plain(call: CallExpr) -> bool:
    return all(kind is ARG_POS for kind in call.arg_kinds)

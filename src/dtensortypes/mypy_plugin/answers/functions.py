"""Calls of the program's own functions: tensors compared with the signature, dims bound per call."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from functools import partial

from mypy.checker import TypeChecker
from mypy.errorcodes import ErrorCode
from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    CallExpr,
    Expression,
    LambdaExpr,
    NameExpr,
    OverloadedFuncDef,
)
from mypy.plugin import FunctionContext, FunctionSigContext, MethodContext, MethodSigContext
from mypy.types import (
    AnyType,
    CallableType,
    FunctionLike,
    Instance,
    Type,
    TypeVarType,
    get_proper_type,
)

from dtensortypes.core.problems import Kind, Problem, argument
from dtensortypes.mypy_plugin.answers import made_functions, overloads, passing
from dtensortypes.mypy_plugin.answers.unread import unless_no_type, unless_unread
from dtensortypes.mypy_plugin.bodies import one_branch, tables
from dtensortypes.mypy_plugin.bodies.helpers import opened
from dtensortypes.mypy_plugin.bodies.narrowing import forget
from dtensortypes.mypy_plugin.changes.closures import forget_given
from dtensortypes.mypy_plugin.changes.fixed import method_held
from dtensortypes.mypy_plugin.changes.read_later import called_here
from dtensortypes.mypy_plugin.changes.reshaping_sites import sites
from dtensortypes.mypy_plugin.changes.settled import unsettled
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.codes import CODES
from dtensortypes.mypy_plugin.messages.report import report
from dtensortypes.mypy_plugin.messages.watcher import watch
from dtensortypes.mypy_plugin.text.branches import first_wrong, members, wrong_each_way
from dtensortypes.mypy_plugin.text.calling import result_of
from dtensortypes.mypy_plugin.text.definitions import declared, definition, name_of, wrapped_signature
from dtensortypes.mypy_plugin.text.rewritten import duplicate
from dtensortypes.mypy_plugin.text.scope import bodies, current_function, own_names
from dtensortypes.mypy_plugin.types.callbacks import callback_of, follows, is_protocol_of_functions, mistake
from dtensortypes.mypy_plugin.types.class_values import close
from dtensortypes.mypy_plugin.types.compare import Verdict, compare, has_tensor, says_something
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.instantiated import instantiated
from dtensortypes.mypy_plugin.types.rewriting import Rewriting, forgotten
from dtensortypes.mypy_plugin.types.solved import unled, unprompted, without_led
from dtensortypes.mypy_plugin.types.types_of import Types, anything


def loosened(ctx: FunctionSigContext | MethodSigContext) -> FunctionLike:
    """The signature with its tensors' facts taken out: mypy would compare names of dims as words.

    Of overloads those stay as they are that the call's tensors are not for: by their tensors' facts mypy refuses them.
    """
    owner = ctx.type if isinstance(ctx, MethodSigContext) else None
    call, checker = ctx.context, ctx.api
    for expression in (e for given in ctx.args for e in given):
        if isinstance(checker, TypeChecker):
            close(checker, expression)
    unled(ctx)
    function = definition(call.callee, owner) if isinstance(call, CallExpr) else None
    if isinstance(function, OverloadedFuncDef):
        return _overload(ctx, overloads.fit(ctx, function))
    signature = loosen(ctx.default_signature)
    types = zip(signature.arg_types, ctx.args, strict=True)
    # A callback is compared by us, too; a lambda's parameters have the facts that are declared.
    loose = [_taking(ctx, type_, given) if callback_of(type_) else type_ for type_, given in types]
    return signature.copy_modified(arg_types=loose)


def _overload(ctx: FunctionSigContext | MethodSigContext, fit: overloads.Fit | None) -> CallableType:
    """The overload that mypy asks about; where the tensors may be for another one nobody knows what it gives."""
    checker = ctx.api
    if fit is None or not isinstance(checker, TypeChecker):
        return ctx.default_signature
    result = instantiated(Types(checker.modules), ctx.default_signature.ret_type, fit.bindings)
    return loosen(ctx.default_signature).copy_modified(ret_type=result if fit.is_sure else anything())


def _taking(ctx: FunctionSigContext | MethodSigContext, type_: Type, given: list[Expression]) -> Type:
    """The type of a parameter that takes a function: what is known of its tensors is compared by us.

    Only the parameters of a lambda have what is declared of them.
    """
    if any(isinstance(one, LambdaExpr) for one in given):
        return callback_of(type_) or type_
    if is_protocol_of_functions(type_):
        follow = [follows(ctx.api.get_expression_type(one), type_) for one in given]
        return anything() if follow and all(follow) else type_
    return type_.accept(_Loosening())


def loosen(signature: CallableType) -> CallableType:
    """The signature with its tensors' facts taken out of its parameters."""
    if not any(map(says_something, signature.arg_types)):
        return signature
    loosening = _Loosening()
    known = [argument.accept(loosening) if says_something(argument) else argument for argument in signature.arg_types]
    return signature.copy_modified(arg_types=known)


class _Loosening(Rewriting):
    """Takes the facts out of tensors; type variables stay, for mypy to solve."""

    def visit_instance(self, t: Instance, /) -> Type:
        if t.type.fullname == names.TENSOR:
            return t.copy_modified(args=[arg if _is_variable(arg) else anything() for arg in t.args])
        return super().visit_instance(t)


def called(ctx: FunctionContext | MethodContext) -> Type:
    """The type of a call of a function whose signature speaks of tensors; what does not fit is reported."""
    checker, call = ctx.api, ctx.context
    if not isinstance(checker, TypeChecker) or not isinstance(call, CallExpr):
        return ctx.default_return_type
    forget(checker, call)
    owner = ctx.type if isinstance(ctx, MethodContext) else None
    if (function := tables.function_called(checker, call.callee)) is not None:
        return _of_function(checker, call, function, ctx.default_return_type)
    if (given := made_functions.called(checker, call, ctx.default_return_type)) is not None:
        forget_given(checker)
        return given
    signature = declared(checker, call.callee, ctx)
    result = unless_no_type(checker, call, unless_unread(checker, call.callee, unprompted(ctx)))
    if signature is not None:
        name = signature.name if isinstance(call.callee, CallExpr) and owner is None else None
        result = checked_call(checker, call, signature, result, name or name_of(call.callee, owner))
        result = without_led(signature, result) if signature.variables else result
        result = named(result, f"{name_of(call.callee, owner)}()")
    result = opened(checker, call, owner, result)
    if owner is None and not says_something(result):
        result = made_functions.held(checker, call, _of_method(checker, call, result))
    forget_given(checker)
    return result


def named(made: Type, name: str) -> Type:
    """A function that a call gives, with a name, by which mypy asks for a call of it where it is made, too."""
    function = get_proper_type(made)
    is_open = isinstance(function, CallableType) and any(map(says_something, function.arg_types))
    return function.copy_modified(name=name) if isinstance(function, CallableType) and is_open else made


def _of_method(checker: TypeChecker, call: CallExpr, default: Type) -> Type:
    """The type of a call of a variable that is always one method of one object: of `net.encode(x)` itself."""
    method = method_held(checker, call.callee)
    held = get_proper_type(checker.lookup_type_or_none(call.callee))
    is_declared = isinstance(held, CallableType) and any(map(says_something, held.arg_types))
    if method is None or is_declared or any(kind not in {ARG_POS, ARG_NAMED} for kind in call.arg_kinds):
        return default
    found = result_of(checker, call, duplicate(method), call.args, call.arg_names)
    return found if says_something(found) else default


def _of_function(checker: TypeChecker, call: CallExpr, function: Expression, default: Type) -> Type:
    """The type of a call of what is always this function: what that gives for these arguments."""
    if any(kind not in {ARG_POS, ARG_NAMED} for kind in call.arg_kinds):
        return default
    found = result_of(checker, call, called_here(checker, function), call.args, call.arg_names)
    return found if says_something(found) else default


def unwrapped(ctx: MethodContext) -> Type:
    """The type of a call of an object that a decorator has made of a function, as `functools.cache` does."""
    checker, call = ctx.api, ctx.context
    if not isinstance(checker, TypeChecker) or not isinstance(call, CallExpr):
        return ctx.default_return_type
    signature, result = wrapped_signature(checker, call.callee), ctx.default_return_type
    if signature is not None:
        if isinstance(get_proper_type(result), AnyType) and not signature.variables:
            result = signature.ret_type
        result = checked_call(checker, call, signature, result, name_of(call.callee, None))
    result = opened(checker, call, None, result) if isinstance(call.callee, NameExpr) else result
    is_cached = is_a(ctx.type, names.CACHED)
    return result.accept(_OfAll(checker)) if is_cached else result


class _OfAll(Rewriting):
    """What is known of one and the same object that all callers get: not what one of them may have changed in it."""

    def __init__(self, checker: TypeChecker) -> None:
        super().__init__()
        self.is_reshaped = any(map(sites, bodies(checker.tree.defs)))

    def visit_instance(self, t: Instance, /) -> Type:
        if is_a(t, names.MODULE):
            return unsettled(t)
        is_kept = names.is_users(t.type.fullname) or (is_a(t, names.TENSOR) and not self.is_reshaped)
        return t if is_kept else t.accept(forgotten())


def checked_call(checker: TypeChecker, call: CallExpr, signature: CallableType, default: Type, function: str) -> Type:
    """The type of the call under the declared signature, `default` in the caller's names of dims."""
    watch(checker.errors, checker.modules).saw(checker)
    passed = list(passing.given(checker, call, signature))
    given = [one for one in passed if has_tensor(one[1])]
    places = {path: place for path, _, _, place in given}
    triples = [(path, type_, found) for path, type_, found, _ in given]
    verdict = compare(triples, own_names(current_function(checker)))
    said = _said(checker)
    is_proved = any(problem.kind is not Kind.UNKNOWN for _, problem in verdict.problems)
    of_branches = () if is_proved else tuple(_of_branches(checker, triples, places))
    for path, problem in of_branches or verdict.problems:
        place = next(places[whole] for whole in places if path == whole or path.startswith(f"{whole}["))
        if (place.line, place.column, CODES[problem.kind]) not in said:
            report(checker, problem.about(argument(path, function)), place, [place])
    for _, type_, found, place in passed:
        wanted, function_given = callback_of(type_), get_proper_type(found)
        if wanted is not None and isinstance(function_given, CallableType) and not function_given.variables:
            wrong = mistake(wanted, function_given, function)
            if wrong is not None:
                report(checker, wrong, place, [place])
    return instantiated(Types(checker.modules), default, verdict.bindings) if has_tensor(default) else default


def _of_branches(
    checker: TypeChecker, triples: list[tuple[str, Type, Type]], places: Mapping[str, Expression]
) -> Iterator[tuple[str, Problem]]:
    """What is wrong with one of the values that an `if` gives to an argument."""
    function = current_function(checker)
    body = function.body.body if function else checker.tree.defs
    for path, type_, found in triples:
        given = members(body, places[path], found)
        judged = partial(_against, path, type_, own_names(function))
        wrong = first_wrong(map(judged, given)) or wrong_each_way(found, judged)
        branch = None if given else one_branch.given(checker, places[path], found)
        if branch is not None:
            wrong = wrong or branch.wrong(map(judged, branch.ways))
        if wrong is not None:
            yield path, wrong


def _against(path: str, declared: Type, own: Container[str], found: Type) -> Verdict:
    return compare([(path, declared, found)], own)


def _said(checker: TypeChecker) -> set[tuple[int, int, ErrorCode | None]]:
    """What has been said of the file: of a call whose signature it saw as it is written, mypy finds the same."""
    return {(info.line, info.column, info.code) for info in checker.errors.error_info_map.get(checker.path, [])}


def _is_variable(type_: Type) -> bool:
    return isinstance(get_proper_type(type_), TypeVarType)

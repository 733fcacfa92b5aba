"""Calls of functions that functions return: `loss = make_loss(0.5)`, and then `loss(x, y)`."""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy.argmap import map_actuals_to_formals
from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_NAMED,
    ARG_NAMED_OPT,
    ARG_POS,
    ARG_STAR,
    ARG_STAR2,
    ArgKind,
    AssignmentStmt,
    CallExpr,
    Expression,
    FuncDef,
    NameExpr,
    Node,
    RefExpr,
    TypeInfo,
    Var,
    WithStmt,
)
from mypy.types import AnyType, CallableType, Instance, LiteralType, TupleType, Type, get_proper_type

from dtensortypes.core import ops
from dtensortypes.core.rules.state import PLAIN
from dtensortypes.mypy_plugin.bodies.completed import completed
from dtensortypes.mypy_plugin.bodies.given import signature_for, valued
from dtensortypes.mypy_plugin.bodies.helpers import report_told
from dtensortypes.mypy_plugin.bodies.regions import state_at
from dtensortypes.mypy_plugin.bodies.remembered import remembered
from dtensortypes.mypy_plugin.changes.fixed import is_looped, is_one_object
from dtensortypes.mypy_plugin.changes.redefined import is_function_redefined
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages import at_fault
from dtensortypes.mypy_plugin.messages.watcher import is_trial, watch
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.text.calling import standing_for
from dtensortypes.mypy_plugin.text.definitions import stands_in
from dtensortypes.mypy_plugin.text.expressions import expressions, gathered, lines
from dtensortypes.mypy_plugin.text.made_functions import at_once, is_maker, is_mentioned, taken_as
from dtensortypes.mypy_plugin.text.rewritten import at, duplicate
from dtensortypes.mypy_plugin.text.scope import bodies, constant_value, current_body, statements
from dtensortypes.mypy_plugin.types.callbacks import giving
from dtensortypes.mypy_plugin.types.compare import has_module, has_tensor
from dtensortypes.mypy_plugin.types.rewriting import forgotten
from dtensortypes.mypy_plugin.types.types_of import anything

_KINDS = frozenset({ARG_POS, ARG_NAMED})
_FILLED: Final = frozenset({names.LIST, "builtins.dict", "builtins.set"})
_MARK: Final = "what it was made of"
"""The parameter that tells of a function, in its type, which call has made it; no program has one of this name."""


def called(checker: TypeChecker, call: CallExpr, default: Type) -> Type | None:
    """The type of a call of what one call has certainly made; None where that is not known."""
    made = _made(checker, call) or _marked(checker, call)
    if made is None or not _KINDS.issuperset(call.arg_kinds):
        return None
    places = enumerate(call.arg_names)
    whole = CallExpr(
        call.callee,
        [*made.args, *call.args],
        [*made.kinds, *(ARG_NAMED for _ in call.args)],
        [*made.words, *(taken_as(*one) for one in places)],
    )
    return _opened(checker, at(call, whole), _function(checker, made.maker, tuple(call.arg_names)), default)


def held(checker: TypeChecker, call: CallExpr, given: Type) -> Type:
    """The type of `make_loss(0.5)` for a variable that is but called: of what is a function mypy asks what it gives.

    Of one that is anything else to the program, too, mypy is to say what it says without us. In a body that is read
    for a call it says nothing: there the type tells of which call the function has come.
    """
    is_open = isinstance(get_proper_type(given), (AnyType, CallableType) if is_trial(checker) else AnyType)
    maker = _maker(checker, call) if is_open else None
    if maker is None or not is_maker(maker):
        return given
    function = CallableType(
        [], [], [], anything(), checker.named_type("builtins.function"), name=maker.name, definition=None
    )
    if is_trial(checker):
        return giving(function, anything()) if state_at(checker, call) != PLAIN else _with_mark(checker, call, function)
    return giving(function, anything()) if _is_only_called(checker, call) else given


class _Made(NamedTuple):
    """The call that has made a function: whom it calls, and with what."""

    maker: FuncDef
    args: list[Expression]
    kinds: list[ArgKind]
    words: list[str | None]


def _made(checker: TypeChecker, call: CallExpr) -> _Made | None:
    """What a variable always holds, or what is called as soon as it is made."""
    callee = call.callee
    made = constant_value(checker, callee) if isinstance(callee, NameExpr) else callee
    maker = _maker(checker, made)
    if not isinstance(made, CallExpr) or maker is None or not is_maker(maker) or not _is_plain(checker, made, call):
        return None
    args = _made_of(checker, maker, made) if made is not callee else made.args
    return _Made(maker, args, made.arg_kinds, made.arg_names)


def _with_mark(checker: TypeChecker, made: CallExpr, function: CallableType) -> CallableType:
    """The function's type with what it was made of, as a parameter: by those mypy tells functions apart."""
    kinds = ",".join(word or "" for word in made.arg_names)
    words = [LiteralType(one, checker.named_type("builtins.str")) for one in (function.name or "", kinds)]
    kept = [_lasting(checker, value) for value in made.args]
    mark = TupleType([*words, *kept], checker.named_type("builtins.tuple"))
    whole = giving(function, anything())
    return whole.copy_modified(
        arg_types=[*whole.arg_types, mark],
        arg_kinds=[ARG_STAR, ARG_STAR2, ARG_NAMED_OPT],
        arg_names=[None, None, _MARK],
    )


def _lasting(checker: TypeChecker, value: Expression) -> Type:
    """What is known of an argument whenever the function is called: not where others may change an object."""
    type_ = valued(checker, value)
    proper = get_proper_type(type_)
    is_filled = isinstance(proper, Instance) and proper.type.fullname in _FILLED
    is_partial = isinstance(proper, Instance) and proper.type.fullname == names.PARTIAL  # which nobody changes
    if is_filled or has_module(type_) or (objects.arguments(type_) is not None and not is_partial):
        return anything()
    return type_.accept(forgotten()) if has_tensor(type_) and not _is_new(value) else type_


def _marked(checker: TypeChecker, call: CallExpr) -> _Made | None:
    """What the type of the function tells."""
    type_ = get_proper_type(checker.lookup_type_or_none(call.callee))
    if not isinstance(type_, CallableType) or _MARK not in type_.arg_names or state_at(checker, call) != PLAIN:
        return None
    mark = get_proper_type(type_.arg_types[type_.arg_names.index(_MARK)])
    match [get_proper_type(one) for one in mark.items] if isinstance(mark, TupleType) else []:
        case [LiteralType(value=str() as name), LiteralType(value=str() as words), *given]:
            symbol = checker.tree.names.get(name)
            if symbol is not None and isinstance(symbol.node, FuncDef):
                known = [word or None for word in words.split(",")][: len(given)]
                args = [_of_type(checker, one, call) for one in given]
                return _Made(symbol.node, args, [ARG_NAMED if word else ARG_POS for word in known], known)
    return None


def _maker(checker: TypeChecker, made: Expression | None) -> FuncDef | None:
    """The function of this file that the call certainly calls."""
    maker = made.callee.node if isinstance(made, CallExpr) and isinstance(made.callee, RefExpr) else None
    if not isinstance(made, CallExpr) or not isinstance(maker, FuncDef) or not _KINDS.issuperset(made.arg_kinds):
        return None
    is_certain = stands_in(checker.tree, maker) and not maker.is_conditional
    return maker if is_certain and not is_function_redefined(checker.tree.defs, maker) else None


def _is_only_called(checker: TypeChecker, made: CallExpr) -> bool:
    """Whether the program only calls what is made, by its one name, or hands it on to what takes functions."""
    body = current_body(checker)
    if any(isinstance(part, CallExpr) and part.callee is made for one in statements(body) for part in gathered(one)):
        return True
    every = (one for one in statements(body) if isinstance(one, AssignmentStmt) and one.rvalue is made)
    match next(every, None):
        case AssignmentStmt(lvalues=[NameExpr(node=Var() as variable) as target], unanalyzed_type=None):
            pass
        case _:
            return False
    inside = [part for own in bodies(body) for one in statements(own) for part in gathered(one)]
    calls = [part for part in inside if isinstance(part, CallExpr)]
    called_by = {id(part.callee) for part in calls}
    called_by |= {id(one) for part in calls if _takes_functions(part.callee) for one in part.args}
    named = {id(part) for part in inside if isinstance(part, NameExpr) and part.node is variable and part is not target}
    return named <= called_by and constant_value(checker, target) is made


def _takes_functions(callee: Expression) -> bool:
    """Whether mypy has nothing to say of a function that this is given."""
    node: Node | None = callee.node if isinstance(callee, RefExpr) else None
    node = node.get_method("__init__") if isinstance(node, TypeInfo) else node
    is_open = isinstance(node, FuncDef) and names.is_users(node.fullname) and node.type is None
    return is_open or (isinstance(callee, RefExpr) and callee.fullname == names.DATA_LOADER)


def _opened(checker: TypeChecker, whole: CallExpr, function: FuncDef, default: Type) -> Type:
    signature = signature_for(checker, whole, function)
    if signature is None:
        return default
    found = remembered(checker, function, signature, state_at(checker, whole))
    if not found.problems:
        at_fault.suits(checker, whole, function, None)
    report_told(checker, whole, function, found)
    result = found.whole if is_trial(checker) else found.result
    return default if result is None else completed(result, default)


def _function(checker: TypeChecker, maker: FuncDef, words: tuple[str | None, ...]) -> FuncDef:
    """The function that such calls come to: what calls say of its body is kept with it."""
    answers = watch(checker.errors, checker.modules).answers
    found = answers.setdefault((_function, maker, words), None) or at_once(maker, words)
    assert isinstance(found, FuncDef)
    answers[_function, maker, words] = found
    return found


def _is_plain(checker: TypeChecker, made: CallExpr, call: CallExpr) -> bool:
    """Whether it is made where it is called, or by the file, and neither in a region that changes what torch does."""
    if state_at(checker, call) != PLAIN:
        return False
    own, of_file = (
        any(part is made for statement in statements(body) for part in expressions(statement))
        for body in (current_body(checker), checker.tree.defs)
    )
    if own:
        return state_at(checker, made) == PLAIN
    regions = (one for one in statements(checker.tree.defs) if isinstance(one, WithStmt))
    return of_file and not any(made.line in lines(region) for region in regions)


def _made_of(checker: TypeChecker, maker: FuncDef, made: CallExpr) -> list[Expression]:
    """What the maker was given, as far as that is what it was then: others may change an object, or where it is."""
    parameters = maker.arg_names
    formals = map_actuals_to_formals(made.arg_kinds, made.arg_names, maker.arg_kinds, parameters, lambda _: anything())
    words = {i: parameters[place] or "" for place, actuals in enumerate(formals) for i in actuals}
    return [_kept(checker, maker, words.get(i, ""), one, made) for i, one in enumerate(made.args)]


def _kept(checker: TypeChecker, maker: FuncDef, word: str, value: Expression, made: CallExpr) -> Expression:
    type_ = checker.lookup_type_or_none(value) or anything()
    if has_tensor(type_) or has_module(type_) or objects.arguments(type_) is not None:
        if _is_new(value):
            return _of_type(checker, type_, made)
        if not isinstance(value, NameExpr) or is_mentioned(maker, word) or not is_one_object(checker, value):
            return standing_for(anything(), made)
        now = duplicate(value)
        checker.expr_checker.accept(now)
        return now
    read = (part for part in gathered(value) if isinstance(part, NameExpr) and isinstance(part.node, Var))
    is_lasting = all(constant_value(checker, one) is not None for one in read) and not _is_looped(checker, made)
    return value if is_lasting else _of_type(checker, type_, made)


def _of_type(checker: TypeChecker, type_: Type, made: CallExpr) -> Expression:
    value = standing_for(type_, made)
    checker.expr_checker.accept(value)  # what an argument is, is looked up
    return value


def _is_looped(checker: TypeChecker, made: CallExpr) -> bool:
    """Whether what is made was perhaps made in an earlier round of a loop."""
    every = ((body, one) for body in (current_body(checker), checker.tree.defs) for one in statements(body))
    return any(getattr(one, "rvalue", None) is made and is_looped(body, one) for body, one in every)


def _is_new(value: Expression) -> bool:
    """Whether it is a tensor that one of torch's functions makes in place: nobody else holds it."""
    callee = value.callee if isinstance(value, CallExpr) else None
    return isinstance(callee, RefExpr) and names.public(callee.fullname) in ops.names()

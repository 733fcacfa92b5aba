"""Methods that give attributes of their object values, put into the body that calls them: `self._make_layer(64, 2)`.

What `self.in_planes` is after the call, and in the next one, is known then as after any other statement of the body.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import Final

from mypy.argmap import map_actuals_to_formals
from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Decorator,
    DictionaryComprehension,
    Expression,
    ExpressionStmt,
    FuncDef,
    GeneratorExpr,
    GlobalDecl,
    MatchStmt,
    MemberExpr,
    NameExpr,
    NonlocalDecl,
    Statement,
    TryStmt,
    TypeInfo,
    Var,
)
from mypy.types import AnyType, TypeOfAny

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.copies import copy_of
from dtensortypes.mypy_plugin.text.expressions import gathered, is_self
from dtensortypes.mypy_plugin.text.registering import registering
from dtensortypes.mypy_plugin.text.rewritten import at, duplicate, inside, named
from dtensortypes.mypy_plugin.text.scope import statements, targets

_NUMBERS: Final = count()


@once_per_tree
def own_calls(body: list[Statement]) -> list[Statement]:
    """The statements that do, or assign, nothing but what a method of the same object gives: most bodies have none."""
    return [statement for statement in body if _own_call(statement) is not None]


def _own_call(statement: Statement) -> tuple[CallExpr, str] | None:
    match statement:
        case AssignmentStmt(lvalues=[_], rvalue=CallExpr() as call) | ExpressionStmt(expr=CallExpr() as call):
            if isinstance(call.callee, MemberExpr) and is_self(call.callee.expr):
                return call, call.callee.name
    return None


def setting_method(statement: Statement, owner: TypeInfo) -> tuple[CallExpr, FuncDef] | None:
    """The call that is all that the statement does, or assigns, and the method that sets attributes in it.

    What a method registers are attributes, too.
    """
    found = _own_call(statement)
    symbol = owner.get(found[1]) if found is not None else None
    method = symbol.node if symbol is not None else None
    if found is None or not isinstance(method, FuncDef) or not _is_plain(method) or not _sets(method):
        return None
    return found[0], method


def _is_plain(method: FuncDef) -> bool:
    is_other = method.is_static or method.is_class or method.is_property or method.is_generator or method.is_coroutine
    every = statements(method.body.body)
    return bool(every) and not is_other and not any(isinstance(one, _SHARING) for one in every)


_SHARING: Final = (FuncDef, Decorator, ClassDef, GlobalDecl, NonlocalDecl)


def _sets(method: FuncDef) -> bool:
    found = (target for one in statements(method.body.body) for target, _ in targets(one))
    return any(isinstance(target, MemberExpr) and is_self(target.expr) for target in found) or bool(registering(method))


def body_for(call: CallExpr, method: FuncDef) -> list[Statement] | None:
    """The body of the method as statements of the caller's, which give its parameters their values first."""
    if any(kind not in {ARG_POS, ARG_NAMED} for kind in call.arg_kinds) or not isinstance(call.callee, MemberExpr):
        return None
    kinds, words = method.arg_kinds[1:], method.arg_names[1:]
    unknown = AnyType(TypeOfAny.special_form)
    formals = map_actuals_to_formals(call.arg_kinds, call.arg_names, kinds, words, lambda _: unknown)
    if any(kind.is_star() for kind in kinds):
        return None
    given: list[Expression] = []
    for argument, actuals in zip(method.arguments[1:], formals, strict=True):
        value = call.args[actuals[0]] if len(actuals) == 1 else argument.initializer
        if value is None:
            return None
        given.append(duplicate(value))
    copied = copy_of(method, None)
    itself, *parameters = (argument.variable for argument in copied.arguments)
    _rename(copied, itself, call.callee.expr)
    found: list[Statement] = []
    for variable, value in zip(parameters, given, strict=True):
        variable.is_argument, variable.is_inferred, variable.type = False, True, None
        found.append(at(call, AssignmentStmt([named(variable, call)], value)))
    return [*found, *copied.body.body]


def _rename(method: FuncDef, itself: Var, owner: Expression) -> None:
    """Tell the variables of the method from those of the caller, but for the object, which is the same."""
    ending = f" of {method.name} {next(_NUMBERS)}"
    assert isinstance(owner, NameExpr)
    for name in (p for s in inside(method.body.body) for p in names_in(s)):
        if name.node is itself:
            name.node, name.name = owner.node, owner.name
        elif isinstance(name.node, Var) and "." not in name.node.fullname:
            _end(name.node, ending)
            name.name = name.fullname = name.node.name
    for argument in method.arguments[1:]:
        _end(argument.variable, ending)


def _end(variable: Var, ending: str) -> None:
    if not variable.name.endswith(ending):
        variable._name = variable._fullname = variable.name + ending


def names_in(statement: Statement) -> Iterable[NameExpr]:
    """The names in the statement, those that its comprehensions, handlers and cases give values included."""
    written = gathered(statement)
    analyzed = [one.analyzed for one in written if isinstance(one, CallExpr) and one.analyzed is not None]
    every = [*written, *(part for one in analyzed for part in gathered(one))]  # of `cast(…)` and `reveal_type(…)`
    counting = [one for one in every if isinstance(one, GeneratorExpr | DictionaryComprehension)]
    indices = [index for one in counting for index in one.indices]
    inner = [part for index in indices for part in gathered(index)]
    given = [target for target, _ in targets(statement)] if isinstance(statement, TryStmt | MatchStmt) else []
    return [one for one in (*every, *inner, *given) if isinstance(one, NameExpr)]

"""What a function of numbers gives, where its arguments are known: `nn.Linear(out_size(28, 3), 10)`.

Its body is gone through as Python would: it asks for nothing but its arguments, and changes only lists of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    AssertStmt,
    AssignmentStmt,
    BreakStmt,
    CallExpr,
    ContinueStmt,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    IfStmt,
    ListExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    PassStmt,
    RefExpr,
    ReturnStmt,
    Statement,
    StrExpr,
    TupleExpr,
    YieldExpr,
)
from mypy.types import AnyType, CallableType, Instance, TupleType, get_proper_type

from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value
from dtensortypes.core.rules.python_numbers import OPERATORS
from dtensortypes.mypy_plugin.bodies.elsewhere import is_open
from dtensortypes.mypy_plugin.bodies.foreseen import Foreseen
from dtensortypes.mypy_plugin.bodies.known_types import OPAQUE
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.computed import CALLED, Unknown, applied, refuse
from dtensortypes.mypy_plugin.text.scope import assigned

_GIVEN: Final = frozenset(
    {
        *("builtins.int", "builtins.float", "builtins.str", "builtins.bool", "builtins.list", "builtins.tuple"),
        *("typing.Iterator", "typing.Iterable", "typing.Sequence", "typing.Generator", "typing.List"),
    }
)
_MOST_STEPS: Final = 400
_DEEPEST: Final = 6


class _Left(Exception):  # noqa: N818 - no error: the way out of a block
    """The function, the loop, or its round is left."""

    def __init__(self, statement: Statement, value: Any = None) -> None:
        self.statement, self.value = statement, value


@dataclass
class _Steps:
    """How much has been gone through for one question."""

    count: int = 0
    depth: int = 0


def worked_out(
    checker: TypeChecker, call: CallExpr, value_of: Callable[[Expression], Any], steps: _Steps | None = None
) -> Any:
    """What the call gives, a list as a tuple; raises Unknown."""
    function = call.callee.node if isinstance(call.callee, RefExpr) else None
    steps = steps or _Steps()
    if not isinstance(function, FuncDef) or not _may_be(function) or steps.depth >= _DEEPEST:
        raise Unknown
    given = [value_of(argument) for argument in call.args]
    if not is_open(checker, function):  # one from mypy's cache has no parameters
        raise Unknown
    run = _Run(checker, refuse, steps=steps)
    run.given = _bound(function, call, given, run)
    steps.depth += 1
    try:
        return run.through(function)
    finally:
        steps.depth -= 1


def told_by(checker: TypeChecker, getter: FuncDef, attribute: Callable[[MemberExpr], Value]) -> Value:
    """What a property gives, by what the attributes of its object are; UNKNOWN where that is not known."""
    own = getter.arguments[0].variable
    if getter.is_generator or assigned(getter.body.body, own):
        return UNKNOWN
    try:
        found: Value = _Run(checker, lambda place: _told(attribute(place))).through(getter)
    except Unknown:
        return UNKNOWN
    return found


def _told(value: Any) -> Any:
    """The value, where all of it is known."""
    if isinstance(value, tuple | list):
        return tuple(map(_told, value))
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise Unknown


def value_of_call(checker: TypeChecker, call: CallExpr, written: Callable[[Expression], Value]) -> Value:
    """What the call gives; UNKNOWN where that is not known. `written` says what an argument is."""

    def sure(argument: Expression) -> Value:
        found: Value = _told(written(argument))
        return found

    try:
        return worked_out(checker, call, sure)  # type: ignore[no-any-return]
    except Unknown:
        return UNKNOWN


def _may_be(function: FuncDef) -> bool:
    """Whether it may be one function of numbers, that runs at once."""
    if function.info or function.is_conditional or function.is_overload or function.is_coroutine:
        return False
    returned = get_proper_type(function.type.ret_type) if isinstance(function.type, CallableType) else None
    if returned is None or isinstance(returned, AnyType):
        return names.is_users(function.fullname)
    return isinstance(returned, TupleType) or (isinstance(returned, Instance) and returned.type.fullname in _GIVEN)


def _bound(function: FuncDef, call: CallExpr, values: list[Any], inside: Foreseen) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for place, (value, kind, word) in enumerate(zip(values, call.arg_kinds, call.arg_names, strict=True)):
        if kind not in {ARG_POS, ARG_NAMED} or place >= len(function.arguments):
            raise Unknown
        given[word or function.arguments[place].variable.name] = value
    for parameter in function.arguments:
        if parameter.kind.is_star():
            raise Unknown
        if parameter.variable.name not in given:
            given[parameter.variable.name] = inside.sure(parameter.initializer) if parameter.initializer else OPAQUE
    return given


@dataclass
class _Run(Foreseen):
    """A body on its way."""

    steps: _Steps = field(default_factory=_Steps)
    yielded: list[Any] = field(default_factory=list)

    def computed(self, expression: Expression) -> Any:
        match expression:
            case CallExpr(callee=RefExpr(node=FuncDef(), fullname=name)) if name not in CALLED:
                return worked_out(self.checker, expression, self.sure, self.steps)
        return super().computed(expression)

    def through(self, function: FuncDef) -> Any:
        """What the function gives in the end, or yields."""
        try:
            self.block(function.body.body)
        except _Left as left:
            return _told(self.yielded if function.is_generator else left.value)
        return _told(self.yielded) if function.is_generator else None

    def block(self, body: list[Statement]) -> None:
        for statement in body:
            self.steps.count += 1
            if self.steps.count > _MOST_STEPS:
                raise Unknown
            self.statement(statement)

    def statement(self, statement: Statement) -> None:
        match statement:
            case AssignmentStmt(lvalues=targets, rvalue=value):
                found = self.own(value)
                for target in targets:
                    self.give(target, found)
            case OperatorAssignmentStmt(op=op, lvalue=NameExpr(name=name) as place, rvalue=value) if op in OPERATORS:
                self.given[name] = applied(OPERATORS[op], self.sure(place), self.sure(value))
            case IfStmt(expr=conditions, body=blocks, else_body=otherwise):
                taken = (block for one, block in zip(conditions, blocks, strict=True) if self.sure(one))
                block = next(taken, otherwise)
                self.block(block.body if block is not None else [])
            case ForStmt(else_body=None):
                self.loop(statement)
            case ExpressionStmt(expr=expression):
                self.expression(expression)
            case ReturnStmt(expr=value):
                raise _Left(statement, None if value is None else self.sure(value))
            case BreakStmt() | ContinueStmt():
                raise _Left(statement)
            case PassStmt() | AssertStmt():
                pass
            case _:
                raise Unknown

    def loop(self, loop: ForStmt) -> None:
        for bound in self.rounds(loop.index, loop.expr):
            for name, value in bound:
                self.given[name.name] = value
            try:
                self.block(loop.body.body)
            except _Left as left:
                if isinstance(left.statement, ReturnStmt):
                    raise
                if isinstance(left.statement, BreakStmt):
                    return

    def expression(self, expression: Expression) -> None:
        match expression:
            case StrExpr():
                pass
            case YieldExpr(expr=Expression() as value):
                self.yielded.append(self.own(value))
            case CallExpr(callee=MemberExpr(expr=NameExpr(name=name) as place, name="append" | "extend" as method)):
                before, more = self.sure(place), self.own(expression.args[0])
                more = (more,) if method == "append" else more
                if not isinstance(before, tuple) or not isinstance(more, tuple) or len(expression.args) > 1:
                    raise Unknown
                self.given[name] = (*before, *more)
            case _:
                raise Unknown

    def own(self, value: Expression) -> Any:
        """The value, which has no other name by which it may be changed."""
        found = self.sure(value)
        if isinstance(value, NameExpr) and not isinstance(found, int | float | str | None):
            raise Unknown
        return found

    def give(self, target: Expression, value: Any) -> None:
        match target:
            case NameExpr(name=name):
                self.given[name] = value
            case TupleExpr(items=targets) | ListExpr(items=targets):
                if not isinstance(value, tuple) or len(value) != len(targets):
                    raise Unknown
                for one, part in zip(targets, value, strict=True):
                    self.give(one, part)
            case _:
                raise Unknown

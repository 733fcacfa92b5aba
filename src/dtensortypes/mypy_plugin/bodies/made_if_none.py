"""Attributes that are made where they are asked for first: `if self.state is None: self.state = torch.zeros(n)`.

They are None when the object is new, so what is wrong with what is made there is wrong in the first call. A method of
the object may make it: `if self.state is None: self.reset(n)`.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.literals import literal_hash
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    IfStmt,
    MemberExpr,
    NameExpr,
    Statement,
    TypeInfo,
)
from mypy.types import Type

from dtensortypes.mypy_plugin.changes.fixed import values_given
from dtensortypes.mypy_plugin.text.branches import LEAVING
from dtensortypes.mypy_plugin.text.expressions import expressions, is_none, is_self, lines
from dtensortypes.mypy_plugin.text.scope import blocks, targets


def made(checker: TypeChecker, function: FuncDef, place: MemberExpr) -> Type | None:
    """What the attribute is that was None on the way to this place, and nothing has changed since; None of others."""
    if not is_self(place.expr) or not begins_as_none(function.info, place.name):
        return None
    for statement in _before(function.body.body, place.line):
        if (block := _making(statement, place)) is not None:
            return _given_last(checker, block[-1], place.name)
        if _may_change(statement, place.name):
            return None
    return None


def is_asked_of_attribute(function: FuncDef, condition: Expression) -> bool:
    """Whether it asks for an attribute that is None when the object is new."""
    match condition:
        case ComparisonExpr(operators=["is" | "is not"], operands=[MemberExpr(expr=owner, name=name), right]):
            return is_none(right) and is_self(owner) and begins_as_none(function.info, name)
    return False


def of_none(condition: Expression, name: NameExpr) -> bool | None:
    """Whether the condition holds where the variable is None; None where it asks something else."""
    match condition:
        case ComparisonExpr(operators=["is" | "is not" as op], operands=[NameExpr() as left, right]):
            if left.node is name.node and is_none(right):
                return op == "is"
    return None


def is_asked(condition: Expression, one: Expression, other: Expression) -> bool | None:
    """The same of an attribute that is chosen otherwise: `h = torch.zeros(n) if self.h is None else self.h`."""
    match condition:
        case ComparisonExpr(operators=["is" | "is not" as op], operands=[MemberExpr() as place, right]):
            kept = other if op == "is" else one
            if is_none(right) and isinstance(kept, MemberExpr) and literal_hash(kept) == literal_hash(place):
                return op == "is"
    return None


def begins_as_none(info: TypeInfo, name: str) -> bool:
    """Whether the constructor of the class gives the attribute None, and nothing else."""
    init = info.get_method("__init__") if info else None
    given = values_given(init, name) if isinstance(init, FuncDef) else []
    return bool(given) and all(is_none(one) for one in given)


def note(checker: TypeChecker, call: Expression, name: str, type_: Type) -> None:
    """Remember what the call of a method gives the attribute of its object."""
    _answers(checker)[note, call, name] = type_


def noted(checker: TypeChecker, call: Expression, name: str) -> Type | None:
    """What the call gives the attribute."""
    found = _answers(checker).get((note, call, name))
    return found if isinstance(found, Type) else None


def _answers(checker: TypeChecker) -> dict[object, object]:
    from dtensortypes.mypy_plugin.messages.watcher import watch  # which has messages judged

    return watch(checker.errors, checker.modules).answers


def _before(body: list[Statement], line: int) -> Iterator[Statement]:
    """What is run before the line, from the last to the first; of blocks around it, what comes before in them."""
    for at, statement in enumerate(body):
        if line in lines(statement):
            inner = next((one.body for one in blocks(statement) if any(line in lines(s) for s in one.body)), None)
            if inner is not None and isinstance(statement, IfStmt):
                yield from _before(inner, line)
            elif inner is not None:
                return  # of a loop, earlier rounds come before it
            yield from reversed(body[:at])
            return


def _making(statement: Statement, place: MemberExpr) -> list[Statement] | None:
    """What is done where the attribute is None."""
    match statement:
        case IfStmt(expr=[condition], body=[block], else_body=None) if not isinstance(block.body[-1], LEAVING):
            match condition:
                case ComparisonExpr(operators=["is"], operands=[MemberExpr(expr=owner, name=name), right]) if (
                    is_self(owner) and name == place.name and is_none(right)
                ):
                    return block.body
    return None


def _given_last(checker: TypeChecker, statement: Statement, name: str) -> Type | None:
    """What the statement gives the attribute, by itself or by the call of a method."""
    match statement:
        case AssignmentStmt(lvalues=[MemberExpr(expr=owner, name=given)], rvalue=value) if is_self(owner):
            return checker.lookup_type_or_none(value) if given == name else None
        case ExpressionStmt(expr=call):
            return noted(checker, call, name)
    return None


def _may_change(statement: Statement, name: str) -> bool:
    """Whether it may give the attribute another value, or hands its object on to who may."""
    if blocks(statement):
        return True
    if any(isinstance(target, MemberExpr) and target.name == name for target, _ in targets(statement)):
        return True
    parts = expressions(statement)
    read = {id(part.expr) for part in parts if isinstance(part, MemberExpr)}
    hands_on = any(isinstance(part, NameExpr) and is_self(part) and id(part) not in read for part in parts)
    return hands_on or any(isinstance(part, CallExpr) and _is_method(part.callee) for part in parts)


def _is_method(callee: Expression) -> bool:
    """Whether a method of the object is called, and not one of its parts."""
    return isinstance(callee, MemberExpr) and is_self(callee.expr) and isinstance(callee.node, FuncDef | None)

"""What an expression is to the statement that it stands in: the whole of it, the x of `x += y` or of `x.mean()`."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    AssertStmt,
    AssignmentStmt,
    ConditionalExpr,
    Context,
    DictionaryComprehension,
    Expression,
    ExpressionStmt,
    FloatExpr,
    ForStmt,
    GeneratorExpr,
    IfStmt,
    IndexExpr,
    IntExpr,
    MemberExpr,
    OperatorAssignmentStmt,
    OpExpr,
    Statement,
    TryStmt,
    UnaryExpr,
    WhileStmt,
)
from mypy.operators import op_methods

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.scope import statements, targets


def is_statement(body: list[Statement], expression: object) -> bool:
    """Whether the expression stands alone as a statement of the body."""
    return id(expression) in _alone(body)


@once_per_tree
def _alone(body: list[Statement]) -> frozenset[int]:
    return frozenset(id(one.expr) for one in statements(body) if isinstance(one, ExpressionStmt))


def is_asked_for_truth(body: list[Statement], expression: object) -> bool:
    """Whether the body asks of the expression whether it is true: `if x > y:`, `not x`, `x or y`."""
    return id(expression) in _asked_for_truth(body)


@once_per_tree
def _asked_for_truth(body: list[Statement]) -> frozenset[int]:
    conditions: list[Expression] = []
    for statement in statements(body):
        match statement:
            case IfStmt(expr=several):
                conditions += several
            case WhileStmt(expr=condition) | AssertStmt(expr=condition):
                conditions.append(condition)
        for part in expressions(statement):
            match part:
                case ConditionalExpr(cond=condition) | UnaryExpr(op="not", expr=condition):
                    conditions.append(condition)
                case OpExpr(op="and" | "or", left=left):
                    conditions.append(left)
    return frozenset(id(one) for condition in conditions for one in _last_of(condition))


def _last_of(condition: Expression) -> Iterator[Expression]:
    """What the condition may be in the end: of `x and y` that is y, as x is asked by itself."""
    yield condition
    if isinstance(condition, OpExpr) and condition.op in {"and", "or"}:
        yield from _last_of(condition.right)


def is_updated(body: list[Statement], expression: object) -> bool:
    """Whether the expression is the x of an `x += y` of the body, which torch does in place."""
    return id(expression) in _updated(body)


def is_replaced(body: list[Statement], expression: object) -> bool:
    """Whether the body gives the attribute something else there, whatever is in it: `x.a` of `x.a = y`."""
    return id(expression) in _replaced(body)


def is_given_before(body: list[Statement], place: object) -> bool:
    """Whether the body may have given the attribute of its object a value before it is read at the place."""
    name = place.name if isinstance(place, MemberExpr) else ""
    for statement in statements(body):
        inner = statements([statement]) if isinstance(statement, ForStmt | WhileStmt | TryStmt) else [statement]
        gives = any(_is_own(target, name) for one in inner for target, _ in targets(one))
        if len(inner) == 1 and any(part is place for part in expressions(statement)):
            return False
        if gives:
            return True
    return True


def _is_own(target: Expression, name: str) -> bool:
    return isinstance(target, MemberExpr) and is_self(target.expr) and target.name == name


@once_per_tree
def _replaced(body: list[Statement]) -> frozenset[int]:
    given = (one for one in statements(body) if isinstance(one, AssignmentStmt))
    return frozenset(id(target) for one in given for target, _ in targets(one))


@once_per_tree
def _updated(body: list[Statement]) -> frozenset[int]:
    given = (one for one in statements(body) if isinstance(one, OperatorAssignmentStmt))
    return frozenset(id(one.lvalue) for one in given if _in_place(one.op) in ops.names())


def _in_place(operator: str) -> str:
    """The method of tensors that stores what the operator gives; of `x @= y` there is none."""
    return names.public(f"{names.TENSOR}.__i{op_methods[operator][2:]}")


def is_needed(body: list[Statement], expression: object) -> bool:
    """Whether the body goes no further where it is `None`: `x.mean()`, `x[0]`, `x - 1`, `0.9 * x`."""
    return id(expression) in _needed(body)


@once_per_tree
def _needed(body: list[Statement]) -> frozenset[int]:
    every = (part for statement in statements(body) for part in expressions(statement))
    return frozenset(id(one) for part in every for one in _needed_by(part))


def _needed_by(part: Expression) -> Iterator[Expression]:
    match part:
        case MemberExpr(expr=place) | IndexExpr(base=place):
            yield place
        case OpExpr(op=op, left=left, right=right) if op not in {"and", "or"}:
            yield left
            yield from [right] if isinstance(left, IntExpr | FloatExpr) else []


def is_in_rounds(body: list[Statement], expression: Context) -> bool:
    """Whether it stands in a comprehension."""
    return id(expression) in _in_rounds(body)


@once_per_tree
def _in_rounds(body: list[Statement]) -> frozenset[int]:
    every = (part for statement in statements(body) for part in expressions(statement))
    counting = (part for part in every if isinstance(part, GeneratorExpr | DictionaryComprehension))
    return frozenset(id(part) for one in counting for part in expressions(one))

"""Means and sums of what meets each with each: `((net(x) - y) ** 2).mean()` of `(n, 1)` and `(n,)` is one of all pairs.

All pairs are meant where a column is made of a vector on purpose, `(x[:, None] - y).abs().mean()`: nothing is said of a
column unless it is known to come from a module or a loader, or to be declared.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    ComparisonExpr,
    Context,
    Expression,
    ForStmt,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    UnaryExpr,
    Var,
)
from mypy.types import Type, get_proper_type

from dtensortypes.core.algebra.broadcast import ONE, broadcast
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Problem
from dtensortypes.core.rules.doubts import TOGETHER, of_pairs
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.report import report
from dtensortypes.mypy_plugin.text.expressions import gathered
from dtensortypes.mypy_plugin.text.scope import assigned, current_body
from dtensortypes.mypy_plugin.types.facts_of import is_a, tensor_fact

_FURTHEST: Final = 4
"""Through how many variables it is looked for what is taken together."""


def say_of_pairs(checker: TypeChecker, call: Context, operand: Expression | None, result: Type) -> None:
    """Say it of the operation that stretches both of its tensors, where the call takes all of its items together."""
    if not isinstance(call, CallExpr) or operand is None:
        return
    fact = tensor_fact(result)
    for operation, sides in _combined(checker, operand, _FURTHEST) if fact and fact.shape.rank == 0 else ():
        (one, left), (other, right) = sides
        problem = of_pairs(_word(operation), left, right)
        if problem is None or broadcast(left, right) != _shape(checker, operation):
            continue
        column, vector = (one, other) if len(left.left) > len(right.left) else (other, one)
        if not _is_made_of(checker, vector, column) and not _is_meant(checker, column, _FURTHEST):
            report(checker, problem, operation, [one, other])


def is_meant(checker: TypeChecker, call: Expression, problem: Problem) -> bool:
    """Whether it is such a problem of a body, and the call gives the body a column that may be made for all pairs."""
    given = call.args if isinstance(call, CallExpr) and TOGETHER in problem.reason else []
    shapes = ((one, _shape(checker, one)) for one in given)
    return any(known and known.left[-1:] == (ONE,) and _is_meant(checker, one, _FURTHEST) for one, known in shapes)


def _is_made_of(checker: TypeChecker, vector: Expression, column: Expression) -> bool:
    """Whether the vector is made of the column itself: `scores - scores.squeeze(1)` is of all pairs."""
    shape = _shape(checker, column)
    columns = {id(one.node) for one in _names(column) if _shape(checker, one) == shape}
    values = (value for one in _names(vector) for _, value in assigned(current_body(checker), one.node) if value)
    return any(id(one.node) in columns for part in (vector, *values) for one in _names(part))


def _names(part: Expression) -> list[NameExpr]:
    return [one for one in gathered(part) if isinstance(one, NameExpr)]


def _combined(
    checker: TypeChecker, whole: Expression, furthest: int
) -> Iterator[tuple[Expression, list[tuple[Expression, Shape]]]]:
    """The operations on two tensors that the items come from one by one, each with the tensors and their shapes."""
    shape = _shape(checker, whole)
    if shape is None or not shape.rank or shape.rank < 2:
        return
    if isinstance(whole, NameExpr):
        given = assigned(current_body(checker), whole.node)
        value = given[0][1] if len(given) == 1 else None
        if value is not None and furthest and _shape(checker, value) == shape:
            yield from _combined(checker, value, furthest - 1)
        return
    sides = [(part, known) for part in _operands(checker, whole) if (known := _shape(checker, part)) is not None]
    if len(sides) == 2:
        yield whole, sides
    for part, known in sides:
        if known == shape:
            yield from _combined(checker, part, furthest)


def _is_meant(checker: TypeChecker, column: Expression, furthest: int) -> bool:
    """Whether the column may be made of a vector, for all pairs, as far as is known."""
    match column:
        case NameExpr(node=Var(is_argument=True)):
            return False  # else whoever calls knows
        case NameExpr(node=variable):
            given = assigned(current_body(checker), variable)
            is_found = bool(given) and furthest > 0  # in what a loop goes through nobody makes pairs
            return not is_found or any(
                not isinstance(statement, ForStmt) and (value is None or _is_meant(checker, value, furthest - 1))
                for statement, value in given
            )
        case OpExpr() | ComparisonExpr() | UnaryExpr() | CallExpr():
            shape, parts = _shape(checker, column), _operands(checker, column)
            columns = [part for part in parts if _shape(checker, part) == shape]
            if columns:
                return all(_is_meant(checker, part, furthest) for part in columns)
            return not isinstance(column, CallExpr) or not _is_of_module(checker, column.callee)
    return True


def _is_of_module(checker: TypeChecker, callee: Expression) -> bool:
    """Whether a module is called, or one of its methods."""
    several = [callee, callee.expr] if isinstance(callee, MemberExpr) else [callee]
    types = (checker.lookup_type_or_none(one) for one in several)
    return any(type_ is not None and is_a(get_proper_type(type_), names.MODULE) for type_ in types)


def _operands(checker: TypeChecker, operation: Expression) -> list[Expression]:
    """What torch's operator, method or function is given; nothing of what a layer or another function makes."""
    match operation:
        case OpExpr(left=left, right=right) | ComparisonExpr(operands=[left, right]):
            return [left, right]
        case UnaryExpr(expr=operand):
            return [operand]
        case CallExpr(callee=MemberExpr(expr=owner), args=given) if _shape(checker, owner) is not None:
            return [owner, *given]
        case CallExpr(callee=RefExpr(fullname=fullname), args=given) if names.is_torchs(fullname):
            return given
    return []


def _shape(checker: TypeChecker, expression: Expression) -> Shape | None:
    """The shape of the tensor, the sizes that a call leaves open unknown; None of what is no tensor."""
    type_ = checker.lookup_type_or_none(expression)
    fact = tensor_fact(type_) if type_ is not None else None
    if fact is None:
        return None
    left, right = (tuple(map(_unless_open, dims)) for dims in (fact.shape.left, fact.shape.right))
    return Shape(left, fact.shape.run, right)


def _unless_open(dim: DimFact) -> DimFact:
    return UNKNOWN if isinstance(dim, Dim) and any(name[0] == names.OPEN_SIZE for name in dim.names) else dim


def _word(operation: Expression) -> str:
    match operation:
        case OpExpr(op=operator) | ComparisonExpr(operators=[operator]):
            return operator
        case CallExpr(callee=MemberExpr(name=name) | NameExpr(name=name)):
            return name
    return "the operation"

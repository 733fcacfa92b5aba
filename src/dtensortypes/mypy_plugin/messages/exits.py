"""Where a body may be left early: not by an `if` that the types of the call rule out, or that waits for rare values.

Of sizes and values that a call leaves open a body is there for all: `if keep.numel() == 0: continue` and
`if torch.isnan(loss): return` are for few of them, and what follows is run for the others. What chance decides is run
one time so and another time otherwise; what waits until the program has counted or filled enough is passed at last.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from mypy.nodes import (
    Block,
    BreakStmt,
    CallExpr,
    ComparisonExpr,
    ContinueStmt,
    Expression,
    FloatExpr,
    ForStmt,
    FuncDef,
    IfStmt,
    IndexExpr,
    IntExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    ReturnStmt,
    Statement,
    TupleExpr,
    UnaryExpr,
    WhileStmt,
)
from mypy.types import Instance, Type, get_proper_type

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import Category
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.value import Number
from dtensortypes.core.rules.python_numbers import OPERATORS
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.branches import LEAVING
from dtensortypes.mypy_plugin.text.by_chance import compared_with, goes_on_changing
from dtensortypes.mypy_plugin.text.computed import COMPARING, UNARY, Unknown, applied
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.growing import at_last
from dtensortypes.mypy_plugin.text.scope import blocks, statements
from dtensortypes.mypy_plugin.types.value_of import of_type

_OF_LOOPS: Final = (BreakStmt, ContinueStmt)
_EMPTY: Final = frozenset({("==", 0), ("<=", 0), ("<", 1), (">", 0), ("!=", 0), (">=", 1)})


class Tossed(NamedTuple):
    """The `if`s of a body that go one way at one time, and another way at another time."""

    by_chance: Collection[IfStmt] = ()
    """Those that are decided by chance, and not always in one way."""
    at_last: Mapping[IfStmt, bool] = {}
    """What those come to be that wait for what the program goes on counting or filling."""


def tossed(tree: MypyFile, body: list[Statement], types: Mapping[Expression, Type]) -> Tossed:
    """Those whose question chance decides, by a probability that is neither 0 nor 1, or goes on changing."""
    every = [one for one in statements(body) if isinstance(one, IfStmt) and len(one.expr) == 1]
    by_chance = [
        one
        for one in every
        if (probability := compared_with(one.expr[0], body)) is not None
        and (_is_open(probability, types) or goes_on_changing(tree, probability, body))
    ]
    waited = {one: at_last(tree, _of_lengths(one.expr[0], types), body) for one in every}
    return Tossed(by_chance, {one: comes for one, comes in waited.items() if comes is not None})


def _of_lengths(condition: Expression, types: Mapping[Expression, Type]) -> Expression:
    """The comparison, a call of a method that only gives a number written as that: `len(self.memory)`."""
    if not isinstance(condition, ComparisonExpr):
        return condition
    return ComparisonExpr(condition.operators, [_given_for(one, types) for one in condition.operands])


def _given_for(number: Expression, types: Mapping[Expression, Type]) -> Expression:
    match number:
        case CallExpr(callee=NameExpr(fullname="builtins.len"), args=[whole]):
            name = list.__len__.__name__
        case CallExpr(callee=MemberExpr(expr=whole, name=name), args=[]):
            pass
        case _:
            return number
    owner = get_proper_type(types.get(whole))
    method = owner.type.get_method(name) if isinstance(owner, Instance) else None
    given = method.body.body[-1:] if isinstance(method, FuncDef) and names.is_users(method.info.module_name) else []
    match given:
        case [ReturnStmt(expr=Expression() as value)]:
            return value
    return number


_NEVER: Final = Tossed()


def _is_open(probability: Expression, types: Mapping[Expression, Type]) -> bool:
    if isinstance(probability, FloatExpr):
        return 0 < probability.value < 1
    value = of_type(types[probability]) if probability in types else None
    return isinstance(value, float) and 0 < value < 1


def may_leave(
    statement: Statement, types: Mapping[Expression, Type], when: Tossed = _NEVER, *, in_loop: bool = False
) -> bool:
    """Whether the body, or the round of a loop that it stands in, may end before what follows the statement."""
    if isinstance(statement, LEAVING):
        return not (in_loop and isinstance(statement, _OF_LOOPS))
    inside = blocks(statement)
    if isinstance(statement, IfStmt) and _goes_on_at_last(statement, types, when):
        inside = inside[1:]
    is_round = in_loop or isinstance(statement, ForStmt | WhileStmt)
    leaving = [
        any(may_leave(inner, types, when, in_loop=is_round) for inner in block.body)
        for block in inside
        if is_reached(block, types)
    ]
    if statement in when.by_chance:
        return all(leaving) and len(leaving) > 1
    return any(leaving)


def _goes_on_at_last(statement: IfStmt, types: Mapping[Expression, Type], when: Tossed) -> bool:
    return len(statement.expr) == 1 and (when.at_last.get(statement) is False or goes_on(statement.expr[0], types))


def is_reached(block: Block, types: Mapping[Expression, Type]) -> bool:
    """Whether mypy has looked at the block: it leaves out what it knows to be unreachable."""
    found = [value for statement in block.body for value in expressions(statement)]
    return not found or any(value in types for value in found)


def goes_on(condition: Expression, types: Mapping[Expression, Type]) -> bool:
    """Whether the body goes on behind an `if` of this condition: for this call, or for most values of its tensors."""
    match condition:
        case OpExpr(op="or", left=left, right=right):
            return goes_on(left, types) and goes_on(right, types)
        case OpExpr(op="and", left=left, right=right):
            return goes_on(left, types) or goes_on(right, types)
    try:
        return not _value(condition, types)
    except Unknown:
        return _asks_of_values(condition, types)


def _value(expression: Expression, types: Mapping[Expression, Type]) -> object:
    """The number, word or truth that an expression is in this call; raises Unknown."""
    match expression:
        case TupleExpr(items=items):
            return tuple(_value(item, types) for item in items)
        case UnaryExpr(op=op, expr=inner) if op in UNARY:
            return applied(UNARY[op], _value(inner, types))
        case OpExpr(op=op, left=left, right=right) if op in OPERATORS:
            return applied(OPERATORS[op], _value(left, types), _value(right, types))
        case ComparisonExpr(operators=[op], operands=[left, right]) if op in COMPARING:
            return applied(COMPARING[op], _value(left, types), _value(right, types))
    value = of_type(types[expression]) if expression in types else None
    if not isinstance(value, int | float | str):
        raise Unknown
    return value


def _asks_of_values(condition: Expression, types: Mapping[Expression, Type]) -> bool:
    """Whether it asks what a tensor that is given holds, or whether it holds anything.

    What an object holds may be a flag by which all of its methods go.
    """
    if any(isinstance(part, NameExpr) and is_self(part) for part in expressions(condition)):
        return False
    match condition:
        case UnaryExpr(op="not", expr=inner):
            return _asks_of_values(inner, types) or _is_amount(inner, types)
        case ComparisonExpr(operators=[op], operands=[left, IntExpr(value=limit)]) if (op, limit) in _EMPTY:
            if _is_amount(left, types):
                return True
    return isinstance(condition, CallExpr | ComparisonExpr | OpExpr) and _tensor(condition, types) is not None


def _is_amount(expression: Expression, types: Mapping[Expression, Type]) -> bool:
    """Whether it is a number asked of a tensor: how many items or rows it has, or what they come to."""
    match expression:
        case CallExpr(callee=MemberExpr(expr=whole)) | IndexExpr(base=MemberExpr(expr=whole)):
            found = whole
        case CallExpr(callee=NameExpr(fullname="builtins.len"), args=[whole]):
            found = whole
        case _:
            return _tensor(expression, types) is not None
    of, kind = _tensor(found, types), of_type(types[expression]) if expression in types else None
    is_number = isinstance(kind, Dim | TensorFact) or (isinstance(kind, Number) and kind.category is not Category.BOOL)
    return of is not None and of.shape.rank is not None and is_number


def _tensor(expression: Expression, types: Mapping[Expression, Type]) -> TensorFact | None:
    found = of_type(types[expression]) if expression in types else None
    return found if isinstance(found, TensorFact) else None

"""Questions that chance decides, one time so and another time otherwise: `if random.random() < self.epsilon:`.

A probability that is a setting may be 0 or 1, as a switch. One that the program goes on changing is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.nodes import (
    GDEF,
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    Expression,
    ForStmt,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    Statement,
    Var,
    WhileStmt,
)

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.scope import functions, statements, targets

_MODULES: Final = ("random.", "numpy.random.")
_ARITHMETIC: Final = frozenset({"+", "-", "*", "/", "**"})


def compared_with(condition: Expression, body: Sequence[Statement]) -> Expression | None:
    """The probability that a number is compared with which the body draws: between 0 and 1, or wider spread."""
    match condition:
        case ComparisonExpr(operators=["<" | "<=" | ">" | ">="], operands=[left, right]):
            if _is_drawn(left, body):
                return right
            if _is_drawn(right, body):
                return left
    return None


def goes_on_changing(tree: MypyFile, probability: Expression, body: Sequence[Statement]) -> bool:
    """Whether the number comes of what the file counts or lessens: `self.epsilon *= 0.99`."""
    each = [expressions(one) for one in written_out(probability, body)]
    is_chosen = any(isinstance(part, ConditionalExpr) for parts in each for part in parts)
    return not is_chosen and all(any(name_of(part) in _counted(tree) for part in parts) for parts in each)


def _is_drawn(number: Expression, body: Sequence[Statement]) -> bool:
    each = written_out(number, body)
    return bool(each) and all(
        isinstance(one, CallExpr)
        and not one.args
        and isinstance(one.callee, NameExpr | MemberExpr)
        and one.callee.fullname.startswith(_MODULES)
        for one in each
    )


def written_out(number: Expression, body: Sequence[Statement]) -> list[Expression]:
    """The number, or all that the body gives the variable that it stands in."""
    if not isinstance(number, NameExpr) or not isinstance(number.node, Var) or number.node.is_argument:
        return [number]
    every = [pair for statement in statements(list(body)) for pair in targets(statement)]
    given = [value for target, value in every if isinstance(target, NameExpr) and target.node is number.node]
    return [value or number for value in given] or [number]


def again(tree: MypyFile) -> list[tuple[list[Statement], FuncDef | None]]:
    """What the file may run time and again, each in what function it is the body of.

    A setting that a constructor works out is not among it: `self.p = p / 100`.
    """
    loops = [one for one in statements(tree.defs) if isinstance(one, ForStmt | WhileStmt)]
    inside = [(one.body.body, one) for one in functions(tree) if one.name != "__init__"]
    return [*((one.body.body, None) for one in loops), *inside]


@once_per_tree
def _counted(tree: MypyFile) -> frozenset[str]:
    """The attributes and variables of the file that become what they were and something, time and again."""
    every = (one for body, _ in again(tree) for one in statements(body))
    found = {name for one in every for place in worked_on(one) if (name := name_of(place))}
    return frozenset(name for name in found if is_of_one_class(tree, name))


def is_of_one_class(tree: MypyFile, name: str) -> bool:
    """Whether the methods of one class at most give an attribute of this name a value: it is no setting of another."""
    classes = {
        one.info.fullname
        for one in functions(tree)
        for statement in statements(one.body.body)
        for target, _ in targets(statement)
        if one.info and isinstance(target, MemberExpr) and is_self(target.expr) and name_of(target) == name
    }
    return len(classes) < 2


def worked_on(statement: Statement) -> list[Expression]:
    """What it gives a number that is worked out of the one before: `x += 1`, `x = max(x * 0.9, low)`."""
    match statement:
        case OperatorAssignmentStmt(lvalue=place):
            return [place]
        case AssignmentStmt(lvalues=[place], rvalue=value) if name := name_of(place):
            sums = [part for part in expressions(value) if isinstance(part, OpExpr) and part.op in _ARITHMETIC]
            return [place] if any(name_of(part) == name for one in sums for part in expressions(one)) else []
    return []


def name_of(place: Expression) -> str:
    """How an attribute, or a variable of the file, is told; empty for what is in a function alone."""
    match place:
        case MemberExpr(name=name):
            return f".{name}"
        case NameExpr(kind=kind, name=name) if kind == GDEF:
            return name
    return ""

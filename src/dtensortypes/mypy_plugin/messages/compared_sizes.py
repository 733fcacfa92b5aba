"""Functions that ask whether two sizes are one: what they do then suits dims that go by two names.

Of two names in a signature mypy is told that they are two sizes. Who compares sizes has both cases in mind, and where
the one or the other is meant is not told by the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    AssertStmt,
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    IfStmt,
    IndexExpr,
    IntExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    Statement,
    TupleExpr,
    WhileStmt,
)

from dtensortypes.core import ops
from dtensortypes.core.problems import Kind, Problem
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import calls, expressions
from dtensortypes.mypy_plugin.text.scope import functions, singles, statements

_COMPARING: Final = frozenset({"==", "!=", "<", ">", "<=", ">="})
_PAIR: Final = r"(\S+) against (\S+?)(?:[,; ]|$)|is (\S+), not (\S+?)(?:[,; ]|$)"
"""The two sizes that a problem is about."""


def is_doubted(problem: Problem, function: FuncDef | None, tree: MypyFile) -> bool:
    """Whether it is about two sizes of which one has a name, in a function that compares sizes."""
    if problem.kind is not Kind.SHAPE or function is None or not (found := re.search(_PAIR, problem.reason)):
        return False
    sizes = [size for size in found.groups() if size is not None]
    body = function.body.body
    return not all(map(str.isdigit, sizes)) and (compares_sizes(body) or not _asked(body).isdisjoint(_asking(tree)))


@once_per_tree
def _asked(body: list[Statement]) -> frozenset[str]:
    """The functions that the body calls for what they find: `check(a, b)`, `if is_alike(a, b):`."""
    found: set[str] = set()
    for statement in statements(body):
        match statement:
            case ExpressionStmt(expr=asked) | AssertStmt(expr=asked) | WhileStmt(expr=asked):
                parts = [asked]
            case IfStmt(expr=parts):
                pass
            case _:
                continue
        called = (call.callee for part in parts for call in calls(part))
        found |= {callee.name for callee in called if isinstance(callee, NameExpr | MemberExpr)}
    return frozenset(found)


@once_per_tree
def _asking(tree: MypyFile) -> frozenset[str]:
    """The functions of the file that compare sizes."""
    return frozenset(one.name for one in functions(tree) if compares_sizes(one.body.body))


@once_per_tree
def compares_sizes(body: list[Statement]) -> bool:
    """Whether the body compares the size or the shape of one thing with that of another."""
    named = frozenset(_named(body))
    comparisons = (part for one in statements(body) for part in expressions(one) if isinstance(part, ComparisonExpr))
    return any(_is_comparison(one, named) for one in comparisons)


def _is_comparison(comparison: ComparisonExpr, named: frozenset[str]) -> bool:
    """Whether it is `n == m`, or `n == 1`: to mypy no size with a name is 1."""
    sizes = [_is_size(operand, named) for operand in comparison.operands]
    are_compared = [known or _is_one(one) for known, one in zip(sizes, comparison.operands, strict=True)]
    pairs = zip(are_compared, are_compared[1:], comparison.operators, strict=False)
    return any(sizes) and any(left and right and sign in _COMPARING for left, right, sign in pairs)


def _is_one(expression: Expression) -> bool:
    return isinstance(expression, IntExpr) and expression.value == 1


def _named(body: list[Statement]) -> Iterator[str]:
    """The variables that are given a size: `b, n = x.shape`, `n = len(x)`."""
    for statement in statements(body):
        if isinstance(statement, AssignmentStmt) and _is_size(statement.rvalue, frozenset()):
            every = (one for target in statement.lvalues for one in singles(target))
            yield from (one.name for one in every if isinstance(one, NameExpr))


def _is_size(expression: Expression, named: frozenset[str]) -> bool:
    match expression:
        case NameExpr(name=name):
            return name in named
        case MemberExpr(name=name):
            return name in ops.sizes()
        case CallExpr(callee=MemberExpr(name=name)):
            return name in ops.sizes()
        case CallExpr(callee=NameExpr(name=len.__name__), args=[of]):
            return not _is_size(of, named)  # which are as many as there are dims
        case CallExpr(callee=NameExpr(), args=args):
            return any(_is_size(one, named) for one in args)
        case IndexExpr(base=base):
            return _is_size(base, named)
        case OpExpr(left=left, right=right):
            return _is_size(left, named) or _is_size(right, named)
        case TupleExpr(items=items):
            return any(_is_size(one, named) for one in items)
    return False

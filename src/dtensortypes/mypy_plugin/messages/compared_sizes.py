"""Functions that ask whether two sizes are one: what they do then suits dims that go by two names.

Of two names in a signature mypy is told that they are two sizes. Who compares sizes has both cases in mind, and where
the one or the other is meant is not told by the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
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
from mypy.types import CallableType

from dtensortypes.core import ops
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.problems import Kind, Problem
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import calls, expressions
from dtensortypes.mypy_plugin.text.scope import functions, singles, statements, targets
from dtensortypes.mypy_plugin.types.facts_of import tensor_fact

_COMPARING: Final = frozenset({"==", "!=", "<", ">", "<=", ">="})
_PAIR: Final = r"(\S+) against (\S+?)(?:[,; ]|$)|is (\S+), not (\S+?)(?:[,; ]|$)"
"""The two sizes that a problem is about."""
_NAME: Final = re.compile(r"[^\W\d]\w*")


def is_doubted(problem: Problem, function: FuncDef | None, tree: MypyFile) -> bool:
    """Whether it is about two sizes of which one has a name, in a function that compares such a size."""
    if problem.kind is not Kind.SHAPE or function is None or not (found := re.search(_PAIR, problem.reason)):
        return False
    sizes = [size for size in found.groups() if size is not None]
    body = function.body.body
    if all(map(str.isdigit, sizes)):
        return False
    if not _asked(body).isdisjoint(_asking(tree)):
        return True
    compared = _compared(function) if compares_sizes(body) else frozenset[str]()
    return compared is None or not compared.isdisjoint(_NAME.findall(" ".join(sizes)))


def _compared(function: FuncDef) -> frozenset[str] | None:
    """The names of the sizes that the function compares; None where it compares others than its parameters declare."""
    body = function.body.body
    given = {place.name for one in statements(body) for place, _ in targets(one) if isinstance(place, NameExpr)}
    declared = {name: shape for name, shape in _declared(function) if name not in given}
    unpacked = {
        one.name: _names(statement.rvalue, declared, {})
        for statement in statements(body)
        if isinstance(statement, AssignmentStmt)
        for target in statement.lvalues
        for one in singles(target)
        if isinstance(one, NameExpr)
    }
    named, found = frozenset(_named(body)), set[str]()
    for one in (part for each in statements(body) for part in expressions(each) if isinstance(part, ComparisonExpr)):
        several = [_names(operand, declared, unpacked) for operand in one.operands if _is_comparison(one, named)]
        if None in several:
            return None
        found.update(*filter(None, several))
    return frozenset(found)


def _declared(function: FuncDef) -> Iterator[tuple[str, Shape]]:
    """The parameters that are declared to be tensors, each with its shape."""
    types = function.type.arg_types if isinstance(function.type, CallableType) else []
    for argument, type_ in zip(function.arguments, types, strict=False):
        fact = tensor_fact(type_)
        if fact is not None:
            yield argument.variable.name, fact.shape


def _names(
    size: Expression, declared: Mapping[str, Shape], unpacked: Mapping[str, frozenset[str] | None]
) -> frozenset[str] | None:
    """The names in a size, or in all sizes of a tensor; None where they are not declared."""
    if isinstance(size, IntExpr):
        return frozenset()
    if isinstance(size, NameExpr):
        return unpacked.get(size.name)
    name, place = _owner(size)
    shape = None if name is None else declared.get(name)
    if shape is None:
        return None
    dims = shape.notation.split()
    is_one = shape.run is None and place is not None and place < len(dims)
    return frozenset(_NAME.findall(dims[place] if is_one and place is not None else shape.notation))


def _owner(size: Expression) -> tuple[str | None, int | None]:
    """The variable that has the size, and which of its sizes it is; None for all of them."""
    match size:
        case CallExpr(callee=NameExpr(name=len.__name__), args=[NameExpr(name=name)]):
            return name, 0
        case IndexExpr(base=MemberExpr(expr=NameExpr(name=name)), index=IntExpr(value=place)):
            return name, place
        case CallExpr(callee=MemberExpr(expr=NameExpr(name=name)), args=[IntExpr(value=place)]):
            return name, place
        case MemberExpr(expr=NameExpr(name=name)) | IndexExpr(base=MemberExpr(expr=NameExpr(name=name))):
            return name, None
        case CallExpr(callee=MemberExpr(expr=NameExpr(name=name))):
            return name, None
    return None, None


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

"""The expressions of a statement, and those that an expression is made of; mypy's own visitors take no subclass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mypy.nodes import (
    AssertStmt,
    AssertTypeExpr,
    AssignmentExpr,
    AssignmentStmt,
    AwaitExpr,
    CallExpr,
    CastExpr,
    ClassDef,
    ComparisonExpr,
    ConditionalExpr,
    Decorator,
    DelStmt,
    DictExpr,
    DictionaryComprehension,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    IfStmt,
    IndexExpr,
    LambdaExpr,
    ListComprehension,
    ListExpr,
    MatchStmt,
    MemberExpr,
    Node,
    OperatorAssignmentStmt,
    OpExpr,
    OverloadedFuncDef,
    RaiseStmt,
    ReturnStmt,
    RevealExpr,
    SetComprehension,
    SetExpr,
    SliceExpr,
    StarExpr,
    Statement,
    SuperExpr,
    TryStmt,
    TupleExpr,
    TypeApplication,
    UnaryExpr,
    WhileStmt,
    WithStmt,
    YieldExpr,
    YieldFromExpr,
)

_PARTS: Final[dict[type[Node], tuple[str, ...]]] = {
    AssertStmt: ("expr", "msg"),
    AssertTypeExpr: ("expr",),
    AssignmentExpr: ("target", "value"),
    AssignmentStmt: ("lvalues", "rvalue"),
    AwaitExpr: ("expr",),
    CallExpr: ("callee", "args"),
    CastExpr: ("expr",),
    ClassDef: ("base_type_exprs", "decorators"),
    ComparisonExpr: ("operands",),
    Decorator: ("decorators", "func"),
    DelStmt: ("expr",),
    DictExpr: ("items",),
    DictionaryComprehension: ("key", "value", "sequences", "condlists"),
    ExpressionStmt: ("expr",),
    ForStmt: ("index", "expr"),
    GeneratorExpr: ("left_expr", "sequences", "condlists"),
    IfStmt: ("expr",),
    IndexExpr: ("base", "index"),
    LambdaExpr: ("arguments", "body"),
    FuncDef: ("arguments",),
    ListComprehension: ("generator",),
    ListExpr: ("items",),
    MatchStmt: ("subject", "guards"),
    MemberExpr: ("expr",),
    OpExpr: ("left", "right"),
    OperatorAssignmentStmt: ("lvalue", "rvalue"),
    OverloadedFuncDef: ("items",),
    RaiseStmt: ("expr", "from_expr"),
    ReturnStmt: ("expr",),
    RevealExpr: ("expr",),
    SetComprehension: ("generator",),
    SetExpr: ("items",),
    StarExpr: ("expr",),
    SuperExpr: ("call",),
    TryStmt: ("types",),
    TupleExpr: ("items",),
    TypeApplication: ("expr",),
    UnaryExpr: ("expr",),
    WhileStmt: ("expr",),
    WithStmt: ("expr", "target"),
    YieldExpr: ("expr",),
    YieldFromExpr: ("expr",),
}
"""Where a node keeps the expressions that it is made of; the statements of its blocks are not among them."""


def expressions(node: Statement | Expression) -> Iterator[Expression]:
    """Every expression in the statement or expression, itself included, as deep as they lie; a lambda's too.

    The variables that a comprehension counts through are not among them.
    """
    if isinstance(node, Expression):
        yield node
    match node:
        case ConditionalExpr():
            yield from _each((node.cond, node.if_expr, node.else_expr))
        case SliceExpr():
            yield from _each((node.begin_index, node.end_index, node.stride))
    for name in _PARTS.get(type(node), ()):
        yield from _inside(getattr(node, name))


def _inside(part: object) -> Iterator[Expression]:
    if isinstance(part, Expression | Decorator | FuncDef):
        yield from expressions(part)
    elif isinstance(part, list | tuple):
        yield from _each(part)
    elif part is not None and hasattr(part, "initializer"):  # an argument, with its default
        yield from _inside(part.initializer)
    elif part is not None and hasattr(part, "body"):  # the block of a lambda
        yield from (inner for statement in part.body for inner in expressions(statement))


def _each(parts: Iterable[object]) -> Iterator[Expression]:
    for part in parts:
        yield from _inside(part)

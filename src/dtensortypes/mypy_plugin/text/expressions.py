"""The expressions of a statement, and those that an expression is made of; mypy's own visitors take no subclass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias, TypeVar

from mypy.nodes import (
    ARG_NAMED,
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
    Context,
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
    IntExpr,
    LambdaExpr,
    ListComprehension,
    ListExpr,
    MatchStmt,
    MemberExpr,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
    OpExpr,
    OverloadedFuncDef,
    RaiseStmt,
    RefExpr,
    ReturnStmt,
    RevealExpr,
    SetComprehension,
    SetExpr,
    SliceExpr,
    StarExpr,
    Statement,
    StrExpr,
    SuperExpr,
    TryStmt,
    TupleExpr,
    TypeApplication,
    UnaryExpr,
    Var,
    WhileStmt,
    WithStmt,
    YieldExpr,
    YieldFromExpr,
)

from dtensortypes.core.rules.repeated import once_per_object

Item = TypeVar("Item")
Spot: TypeAlias = tuple[int | None, ...]
"""The line and column of an expression, and perhaps those where it ends."""
PARTS: Final[dict[type[Node], tuple[str, ...]]] = {
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


@once_per_object
def expressions(node: Statement | Expression) -> list[Expression]:
    """Every expression in the statement or expression, itself included, as deep as they lie; a lambda's too.

    The variables that a comprehension counts through are not among them.
    """
    return gathered(node)


@once_per_object
def calls(node: Statement | Expression) -> list[CallExpr]:
    """The calls among them, which many ask for."""
    return [part for part in expressions(node) if isinstance(part, CallExpr)]


def gathered(node: Statement | Expression) -> list[Expression]:
    """The expressions as they are now, of a node that is still to change."""
    found: list[Expression] = [node] if isinstance(node, Expression) else []
    _gather(node, found)
    return found


def calls_in(node: Statement | Expression) -> int:
    """How many calls there are in it."""
    return sum(isinstance(part, CallExpr) for part in gathered(node))


def spot_of(node: Context) -> Spot:
    """Where it begins and ends, which tells it from all other nodes of its kind."""
    return node.line, node.column, node.end_line, node.end_column


def lines(node: Context) -> range:
    """The lines that a statement, expression or function stands on."""
    return range(node.line, (node.end_line or node.line) + 1)


def integer(expression: Expression) -> int | None:
    """The integer that is written out, perhaps with a sign; None of anything else."""
    match expression:
        case IntExpr(value=number):
            return number
        case UnaryExpr(op="-", expr=IntExpr(value=number)):
            return -number
    return None


def is_self(expression: Expression | None) -> bool:
    """Whether it is the object whose method it stands in."""
    return isinstance(expression, NameExpr) and isinstance(expression.node, Var) and expression.node.is_self


def is_none(expression: object) -> bool:
    """Whether it is the word `None`, which nobody can give another meaning."""
    return isinstance(expression, NameExpr) and expression.name == "None"


def as_display(written: Expression | None) -> Expression | None:
    """`dict(a=x)` as it may be written, too: `{"a": x}`."""
    match written:
        case CallExpr(analyzed=DictExpr() as display):  # of which mypy finds the types
            return display
        case CallExpr(callee=RefExpr(fullname="builtins.dict"), args=values, arg_kinds=kinds, arg_names=words):
            pairs = [(StrExpr(word), value) for word, value in zip(words, values, strict=True) if word is not None]
            return DictExpr(list(pairs)) if set(kinds) <= {ARG_NAMED} else written
    return written


def beside(written: Expression | None, items: Sequence[Item]) -> list[tuple[Expression, Item]]:
    """The items of a tuple as they are written, each with the one at its place; none where `*xs` takes several."""
    if not isinstance(written, TupleExpr) or any(isinstance(one, StarExpr) for one in written.items):
        return []
    return list(zip(written.items, items, strict=True)) if len(written.items) == len(items) else []


def _gather(node: Statement | Expression, found: list[Expression]) -> None:
    """Add what the node is made of; asked for every expression of a program, and of each copy of a body."""
    parts = PARTS.get(type(node))
    if parts is None:
        if isinstance(node, ConditionalExpr):
            _gather_part((node.cond, node.if_expr, node.else_expr), found)
        elif isinstance(node, SliceExpr):
            _gather_part((node.begin_index, node.end_index, node.stride), found)
        return
    for name in parts:
        part = getattr(node, name)
        if isinstance(part, Expression):
            found.append(part)
            _gather(part, found)
        elif part is not None:
            _gather_part(part, found)


def _gather_part(part: object, found: list[Expression]) -> None:
    if part is None:
        return
    if isinstance(part, (list, tuple)):  # a union would be made anew for each node
        for inner in part:
            if isinstance(inner, Expression):
                found.append(inner)
                _gather(inner, found)
            else:
                _gather_part(inner, found)
    elif isinstance(part, Expression):
        found.append(part)
        _gather(part, found)
    elif isinstance(part, (Decorator, FuncDef)):
        _gather(part, found)
    elif hasattr(part, "initializer"):  # an argument, with its default
        _gather_part(part.initializer, found)
    elif hasattr(part, "body"):  # the block of a lambda
        for statement in part.body:
            _gather(statement, found)


def answer_kept(statement: Statement) -> Expression | None:
    """What is asked in `self.same = n == m`; None of a statement that gives no attribute an answer."""
    match statement:
        case AssignmentStmt(lvalues=[MemberExpr()], rvalue=ComparisonExpr() | OpExpr(op="and" | "or") as asked):
            return asked
        case AssignmentStmt(lvalues=[MemberExpr()], rvalue=UnaryExpr(op="not") as asked):
            return asked
    return None


def without_docstring(body: list[Statement]) -> list[Statement]:
    """What the body does, without the words that tell of it."""
    return [one for one in body if not (isinstance(one, ExpressionStmt) and isinstance(one.expr, StrExpr))]

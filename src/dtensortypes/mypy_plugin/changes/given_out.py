"""Modules inside of another one that somebody gets hold of: by `net.children()`, by name, or one after the other.

Who casts or moves one of them has changed a part of the whole. By the text alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.nodes import (
    CallExpr,
    Expression,
    ExpressionStmt,
    ForStmt,
    GeneratorExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    Statement,
    TupleExpr,
)

from dtensortypes.core.rules.repeated import once_per_object
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import single_names

_INSIDE: Final = frozenset({"modules", "named_modules", "children", "named_children", "get_submodule"})
"""The methods of modules that give those inside."""
GIVING_TENSORS: Final = frozenset({"parameters", "named_parameters", "buffers", "named_buffers"})
"""The methods of modules that give the tensors inside."""
_REGISTERED: Final = "_modules"
_COUNTING: Final = frozenset(function.__name__ for function in (sum, any, all, len))
_VIEWS: Final = frozenset(view.__name__ for view in (dict.items, dict.values))


class Round(NamedTuple):
    """What is done with each of several modules."""

    owners: list[Expression]
    """The places of the modules, or of those that they are in."""
    items: frozenset[str]
    """The variables that stand for one of them."""
    body: list[Statement]
    keeps: bool = True
    """Whether what a comprehension makes of one is kept, and not only counted."""


@once_per_object
def rounds(statement: Statement) -> list[Round]:
    """The loops and comprehensions that the statement is, or holds."""
    found: list[Round] = []
    if isinstance(statement, ForStmt):
        found.append(Round(list(_owners(statement.expr)), single_names(statement.index), statement.body.body))
    parts = expressions(statement)
    counted = {_gone_through(part.args[0]) for part in parts if isinstance(part, CallExpr) and _counts(part)}
    for part in parts:
        if isinstance(part, GeneratorExpr):
            made = ExpressionStmt(part.left_expr)
            for index, source in zip(part.indices, part.sequences, strict=True):
                found.append(Round(list(_owners(source)), single_names(index), [made], part not in counted))
    return found


def _counts(call: CallExpr) -> bool:
    """Whether it gives a number of what it goes through: `sum(e.embedding_dim for e in self.embeddings)`."""
    return isinstance(call.callee, NameExpr) and call.callee.name in _COUNTING and len(call.args) == 1


def _gone_through(argument: Expression) -> Expression:
    return argument.generator if isinstance(argument, ListComprehension) else argument


@once_per_object
def given_out(statement: Statement) -> list[Expression]:
    """The places of modules of which the statement gives out what is inside, but to a loop."""
    parts = expressions(statement)
    sources = [statement.expr] if isinstance(statement, ForStmt) else []
    sources += [source for part in parts if isinstance(part, GeneratorExpr) for source in part.sequences]
    looped = {id(part) for source in sources for part in expressions(source)}
    places = (_whole(part) for part in parts if id(part) not in looped)
    return [place for place in places if place is not None]


def _whole(part: Expression) -> Expression | None:
    """The module of which the expression gives what is inside."""
    match part:
        case CallExpr(callee=MemberExpr(expr=place, name=name)) if name in _INSIDE:
            return place
        case CallExpr(callee=NameExpr(name="getattr"), args=[place, *_]):
            return place
        case MemberExpr(expr=place, name=name) if name == _REGISTERED:
            return place
    return None


def _owners(source: Expression) -> Iterator[Expression]:
    """What a loop goes through: `net` of `enumerate(net.children())`, and each item of what is written out."""
    match source:
        case NameExpr() | MemberExpr():
            yield source
        case ListExpr(items=items) | TupleExpr(items=items):
            yield from (one for item in items for one in _owners(item))
        case CallExpr(callee=NameExpr(), args=args):
            yield from (one for argument in args for one in _owners(argument))
        case CallExpr(callee=MemberExpr(expr=place, name=name)) if name in _VIEWS:
            whole = _whole(place)
            yield place if whole is None else whole
    whole = _whole(source)
    if whole is not None:
        yield whole

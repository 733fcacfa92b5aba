"""Variables of which a body tells whether they are lists or tuples: a batch is known as a tuple, and is a list.

What a `DataLoader` puts together of tuples is a list of as many tensors, which to mypy has no such length.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr, Expression, ForStmt, IndexExpr, NameExpr, Statement, StrExpr, TupleExpr

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import bodies, single_names, statements, targets

_ONE = frozenset({"list", "tuple"})


@once_per_tree
def told_apart(body: list[Statement]) -> frozenset[str]:
    """The variables that are asked for one of both, `isinstance(xs, list)`, or stored into by number."""
    every = [statement for inner in bodies(body) for statement in statements(inner)]
    stored = (target for statement in every for target, _ in targets(statement))
    parts = [part for statement in every for part in expressions(statement)]
    return frozenset([*(name for one in stored for name in _stored_into(one)), *(n for p in parts for n in _asked(p))])


def is_told_apart(body: list[Statement], gone_through: Expression) -> bool:
    """Whether it is told of what a loop takes out of this."""
    loops = (one for one in statements(body) if isinstance(one, ForStmt))
    own = next((one.index for one in loops if gone_through in expressions(one)), None)
    names = single_names(own) if own is not None else frozenset[str]()
    return not told_apart(body).isdisjoint(names)


def _stored_into(target: Expression) -> Iterator[str]:
    match target:
        case IndexExpr(base=NameExpr(name=name), index=index) if not isinstance(index, StrExpr):
            yield name


def _asked(part: Expression) -> Iterator[str]:
    match part:
        case CallExpr(callee=NameExpr(name="isinstance"), args=[NameExpr(name=name), kinds]):
            asked = kinds.items if isinstance(kinds, TupleExpr) else [kinds]
            if len(_ONE & {one.name for one in asked if isinstance(one, NameExpr)}) == 1:
                yield name
        case CallExpr(callee=NameExpr(name=asked_by), args=[NameExpr(name=name)]) if asked_by == type.__name__:
            yield name

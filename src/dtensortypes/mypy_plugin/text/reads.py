"""Where a body reads its variables, and what it does with what it reads."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    Expression,
    ListComprehension,
    NameExpr,
    OperatorAssignmentStmt,
    SetComprehension,
    Statement,
)

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions, gathered
from dtensortypes.mypy_plugin.text.scope import statements, targets


@once_per_tree
def read(body: list[Statement]) -> dict[str, list[NameExpr]]:
    """Where the body reads what each name stands for, in its lambdas and comprehensions, too."""
    found: dict[str, list[NameExpr]] = {}
    for statement in statements(body):
        given = {id(target) for target, _ in targets(statement)}
        for part in expressions(statement):
            if isinstance(part, NameExpr) and (id(part) not in given or isinstance(statement, OperatorAssignmentStmt)):
                found.setdefault(part.name, []).append(part)
    return found


@once_per_tree
def users(body: list[Statement]) -> dict[int, Statement | Expression]:
    """The statement or expression that each expression of the body stands in."""
    found: dict[int, Statement | Expression] = {}
    for statement in statements(body):
        every: list[Statement | Expression] = [statement, *expressions(statement)]
        for node in every:
            found |= {id(part): node for part in _parts(node) if id(part) not in found}
    return found


def _parts(node: Statement | Expression) -> Iterator[Expression]:
    """What the node is made of, without what that is made of; a comprehension's generator is left out."""
    if isinstance(node, ListComprehension | SetComprehension):
        return
    inner: set[int] = set()
    every = gathered(node)[1:] if isinstance(node, Expression) else gathered(node)
    for part in every:
        if id(part) not in inner:
            yield part
            inner.update(map(id, gathered(part)[1:]))

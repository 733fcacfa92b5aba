"""Tensors that are given data of another dtype, or on another device: `p.data = p.data.half()`.

By the text alone, which does not always tell whose parameters they are: `for p in group["params"]`.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr, Expression, ForStmt, IndexExpr, MemberExpr, MypyFile, NameExpr, Statement

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.changes.casts import changes_state
from dtensortypes.mypy_plugin.changes.given_out import GIVING_TENSORS
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import bodies, single_names, statements, targets


def recast(statement: Statement) -> Iterator[Expression]:
    """The places of modules whose tensors the loop casts or moves one by one."""
    if isinstance(statement, ForStmt) and _recast_in(statement):
        yield from _gone_through(statement)


@once_per_tree
def is_of_nobody_known(tree: MypyFile) -> bool:
    """Whether the file casts or moves tensors of which it is not told in which modules they are."""
    return any(map(_is_of_nobody_known, bodies(tree.defs)))


def _is_of_nobody_known(body: list[Statement]) -> bool:
    every = statements(body)
    cast = [target.expr for one in every for target in _cast(one)]
    if not cast:
        return False
    loops = [one for one in every if isinstance(one, ForStmt)]
    known = {id(owner) for loop in loops if any(_gone_through(loop)) for owner in _recast_in(loop)}
    items = frozenset(name for loop in loops for name in single_names(loop.index))
    return any(id(owner) not in known and _is_another_name(owner, items) for owner in cast)


def _is_another_name(owner: Expression, items: frozenset[str]) -> bool:
    """Whether it is a variable, or in a list, and not the attribute of a module that is named itself."""
    if isinstance(owner, NameExpr):
        return True
    while isinstance(owner, MemberExpr):
        owner = owner.expr
    return isinstance(owner, IndexExpr) or (isinstance(owner, NameExpr) and owner.name in items)


def _recast_in(loop: ForStmt) -> list[Expression]:
    """What the loop goes through, where it gives it other data."""
    names = single_names(loop.index)
    given = [target.expr for inner in statements(loop.body.body) for target in _cast(inner)]
    return [owner for owner in given if isinstance(owner, NameExpr) and owner.name in names]


def _cast(statement: Statement) -> Iterator[MemberExpr]:
    """The `x.data` that the statement gives what it casts or moves."""
    for target, value in targets(statement):
        if isinstance(target, MemberExpr) and target.name in ops.reshaping() and value is not None and _is_cast(value):
            yield target


def _is_cast(value: Expression) -> bool:
    made = (part.callee for part in expressions(value) if isinstance(part, CallExpr))
    return any(isinstance(callee, MemberExpr) and changes_state(callee.name) for callee in made)


def _gone_through(loop: ForStmt) -> Iterator[Expression]:
    """The modules of whose tensors the loop goes through."""
    for part in expressions(loop.expr):
        match part:
            case CallExpr(callee=MemberExpr(expr=place, name=name)) if name in GIVING_TENSORS:
                yield place

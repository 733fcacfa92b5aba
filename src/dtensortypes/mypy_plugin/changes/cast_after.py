"""Modules that a method makes an attribute, and then casts or moves: `self.model = Net()`, `self.model.to(device)`.

What becomes of one mypy follows within the body: in a copy it is asked so behind the last of these statements. A
module's own parts are followed otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mypy.nodes import (
    AssignmentStmt,
    Block,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    MemberExpr,
    ReturnStmt,
    Statement,
    WhileStmt,
)

from dtensortypes.mypy_plugin.changes import disturbed
from dtensortypes.mypy_plugin.changes.owners import attribute_of, is_own
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.expressions import is_self
from dtensortypes.mypy_plugin.text.rewritten import at, duplicate
from dtensortypes.mypy_plugin.text.scope import blocks, statements


def ask(copied: FuncDef) -> None:
    """Have mypy say in the copy what has become of each such module."""
    for block, place in list(_followed(copied)):
        end = len(block.body) - isinstance(block.body[-1], ReturnStmt)
        block.body.insert(end, at(block.body[-1], ExpressionStmt(duplicate(place))))


def asked(copied: FuncDef) -> dict[MemberExpr, MemberExpr]:
    """Where the copy gives the attributes their modules, each with where mypy is asked what it has become."""
    found: dict[MemberExpr, MemberExpr] = {}
    for block in _blocks(copied.body):
        given = {place.name: place for statement in block.body if (place := _given(statement)) is not None}
        for one in block.body:
            if isinstance(one, ExpressionStmt) and isinstance(one.expr, MemberExpr) and is_self(one.expr.expr):
                found |= {given[one.expr.name]: one.expr} if one.expr.name in given else {}
    return found


def is_followed(method: FuncDef, name: str) -> bool:
    """Whether all that the method does to the attribute's module it does to one that it has just put there."""
    return any(place.name == name for _, place in _followed(method))


def is_under_way(method: FuncDef, name: str, line: int) -> bool:
    """Whether the module that the method has put into the attribute is not yet, at this line, what it becomes."""
    found = ((place.line, block.body[-1]) for block, place in _followed(method) if place.name == name)
    return any(first <= line <= (last.end_line or last.line) for first, last in found)


def _followed(function: FuncDef) -> Iterator[tuple[Block, MemberExpr]]:
    """The modules that are put into attributes and changed in the same block, up to its end, and nowhere else."""
    if not function.info or function.info.has_base(names.MODULE):
        return
    body = statements(function.body.body)
    looped = {id(s) for one in body if isinstance(one, ForStmt | WhileStmt) for s in statements(one.body.body)}
    for block in _blocks(function.body):
        for number, statement in enumerate(block.body):
            place = _given(statement)
            if place is None or id(statement) in looped:
                continue
            after = block.body[number + 1 :]
            later = statements(after)
            is_left = any(isinstance(one, ReturnStmt) and one is not block.body[-1] for one in later)
            is_again = any(_is_given(one, place.name) for one in later)
            changes = _times_changed(after, place.name)
            is_all = changes == _times_changed(function.body.body, place.name)
            if changes and is_all and not is_left and not is_again and not _is_handed_on(later, place.name):
                yield block, place


def _given(statement: Statement) -> MemberExpr | None:
    match statement:
        case AssignmentStmt(lvalues=[MemberExpr() as place]) if is_self(place.expr):
            return place
    return None


def _is_given(statement: Statement, name: str) -> bool:
    lvalues = statement.lvalues if isinstance(statement, AssignmentStmt) else []
    return any(isinstance(one, MemberExpr) and one.name == name for one in lvalues)


def _blocks(block: Block) -> Iterator[Block]:
    yield block
    for statement in block.body:
        for inner in blocks(statement):
            yield from _blocks(inner)


def _times_changed(body: list[Statement], name: str) -> int:
    changed = (place for place in disturbed.changed_in(body) if is_own(place))
    return sum(attribute_of(place) == name for place in changed)


def _is_handed_on(body: Iterable[Statement], name: str) -> bool:
    places = (place for one in body for place in disturbed.handed_on(one) if is_own(place))
    return any(attribute_of(place) == name for place in places)

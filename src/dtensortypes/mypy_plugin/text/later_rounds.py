"""What holds in the first round of a loop, and may for none: `if is_first: out = x` … `else: out = cat([out, x])`.

Mypy goes round a loop until it knows all that a variable may be there, and what it has said on the way stays said. A
branch that is not taken in the first round gets what an other one has left; what was before the loop it never gets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    ConditionalExpr,
    Context,
    ContinueStmt,
    Expression,
    ForStmt,
    IfStmt,
    MatchStmt,
    NameExpr,
    Node,
    Statement,
    TryStmt,
    Var,
    WhileStmt,
    WithStmt,
)
from mypy.subtypes import is_proper_subtype

from dtensortypes.mypy_plugin.text.expressions import expressions, lines
from dtensortypes.mypy_plugin.text.scope import blocks, current_body, statements, targets

Step = tuple[list[Statement], int]
"""A block, and which of its statements leads on."""
_BRANCHING = (IfStmt, MatchStmt, TryStmt)
_DEEPEST = 8


def may_differ(checker: TypeChecker, context: Context, operands: Sequence[Expression]) -> bool:
    """Whether a round that comes to this place may have other values there than mypy knows of by now."""
    path = list(_way(current_body(checker), context.line))
    parts = [*([context] if isinstance(context, Expression) else ()), *operands]
    read = {e.node: e for part in parts for e in expressions(part) if isinstance(e, NameExpr)}
    for depth, (block, at) in enumerate(path[:-1]):
        loop = block[at]
        if not isinstance(loop, ForStmt | WhileStmt) or path[depth + 1][0] is not loop.body.body:
            continue
        inside = path[depth + 1 :]
        if _is_optional(inside) and any(_is_open(checker, loop, inside, name, _DEEPEST) for name in read.values()):
            return True
    return False


def _way(body: list[Statement], line: int) -> Iterator[Step]:
    """The way down to the line, block by block."""
    for at, statement in enumerate(body):
        if line in lines(statement):
            yield body, at
            for block in blocks(statement):
                if any(line in lines(one) for one in block.body):
                    yield from _way(block.body, line)
                    return
            return


def _is_optional(inside: list[Step]) -> bool:
    """Whether a round of the loop may leave out what the way leads to."""
    if any(isinstance(block[at], _BRANCHING) for block, at in inside[:-1]):
        return True
    block, at = inside[-1]
    if _has_choice(block[at]):
        return True
    before = [one for block, at in inside for one in block[:at]]
    return any(isinstance(one, ContinueStmt) for one in statements(before))


def _has_choice(statement: Statement) -> bool:
    return any(isinstance(part, ConditionalExpr) for part in expressions(statement))


def _is_open(checker: TypeChecker, loop: ForStmt | WhileStmt, inside: list[Step], name: NameExpr, depth: int) -> bool:
    """Whether the loop gives the variable a value that another round may bring, and mypy does not know of here."""
    giving = _surely_given(inside, name.node)
    if giving is not None:  # in the same round: what that is made of counts
        block, at = inside[giving[0]][0], giving[1]
        there = [*inside[: giving[0]], (block, at)]
        read = {e.node: e for e in expressions(block[at]) if isinstance(e, NameExpr) and isinstance(e.node, Var)}
        others = [other for node, other in read.items() if node is not name.node]
        return depth > 0 and any(_is_open(checker, loop, there, other, depth - 1) for other in others)
    block, at = inside[-1]
    after = block[at : at + 1] if _has_choice(block[at]) else block[at:]  # what is run only where this is
    passed = {id(one) for one in statements(after)}
    known = checker.lookup_type_or_none(name)
    for statement in statements(loop.body.body):
        for target, value in targets(statement) if id(statement) not in passed else ():
            if isinstance(target, NameExpr) and target.node is name.node:
                given = checker.lookup_type_or_none(value) if value is not None else None
                if given is None or known is None or not is_proper_subtype(given, known):
                    return True
    return False


def _surely_given(inside: list[Step], variable: Node | None) -> tuple[int, int] | None:
    """Where on the way the variable has got its value for sure, if it has: the depth of the block, the place in it."""
    for depth in reversed(range(len(inside))):
        block, at = inside[depth]
        leads_on = depth < len(inside) - 1  # into the loop, or what a `with` is around
        for place in (*([at] if leads_on else []), *reversed(range(at))):
            is_run = isinstance(block[place], AssignmentStmt | ForStmt | WithStmt if place == at else AssignmentStmt)
            given = targets(block[place]) if is_run else ()
            if any(isinstance(target, NameExpr) and target.node is variable for target, _ in given):
                return depth, place
    return None

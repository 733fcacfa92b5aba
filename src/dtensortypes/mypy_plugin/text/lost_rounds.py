"""Casts and moves that go no further than the variable of a loop: `for x in xs: x = x.cuda()` leaves xs as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Context,
    Expression,
    ForStmt,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Statement,
    WhileStmt,
)

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions, lines
from dtensortypes.mypy_plugin.text.scope import bodies, functions_in, shared, single_names, singles, statements


def lost_with(tree: MypyFile, call: Context) -> str | None:
    """The variable of a loop that alone gets the result of the call, and that nobody reads any more; None elsewhere."""
    return _lost(tree).get((call.line, call.column)) if isinstance(call, CallExpr) else None


@once_per_tree
def _lost(tree: MypyFile) -> dict[tuple[int, int], str]:
    """The variables, by the places of the calls."""
    return {(call.line, call.column): name for body in bodies(tree.defs) for name, call in _lost_in(body)}


def _lost_in(body: list[Statement]) -> Iterator[tuple[str, CallExpr]]:
    loops = [one for one in statements(body) if isinstance(one, ForStmt)]
    for loop in loops:
        own = single_names(loop.index) - shared(body)
        rounds = statements(loop.body.body)
        inner = {id(one) for part in rounds if isinstance(part, ForStmt | WhileStmt) for one in statements([part])}
        for name, given in (found for one in rounds if id(one) not in inner for found in _made_of_itself(one)):
            if name in own and not _is_read_later(body, loops, name, given):
                yield name, given


def _made_of_itself(statement: Statement) -> Iterator[tuple[str, CallExpr]]:
    match statement:
        case AssignmentStmt(
            lvalues=[NameExpr(name=name)], rvalue=CallExpr(callee=MemberExpr(expr=NameExpr(name=owner))) as call
        ) if name == owner:
            yield name, call


def _is_read_later(body: list[Statement], loops: list[ForStmt], name: str, call: CallExpr) -> bool:
    """Whether somebody may read the variable after the call: there, or whenever a function inside is called."""
    others = [one for one in loops if call.line not in lines(one) and name in _named([*singles(one.index)])]
    for statement in statements(body):
        is_another = any(statement.line in lines(one) for one in others)
        for part in () if is_another else expressions(statement):
            is_function = isinstance(part, LambdaExpr) and name in _named([part])
            if is_function or (isinstance(part, NameExpr) and part.name == name and part.line > lines(call)[-1]):
                return True
    inside = (one for function in functions_in(body) for one in statements(function.body.body))
    return any(name in _named([statement]) for statement in inside)


def _named(parts: Sequence[Expression | Statement]) -> set[str]:
    return {one.name for part in parts for one in expressions(part) if isinstance(one, NameExpr)}

"""Variables that hold something else before they hold a list: `x = [conv(x) for conv in self.convs]`.

In a copy of the body such a list has a variable of its own, up to where the old one is given something else: it may be
one of the body's own lists then.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    LDEF,
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Decorator,
    DelStmt,
    Expression,
    FuncDef,
    GeneratorExpr,
    GlobalDecl,
    Import,
    ImportFrom,
    LambdaExpr,
    ListComprehension,
    ListExpr,
    MatchStmt,
    NameExpr,
    NonlocalDecl,
    Statement,
    TryStmt,
    Var,
)

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import gathered
from dtensortypes.mypy_plugin.text.own_lists import own_lists
from dtensortypes.mypy_plugin.text.rewritten import inside, named, replace_in
from dtensortypes.mypy_plugin.text.scope import targets

_SCOPES: Final = (FuncDef, Decorator, ClassDef, GlobalDecl, NonlocalDecl, DelStmt, MatchStmt, Import, ImportFrom)
"""What gives or reads variables otherwise than by an expression at its place."""


@once_per_tree
def begun_again(body: list[Statement]) -> frozenset[str]:
    """The names of such variables."""
    begun = {one.name for statement in body if (one := _begun(statement)) is not None and _is_more(body, one)}
    begun -= own_lists(body)
    if not begun or any(map(_may_read_later, inside(body))):
        return frozenset()
    return frozenset(begun)


def apart(function: FuncDef) -> None:
    """Have variables of their own for such lists."""
    for name in begun_again(function.body.body):
        _put_variables(function.body.body, name)
        function.body.body = list(function.body.body)  # of which is asked anew what its lists are


def _put_variables(body: list[Statement], name: str) -> None:
    old = next(one.node for statement in body if (one := _begun(statement)) is not None and one.name == name)
    new: Var | None = None

    def change(part: Expression) -> Expression | None:
        return named(new, part) if new is not None and isinstance(part, NameExpr) and part.node is old else None

    for statement in body:
        place = _given(statement)
        if not isinstance(statement, AssignmentStmt) or place is None or place.node is not old:
            for inner in inside([statement]):
                replace_in(inner, change)
            continue
        statement.lvalues = []
        replace_in(statement, change)
        if _begun_by(statement.rvalue) and new is None:
            new = Var(f"the list {name}")
            new.is_inferred = True
        elif not _begun_by(statement.rvalue):
            new = None
        statement.lvalues = [change(place) or place]


def _is_more(body: list[Statement], place: NameExpr) -> bool:
    """Whether the variable is more than this one list: it is read before, or given something else as well."""
    every = list(inside(body))
    given = [target for one in every for target, _ in targets(one)]
    if sum(isinstance(target, NameExpr) and target.node is place.node for target in given) > 1:
        return True
    before = [part for one in every if one.line <= place.line for part in gathered(one) if part is not place]
    return any(isinstance(part, NameExpr) and part.node is place.node for part in before)


def _begun(statement: Statement) -> NameExpr | None:
    """The variable that the statement gives a list of its own."""
    return _given(statement) if isinstance(statement, AssignmentStmt) and _begun_by(statement.rvalue) else None


def _given(statement: Statement) -> NameExpr | None:
    match statement:
        case AssignmentStmt(lvalues=[NameExpr(kind=kind, node=Var()) as place], unanalyzed_type=None) if kind == LDEF:
            return place
    return None


def _begun_by(value: Expression) -> bool:
    return isinstance(value, ListComprehension | ListExpr)


def _may_read_later(statement: Statement) -> bool:
    """Whether something in it may read a variable when that has been given its next value, or gives one unseen."""
    if isinstance(statement, _SCOPES) or (isinstance(statement, TryStmt) and any(statement.vars)):
        return True
    parts = gathered(statement)
    at_once = {part.generator for part in parts if isinstance(part, ListComprehension)}
    if any(isinstance(part, GeneratorExpr) and part not in at_once for part in parts):
        return True
    is_looked_up = (isinstance(part, CallExpr) and getattr(part.callee, "name", "") == "locals" for part in parts)
    return any(is_looked_up) or any(isinstance(part, LambdaExpr) for part in parts)

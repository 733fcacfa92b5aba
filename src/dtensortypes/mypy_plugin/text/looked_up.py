"""What a body looks up in a table of its file, and calls or keeps: `cls = MODELS[name]`, `cls(10)`."""

from __future__ import annotations

from mypy.nodes import GDEF, CallExpr, Expression, IndexExpr, MemberExpr, NameExpr, Statement

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import statements, targets


def is_looked_up(value: Expression | None) -> bool:
    """Whether it is what a table of the file has under a word: `MODELS[name]`, `MODELS.get(name)`."""
    match value:
        case IndexExpr(base=NameExpr(kind=kind)) | CallExpr(callee=MemberExpr(expr=NameExpr(kind=kind), name="get")):
            return kind == GDEF
    return False


@once_per_tree
def calls(body: list[Statement]) -> bool:
    """Whether the body calls something of a table, there or by a variable."""
    found = {place.name for place in _given(body) if isinstance(place, NameExpr)}
    called = (part.callee for one in statements(body) for part in expressions(one) if isinstance(part, CallExpr))
    return any(is_looked_up(one) or (isinstance(one, NameExpr) and one.name in found) for one in called)


def keeps(body: list[Statement]) -> bool:
    """Whether the body makes something of a table an attribute."""
    return any(isinstance(place, MemberExpr) for place in _given(body))


def _given(body: list[Statement]) -> list[Expression]:
    """What is given something of a table."""
    every = (pair for statement in statements(body) for pair in targets(statement))
    return [place for place, value in every if is_looked_up(value)]

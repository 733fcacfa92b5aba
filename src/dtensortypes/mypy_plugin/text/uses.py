"""What a body does with a variable besides giving it a value: it puts things into it, and asks for its class."""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, Expression, IndexExpr, MemberExpr, NameExpr, RefExpr, Statement, Var

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import statements, targets

_FILLING: Final = (list.append.__name__, list.extend.__name__, set.add.__name__)


def put_into(body: list[Statement], variable: Var) -> list[Expression]:
    """What the body puts into the list, set or dict that the variable holds, in the order of the text."""
    found: list[Expression] = []
    for statement in statements(body):
        for target, value in targets(statement):
            match target:
                case IndexExpr(base=NameExpr(node=node)) if node is variable and value is not None:
                    found.append(value)
        for expression in expressions(statement):
            match expression:
                case CallExpr(callee=MemberExpr(expr=NameExpr(node=node), name=name), args=[given]):
                    found += [given] if node is variable and name in _FILLING else []
    return found


def is_asked_after(body: list[Statement], name: NameExpr) -> bool:
    """Whether the body asks of what class the variable is, up to here: mypy knows more of it then."""
    return any(asked.node is name.node and asked.line <= name.line for asked in _asked(body).get(name.name, ()))


@once_per_tree
def _asked(body: list[Statement]) -> dict[str, list[NameExpr]]:
    """The variables of which the body asks what class they are of."""
    found: dict[str, list[NameExpr]] = {}
    for expression in (e for statement in statements(body) for e in expressions(statement)):
        match expression:
            case CallExpr(callee=RefExpr(fullname="builtins.isinstance"), args=[NameExpr() as name, _]):
                found.setdefault(name.name, []).append(name)
    return found

"""Which keys those of a body's dicts have that it stores to, key by key, and hands to nobody, where it is written out.

Of what is under a key mypy knows by itself what it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from mypy.nodes import (
    CallExpr,
    DelStmt,
    Expression,
    IndexExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    Statement,
    StrExpr,
)

from dtensortypes.mypy_plugin.bodies.foreseen import Foreseen
from dtensortypes.mypy_plugin.bodies.known_types import OPAQUE
from dtensortypes.mypy_plugin.changes.filling import CHANGING, FILLING
from dtensortypes.mypy_plugin.changes.handed import handed_on
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.rewritten import inside
from dtensortypes.mypy_plugin.text.scope import statements, targets


def keys_alone(value: Any, name: str, body: list[Statement]) -> Any:
    """What is known of a dict that the body changes: which keys it has, where nobody gives it others unseen."""
    is_dict = isinstance(value, dict) and all(isinstance(key, str) for key in value)
    return dict.fromkeys(value, OPAQUE) if is_dict and name not in _changed_unseen(body) else OPAQUE


def learn_keys(known: Foreseen, statement: Statement) -> None:
    """Take the keys under which the statement stores something."""
    for target, _ in targets(statement):
        match target:
            case IndexExpr(base=NameExpr(name=name), index=index) if isinstance(held := known.given.get(name), dict):
                known.given[name] = {**held, index.value: OPAQUE} if isinstance(index, StrExpr) else OPAQUE


def stored_to(body: Iterable[Statement]) -> Iterator[str]:
    """The variables into whose dicts the statements, and those in them, store something."""
    for target in (target for statement in inside(body) for target, _ in targets(statement)):
        if isinstance(target, IndexExpr) and isinstance(target.base, NameExpr):
            yield target.base.name


def is_item_of(whole: Expression, value: Expression) -> bool:
    """Whether it is `batch["x"]` in a loop over `batch.items()`, which gives what is there when it comes to it."""
    match whole, value:
        case CallExpr(callee=MemberExpr(expr=NameExpr(node=one))), IndexExpr(
            base=NameExpr(node=other), index=StrExpr()
        ):
            return one is other
    return False


@once_per_tree
def _changed_unseen(body: list[Statement]) -> frozenset[str]:
    """The variables whose dicts others get hold of, or that the body changes in other ways than key by key."""
    found = set(handed_on(body))
    for statement in statements(body):
        if isinstance(statement, DelStmt | OperatorAssignmentStmt):
            own = [statement.expr if isinstance(statement, DelStmt) else statement.lvalue]
            found |= {one.name for one in own if isinstance(one, NameExpr)}
            found |= {one.base.name for one in own if isinstance(one, IndexExpr) and isinstance(one.base, NameExpr)}
        for part in expressions(statement):
            match part:
                case MemberExpr(expr=NameExpr(name=name), name=method) if method in FILLING | CHANGING:
                    found.add(name)
    return frozenset(found)

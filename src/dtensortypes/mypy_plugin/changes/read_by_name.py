"""Lists and dicts of objects that a body gives a name, and only reads by it: `params = self.params`, `params["w"]`.

By the text alone. By any other name somebody may get hold of what is there, and put something into it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    LDEF,
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    DictionaryComprehension,
    Expression,
    ForStmt,
    GeneratorExpr,
    IndexExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    Statement,
)

from dtensortypes.mypy_plugin.changes.casts import changes_state
from dtensortypes.mypy_plugin.changes.filling import FILLING, filled_by
from dtensortypes.mypy_plugin.changes.owners import root
from dtensortypes.mypy_plugin.changes.second_names import mentioned_inside
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import statements, targets

_READING: Final = frozenset(method.__name__ for method in (dict.get, dict.keys, dict.values, dict.items))
_LOOKING: Final = frozenset(f"builtins.{name}" for name in ("len", "zip", "enumerate", "sorted", "reversed"))


@once_per_tree
def only_read(body: list[Statement]) -> frozenset[int]:
    """The attributes to which the body gives such a name, where it does so."""
    named = {name: value for statement in body for name, value in _named(statement)}
    if not named:
        return frozenset()
    every = statements(body)
    times = Counter(target.name for one in every for target, _ in targets(one) if isinstance(target, NameExpr))
    read = {id(place) for one in every for place in _read(one)}
    parts = (part for one in every for part in expressions(one) if isinstance(part, NameExpr) and id(part) not in read)
    spoken = Counter(part.name for part in parts)
    changed = {root(place) for one in every for place in (*filled_by(one), *_worked_on(one))}
    others = changed | mentioned_inside(body)
    return frozenset(
        id(value) for name, value in named.items() if times[name] == spoken[name] == 1 and name not in others
    )


def _named(statement: Statement) -> Iterator[tuple[str, MemberExpr]]:
    match statement:
        case AssignmentStmt(lvalues=[NameExpr(name=name, kind=kind)], rvalue=MemberExpr() as value) if kind == LDEF:
            yield name, value


def _read(statement: Statement) -> Iterator[Expression]:
    """What the statement only looks into: `params["w"]`, `params.items()`, `for x in params`."""
    if isinstance(statement, ForStmt):
        yield statement.expr
    for part in expressions(statement):
        match part:
            case IndexExpr(base=place):
                yield place
            case CallExpr(callee=MemberExpr(expr=place, name=name)) if name in _READING:
                yield place
            case CallExpr(callee=RefExpr(fullname=name), args=several) if name in _LOOKING:
                yield from several
            case GeneratorExpr(sequences=several) | DictionaryComprehension(sequences=several):
                yield from several
            case ComparisonExpr(operands=several):
                yield from several


def _worked_on(statement: Statement) -> Iterator[Expression]:
    """What the statement may change in place by a method: a tensor, a module, a list."""
    for part in expressions(statement):
        match part:
            case CallExpr(callee=MemberExpr(expr=IndexExpr() as place, name=name)):
                if name.endswith("_") or name in FILLING or changes_state(name):
                    yield place

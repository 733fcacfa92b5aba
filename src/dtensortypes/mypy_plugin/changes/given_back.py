"""Lists and dicts of objects that methods give back: who stores to what he gets stores to the attribute; by the text.

`model.rows()[0] = x`, where `rows` is `return self.kept`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mypy.nodes import (
    CallExpr,
    Expression,
    ForStmt,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    ReturnStmt,
    Statement,
    YieldExpr,
)

from dtensortypes.mypy_plugin.changes.alike import plain_name
from dtensortypes.mypy_plugin.changes.changing import changed_in, stored_in
from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.changes.handed import only_reads
from dtensortypes.mypy_plugin.changes.owners import all_places_in
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import calls, expressions, is_self
from dtensortypes.mypy_plugin.text.scope import bodies, statements, targets


def is_filled_as_given(trees: Iterable[MypyFile], methods: Iterable[FuncDef], name: str) -> bool:
    """Whether one of the methods gives the attribute back, and a file may put something into what it gives."""
    giving = {method.name for method in methods if name in _given_back(method.body.body)}
    return bool(giving) and any(not giving.isdisjoint(_filled(tree)) for tree in trees)


@once_per_tree
def _given_back(body: list[Statement]) -> frozenset[str]:
    """The attributes of `self` that the body gives back as they are."""
    given = [one.expr for one in statements(body) if isinstance(one, ReturnStmt)]
    given += [part.expr for one in statements(body) for part in expressions(one) if isinstance(part, YieldExpr)]
    places = all_places_in(one for one in given if one is not None)
    return frozenset(one.name for one in places if isinstance(one, MemberExpr) and is_self(one.expr))


@once_per_tree
def _filled(tree: MypyFile) -> frozenset[str]:
    """The names of the methods and properties of which the file may fill what they give."""
    return frozenset(name for body in bodies(tree.defs) for name in _filled_in(body))


def _filled_in(body: list[Statement]) -> Iterator[str]:
    changed = changed_in(body) | stored_in(body).keys()
    for one in statements(body):
        yield from (name for place in filled_by(one) for name in _method(place))
        values = [value for target, value in targets(one) if value is not None and plain_name(target) in changed]
        values += [one.expr] if isinstance(one, ForStmt) and plain_name(one.index) in changed else []
        yield from (name for value in values for name in _method(value))
        for call in calls(one):
            given = (value for place, value in enumerate(call.args) if not only_reads(call, place))
            yield from (name for value in given for name in _method(value))


def _method(value: Expression) -> Iterator[str]:
    """The name of the method, or property, that gives it."""
    match value:
        case MemberExpr(name=name) | CallExpr(callee=MemberExpr(name=name) | NameExpr(name=name)):
            yield name

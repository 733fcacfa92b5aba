"""Whether a file may change lists and dicts that are in others: `model = options["model"]; model["hidden"] = 8`."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    CallExpr,
    DictExpr,
    Expression,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    MypyFile,
    RefExpr,
    Statement,
    TupleExpr,
)

from dtensortypes.mypy_plugin.changes.alike import plain_name
from dtensortypes.mypy_plugin.changes.changing import CHANGING
from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.changes.handed import only_reads
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import bodies, statements, targets

_NEW = frozenset({"builtins.list", "builtins.dict", "collections.OrderedDict", "collections.defaultdict"})
_ITEMS = frozenset({dict.get.__name__, dict.values.__name__, dict.items.__name__})


@once_per_tree
def changes_inner(tree: MypyFile) -> bool:
    """Whether it puts something into what may be an item of another, or gives it to who may do so; by the text."""
    every = [statement for body in bodies(tree.defs) for statement in statements(body)]
    given = [(plain_name(target), value) for one in every for target, value in targets(one)]
    new = {name for name, value in given if value is not None and _is_new(value)}
    own = new - {name for name, value in given if value is None or not _is_new(value)}
    items = {name for name, value in given if value is None or any(map(_is_item, _parts(value)))}
    return any(plain_name(place) not in own for one in every for place in _filled(one)) or any(
        _is_item(part) or plain_name(part) in items for one in every for part in _handed(one)
    )


def _filled(statement: Statement) -> Iterator[Expression]:
    """The places that the statement fills; with several indices it is a tensor that is filled."""
    of_tensors = {
        id(target.base)
        for target, _ in targets(statement)
        if isinstance(target, IndexExpr) and isinstance(target.index, TupleExpr)
    }
    yield from (place for place in filled_by(statement) if id(place) not in of_tensors)
    for call in expressions(statement):
        if isinstance(call, CallExpr) and isinstance(call.callee, MemberExpr) and call.callee.name in CHANGING:
            yield call.callee.expr


def _handed(statement: Statement) -> Iterator[Expression]:
    for call in expressions(statement):
        if isinstance(call, CallExpr):
            yield from (one for place, one in enumerate(call.args) if not only_reads(call, place))


def _parts(value: Expression) -> Iterator[Expression]:
    yield value
    if isinstance(value, CallExpr) and isinstance(value.callee, MemberExpr):
        yield value.callee


def _is_item(value: Expression) -> bool:
    """Whether it may be an item of a list or dict."""
    return isinstance(value, IndexExpr) or (isinstance(value, MemberExpr) and value.name in _ITEMS)


def _is_new(value: Expression) -> bool:
    if isinstance(value, CallExpr) and isinstance(value.callee, RefExpr):
        return value.callee.fullname in _NEW
    return isinstance(value, ListExpr | DictExpr | ListComprehension)

"""What puts something into a list, a dict or a container of modules; by the text alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    GDEF,
    CallExpr,
    Context,
    Expression,
    ForStmt,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    RefExpr,
    Statement,
    TypeInfo,
)

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions, gathered
from dtensortypes.mypy_plugin.text.places import container_of
from dtensortypes.mypy_plugin.text.scope import functions, single_names, statements, targets

FILLING: Final = frozenset(
    {
        *("append", "extend", "insert", "update", "setdefault", "pop", "clear", "add_module"),
        *(one.__name__ for one in (list.__setitem__, list.__delitem__, list.__iadd__, dict.__ior__)),
    }
)
"""The methods that change what is in a container."""
CHANGING: Final = frozenset({list.remove.__name__, list.sort.__name__, list.reverse.__name__, dict.popitem.__name__})
"""The methods of lists and dicts that change them, besides those that fill them."""


def filled_by(statement: Statement) -> Iterator[Expression]:
    """The places into whose lists or dicts, or into what is in them, the statement puts something."""
    if isinstance(statement, ForStmt):
        yield from _by_rounds(statement)
    for target, _ in targets(statement):
        if isinstance(target, IndexExpr):
            yield from _wholes(target.base)
        elif isinstance(statement, OperatorAssignmentStmt) and not _is_data(target):
            yield target
    for part in expressions(statement):
        if isinstance(part, MemberExpr) and part.name in FILLING:  # called or not: `put = xs.append`
            yield from _wholes(part.expr)
        elif (given := filled_through_class(part)) is not None:
            yield from _wholes(given)


def _is_data(target: Expression) -> bool:
    """Whether it is `x.data`, which is a tensor and no list."""
    return isinstance(target, MemberExpr) and target.name in ops.reshaping()


def filled_through_class(call: Context) -> Expression | None:
    """The xs of `list.append(xs, x)`."""
    match call:
        case CallExpr(callee=MemberExpr(expr=RefExpr(node=TypeInfo()), name=name), args=[place, *_]) if name in FILLING:
            return place
    return None


def filled_by_name(call: CallExpr, body: list[Statement]) -> Expression | None:
    """The xs of `put(x)`, where the body says `put = xs.append`."""
    return _named(body).get(call.callee.name) if isinstance(call.callee, NameExpr) else None


@once_per_tree
def _named(body: list[Statement]) -> dict[str, Expression]:
    """The places whose filling methods the body gives names."""
    pairs = (pair for statement in statements(body) for pair in targets(statement))
    return {
        target.name: value.expr
        for target, value in pairs
        if isinstance(target, NameExpr) and isinstance(value, MemberExpr) and value.name in FILLING
    }


def _wholes(place: Expression) -> Iterator[Expression]:
    """The place, and what it is an item of."""
    yield place
    if isinstance(place, IndexExpr):
        yield container_of(place)


def is_source_of_filled(body: list[Statement], expression: Context) -> bool:
    """Whether the body puts something into what comes out of the container in the expression."""
    return id(expression) in _sources_of_filled(body)


@once_per_tree
def _sources_of_filled(body: list[Statement]) -> frozenset[int]:
    """Items that are filled, as they are or by a name: `d["k"].append(x)`, `for one in d.values(): one.append(x)`."""
    places = [place for statement in statements(body) for place in filled_by(statement)]
    named = {place.name for place in places if isinstance(place, NameExpr)}
    found: list[Expression] = [place for place in places if isinstance(place, IndexExpr)]
    for statement in statements(body):
        for target, value in targets(statement):
            if isinstance(statement, OperatorAssignmentStmt) and isinstance(target, IndexExpr):
                found.append(target)
            elif isinstance(target, NameExpr) and target.name in named:
                whole = statement.expr if isinstance(statement, ForStmt) else value
                found += [] if whole is None else [whole]
    return frozenset(map(id, found))


@once_per_tree
def filled_in_functions(tree: MypyFile) -> frozenset[str]:
    """The variables of the file into whose lists or dicts a function of it puts something."""
    every = (statement for function in functions(tree) for statement in statements(function.body.body))
    places = (place for statement in every for place in filled_by(statement))
    return frozenset(place.name for place in places if isinstance(place, NameExpr) and place.kind == GDEF)


def _by_rounds(loop: ForStmt) -> Iterator[Expression]:
    """The attributes that the loop goes through, where it puts something into the variables that it counts with."""
    counted = single_names(loop.index)
    filled = (place for statement in statements(loop.body.body) for place in filled_by(statement))
    if any(isinstance(place, NameExpr) and place.name in counted for place in filled):
        yield from (part for part in gathered(loop.expr) if isinstance(part, MemberExpr))

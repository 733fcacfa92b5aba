"""Lists in the lists of a body: who fills one of them, `rows[0][0] = 9`, changes what is in the other.

An item that is a tensor stays what it is, whatever is stored into it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    FloatExpr,
    ForStmt,
    GeneratorExpr,
    IndexExpr,
    IntExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    RefExpr,
    SliceExpr,
    StarExpr,
    Statement,
    TupleExpr,
)

from dtensortypes.mypy_plugin.text.expressions import gathered
from dtensortypes.mypy_plugin.text.rewritten import inside
from dtensortypes.mypy_plugin.text.scope import targets

_DISPLAYS: Final = (ListExpr, DictExpr, ListComprehension, DictionaryComprehension)
_PICKING: Final = frozenset(one.__name__ for one in (dict.get, dict.values, dict.items))
_MAKING: Final = frozenset({"builtins.list", "builtins.dict"})
_PUTTING: Final = frozenset(one.__name__ for one in (list.append, list.extend, list.insert))
_CHANGING: Final = _PUTTING | {
    one.__name__ for one in (list.pop, list.remove, list.clear, list.sort, list.reverse, dict.update, dict.setdefault)
}


def filled_inside(body: list[Statement]) -> frozenset[str]:
    """The variables whose lists hold lists, or may, where the body fills what is in one."""
    if not filled_in(body):
        return frozenset()
    given = [pair for one in inside(body) for pair in _given(one)]
    lists = {name for name, value in given if isinstance(value, _DISPLAYS) or _makes_list(value)}
    found: set[str] = set()
    while more := {name for name, value in given if _holds(value, lists, found)} - found:
        found |= more
    return frozenset(found)


def filled_in(body: list[Statement]) -> frozenset[str]:
    """The names of the variables and attributes into whose things the body puts something, or may."""
    every = list(inside(body))
    picked: dict[str, set[str]] = {}
    for name, source in (pair for one in every for pair in _picked(one)):
        picked.setdefault(name, set()).update(_spoken_of(source))
    places = [place for one in every for place in _filled(one)]
    found = {name for place in places if isinstance(place, IndexExpr) for name in _spoken_of(place)}
    waiting = {place.name for place in places if isinstance(place, NameExpr)} | found
    seen: set[str] = set()
    while waiting := (waiting & picked.keys()) - seen:
        seen |= waiting
        waiting = {name for one in waiting for name in picked[one]}
        found |= waiting
    return frozenset(found)


def _spoken_of(part: Expression) -> set[str]:
    """The names of what it is made of, without those by which something is looked up."""
    while isinstance(part, IndexExpr):
        part = part.base
    return {one.name for one in gathered(part) if isinstance(one, NameExpr | MemberExpr)}


def _filled(statement: Statement) -> Iterator[Expression]:
    """The places that the statement fills; with several indices it is a tensor that is filled."""
    match statement:
        case OperatorAssignmentStmt(lvalue=place, rvalue=value) if not isinstance(value, IntExpr | FloatExpr):
            yield place
    for target, _ in targets(statement):
        if isinstance(target, IndexExpr) and not isinstance(target.index, TupleExpr | SliceExpr):
            yield target.base
    for part in gathered(statement):
        match part:
            case CallExpr(callee=MemberExpr(expr=place, name=name)) if name in _CHANGING:
                yield place


def _picked(statement: Statement) -> Iterator[tuple[str, Expression]]:
    """The variables that may have something out of a list: those of loops, and what is unpacked or looked up."""
    for target, value in targets(statement):
        if not isinstance(target, NameExpr) or isinstance(statement, OperatorAssignmentStmt):
            continue
        match statement:
            case ForStmt(expr=source) | AssignmentStmt(rvalue=source) if value is None or _is_item(value):
                yield target.name, source


def _is_item(value: Expression | None) -> bool:
    match value:
        case IndexExpr(index=index):
            return not isinstance(index, SliceExpr | TupleExpr)
        case CallExpr(callee=MemberExpr(name=name)):
            return name in _PICKING
    return False


def _given(statement: Statement) -> Iterator[tuple[str, Expression]]:
    """What the statement gives variables, or puts into what they hold."""
    for target, value in targets(statement):
        given = statement.rvalue if isinstance(statement, OperatorAssignmentStmt) else value
        given = statement.expr if isinstance(statement, ForStmt) else given
        if isinstance(target, NameExpr) and given is not None:
            yield target.name, given
    for part in gathered(statement):
        match part:
            case CallExpr(callee=MemberExpr(expr=NameExpr(name=name), name=method), args=args) if method in _PUTTING:
                yield name, ListExpr(args)


def _holds(value: Expression, lists: set[str], holding: set[str]) -> bool:
    """Whether there may be a list in what the value is: as an item that is written out, or as it speaks of another."""
    items = [part for item in _items(value) for part in gathered(item)]
    is_inside = any(isinstance(one, _DISPLAYS) or _makes_list(one) for one in items)
    is_inside |= any(isinstance(one, NameExpr) and one.name in lists for one in items)
    return is_inside or any(isinstance(one, NameExpr) and one.name in holding for one in gathered(value))


def _items(value: Expression) -> Iterator[Expression]:
    match value:
        case ListExpr(items=items):
            yield from (one for one in items if not isinstance(one, StarExpr))
        case DictExpr(items=pairs):
            yield from (one for _, one in pairs)
        case ListComprehension(generator=GeneratorExpr(left_expr=one)) | DictionaryComprehension(value=one):
            yield one
        case OpExpr(left=left, right=right):
            yield from (*_items(left), *_items(right))
        case CallExpr(args=args) if _makes_list(value):
            yield from (one for inner in args for one in _items(inner))


def _makes_list(value: Expression) -> bool:
    return isinstance(value, CallExpr) and isinstance(value.callee, RefExpr) and value.callee.fullname in _MAKING

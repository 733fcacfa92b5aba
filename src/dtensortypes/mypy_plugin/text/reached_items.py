"""Modules in plain lists and dicts: torch moves them with no module, but whoever gets hold of one may.

By the text alone: a list is kept if the file puts new modules into it, and only goes through them, calls them and looks
at them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    DelStmt,
    DictExpr,
    Expression,
    ExpressionStmt,
    ForStmt,
    GeneratorExpr,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    RefExpr,
    Statement,
    TupleExpr,
    TypeInfo,
)

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.scope import bodies, singles, statements

_GOING_THROUGH: Final = frozenset(
    {"reveal_type", *(one.__name__ for one in (enumerate, zip, reversed, range, len, isinstance, print, iter))}
)
"""Functions of Python's that leave what is in a list to whom it belongs."""
_LOOKING: Final = frozenset({"forward", "parameters", "state_dict"})
_OF_DICTS: Final = frozenset(one.__name__ for one in (dict.items, dict.values, dict.keys))
_NUMBERS_OR_KEYS: Final = frozenset({range.__name__, dict.keys.__name__})
_FILLING: Final = list.append.__name__


@once_per_tree
def reached(tree: MypyFile) -> frozenset[str]:
    """The variables and attributes of whose items others get hold, or that are given other things than new modules."""
    return frozenset(name for body in bodies(tree.defs) for name in _reached(body))


def _reached(body: list[Statement]) -> Iterator[str]:
    every = [(statement, expressions(statement)) for statement in statements(body)]
    sources, made = counted(body), frozenset(_made(every))
    used = {id(part) for statement, parts in every for part in _only_used(statement, parts, made)}
    for _, parts in every:
        for part in parts:
            if id(part) in used:
                continue
            if isinstance(part, NameExpr | MemberExpr):
                yield word_of(part)
            if isinstance(part, NameExpr):
                yield from sources.get(part.name, ())


def _made(every: list[tuple[Statement, list[Expression]]]) -> Iterator[str]:
    """The variables that are given a new module."""
    for statement, _ in every:
        if isinstance(statement, AssignmentStmt) and _is_new_item(statement.rvalue):
            yield from (target.name for target in statement.lvalues if isinstance(target, NameExpr))


def word_of(place: NameExpr | MemberExpr) -> str:
    """What a variable, or an attribute, goes by."""
    return place.name if isinstance(place, NameExpr) else f".{place.name}"


@once_per_tree
def counted(body: list[Statement]) -> dict[str, set[str]]:
    """The variables that are an item of a list in turn, or one that is picked, each with what it comes out of."""
    found: dict[str, set[str]] = {}
    for statement in statements(body):
        pairs = [(statement.index, statement.expr)] if isinstance(statement, ForStmt) else []
        for part in expressions(statement):
            if isinstance(part, GeneratorExpr):
                pairs += zip(part.indices, part.sequences, strict=True)
        match statement:
            case AssignmentStmt(lvalues=targets, rvalue=IndexExpr() as item):
                pairs += [(target, item) for target in targets]
            case ExpressionStmt(expr=CallExpr(callee=MemberExpr(expr=place, name=method), args=[NameExpr() as item])):
                pairs += [(item, place)] if method == _FILLING else []
        for index, source in (drawn for pair in pairs for drawn in _drawn(*pair)):
            lists = {word_of(one) for one in _gone_through(source) if isinstance(one, NameExpr | MemberExpr)}
            for variable in singles(index):
                if isinstance(variable, NameExpr):
                    found.setdefault(variable.name, set()).update(lists)
    return found


def _drawn(index: Expression, source: Expression) -> Iterator[tuple[Expression, Expression]]:
    """What is an item of the source: neither the number of a round is one, nor a key."""
    match source, index:
        case CallExpr(callee=NameExpr(name=name) | MemberExpr(name=name)), _ if name in _NUMBERS_OR_KEYS:
            return
        case CallExpr(callee=NameExpr(name="enumerate"), args=[inner, *_]), TupleExpr(items=[_, item]):
            yield from _drawn(item, inner)
        case CallExpr(callee=MemberExpr(name="items")), TupleExpr(items=[_, item]):
            yield item, source
        case _:
            yield index, source


def _only_used(statement: Statement, parts: list[Expression], made: frozenset[str]) -> Iterator[Expression]:
    """The attributes and variables that the statement calls, looks at, goes through, or gives new modules."""
    match statement:
        case ForStmt(index=index, expr=source):
            yield from (*singles(index), *_gone_through(source))
        case AssignmentStmt(lvalues=targets, rvalue=value):
            is_item = _is_new_item(value) and all(isinstance(one, NameExpr | IndexExpr) for one in targets)
            is_new = _is_new(value) or is_item
            is_picked = isinstance(value, IndexExpr) and all(isinstance(target, NameExpr) for target in targets)
            yield from (one for target in targets for one in _gone_through(target)) if is_new or is_picked else ()
            yield from _gone_through(value) if is_picked else ()
        case OperatorAssignmentStmt(lvalue=target, rvalue=value) if _is_new(value):
            yield target
        case ExpressionStmt(expr=CallExpr(callee=MemberExpr(expr=place, name=method), args=[value])):
            if method == _FILLING and (_is_new_item(value) or (isinstance(value, NameExpr) and value.name in made)):
                yield from (place, value)
        case DelStmt(expr=place):
            yield from _gone_through(place)
    callees = {id(part.callee) for part in parts if isinstance(part, CallExpr)}
    for part in parts:
        match part:
            case CallExpr(callee=MemberExpr(expr=owner, name=name) as callee):
                yield callee
                yield from _gone_through(owner) if name in _LOOKING | _OF_DICTS else ()
            case CallExpr(callee=callee, args=args):
                yield from _gone_through(callee)
                is_harmless = isinstance(callee, NameExpr) and callee.name in _GOING_THROUGH
                yield from (one for argument in args for one in _gone_through(argument)) if is_harmless else ()
            case GeneratorExpr(sequences=sources):
                yield from (one for source in sources for one in _gone_through(source))
            case MemberExpr(expr=owner) if id(part) not in callees:
                yield from _gone_through(owner)


def _gone_through(source: Expression) -> Iterator[Expression]:
    """What a loop goes through, or an index picks from: `self.layers` in `enumerate(self.layers[1:])`."""
    match source:
        case NameExpr() | MemberExpr():
            yield source
        case IndexExpr(base=base):
            yield from _gone_through(base)
        case CallExpr(callee=MemberExpr(expr=owner, name=name)) if name in _OF_DICTS:
            yield from _gone_through(owner)
        case CallExpr(callee=NameExpr(name=name), args=args) if name in _GOING_THROUGH:
            for argument in args:
                yield from _gone_through(argument)


def _is_new(value: Expression) -> bool:
    """Whether it is a list or dict of new modules, or an empty one."""
    match value:
        case ListExpr(items=items) | TupleExpr(items=items):
            return all(map(_is_new_item, items))
        case DictExpr(items=pairs):
            return all(_is_new_item(item) for _, item in pairs)
        case ListComprehension(generator=GeneratorExpr(left_expr=item)):
            return _is_new_item(item)
    return False


def _is_new_item(value: Expression) -> bool:
    """Whether a class, or a function of the file, makes it at the place, and the object gets not hold of it."""
    is_made = isinstance(value, CallExpr) and isinstance(value.callee, RefExpr)
    is_own = isinstance(value, CallExpr) and isinstance(value.callee, MemberExpr) and not _is_class(value.callee)
    return is_made and not is_own and not any(is_self(one) for one in getattr(value, "args", ()))


def _is_class(callee: MemberExpr) -> bool:
    return isinstance(callee.node, TypeInfo)

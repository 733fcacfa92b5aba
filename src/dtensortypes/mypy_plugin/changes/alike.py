"""Which names of a body may stand for the same list or dict, or for one that is in another."""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    SYMBOL_FUNCBASE_TYPES,
    AssignmentExpr,
    AssignmentStmt,
    CallExpr,
    ConditionalExpr,
    Decorator,
    Expression,
    FloatExpr,
    ForStmt,
    GeneratorExpr,
    IndexExpr,
    IntExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    SliceExpr,
    StarExpr,
    Statement,
    StrExpr,
    TupleExpr,
    TypeInfo,
    WithStmt,
)

from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.changes.handed import may_give
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import singles, statements, targets

_DEFINED: Final = (*SYMBOL_FUNCBASE_TYPES, Decorator, TypeInfo)


def alike(body: list[Statement], plain: frozenset[str]) -> list[tuple[frozenset[str], frozenset[str]]]:
    """Names, and those of what they may stand for: as it is, by a choice, out of a display, or in a `with`."""
    pairs = [pair for statement in statements(body) for pair in targets(statement)]
    renamed = [(_plain(target), _plain(value)) for target, value in pairs if value is not None]
    several = [one.lvalues for one in statements(body) if isinstance(one, AssignmentStmt) and len(one.lvalues) > 1]
    at_once = [(frozenset(map(plain_name, places)) - {""}, frozenset[str]()) for places in several]
    return [*renamed, *at_once, *_chosen(body, plain)]


def _chosen(body: list[Statement], plain: frozenset[str]) -> list[tuple[frozenset[str], frozenset[str]]]:
    found: list[tuple[list[Expression], list[Expression | None]]] = []
    filled = {plain_name(place) for statement in statements(body) for place in filled_by(statement)}
    for statement in statements(body):
        own = list(targets(statement))
        sources: list[Expression | None] = [value for _, value in own]
        if isinstance(statement, ForStmt) and _is_table(body, statement):
            continue
        if isinstance(statement, ForStmt):
            found += _through(statement.index, statement.expr, plain)
            own, sources = [], []
        for target, value in own:
            if isinstance(value, IndexExpr) and not isinstance(value.index, SliceExpr | StrExpr):
                found += _through(target, value.base, plain) if plain_name(target) in filled else []
        if isinstance(statement, WithStmt):
            sources += statement.expr
        found.append(([target for target, _ in own], sources))
        for part in expressions(statement):
            match part:
                case GeneratorExpr(indices=indices, sequences=sequences):
                    for index, sequence in zip(indices, sequences, strict=True):
                        found += _through(index, sequence, plain)
                case AssignmentExpr(target=name, value=value):
                    found.append(([name], [value]))
    pairs = ((frozenset(map(plain_name, several)) - {""}, frozenset(names_of(*whole))) for several, whole in found)
    return [(several, whole) for several, whole in pairs if whole]


def _through(
    index: Expression, sequence: Expression, plain: frozenset[str]
) -> list[tuple[list[Expression], list[Expression | None]]]:
    """The variables of a loop, and what they may stand for: of `zip(xs, ys)` each variable goes through its own."""
    match index, sequence:
        case TupleExpr(items=targets), CallExpr(callee=RefExpr(fullname="builtins.zip"), args=args) if len(
            targets
        ) == len(args) and not any(isinstance(one, StarExpr) for one in targets):
            pairs = list(zip(targets, args, strict=True))
        case TupleExpr(items=[_, each]), CallExpr(callee=RefExpr(fullname="builtins.enumerate"), args=[whole]):
            return _through(each, whole, plain)
        case _, CallExpr(callee=RefExpr(fullname="builtins.range")):
            return []  # numbers
        case _:
            pairs = [(index, sequence)]
    return [([*singles(target)], [source]) for target, source in pairs if not names_of(source) <= plain]


def _plain(place: Expression) -> frozenset[str]:
    return frozenset({plain_name(place)}) - {""}


def _is_table(body: list[Statement], loop: ForStmt) -> bool:
    """Whether it takes rows of numbers and words apart that the body writes out: nobody can fill one of these."""
    if not isinstance(loop.index, TupleExpr) or not (name := plain_name(loop.expr)):
        return False
    given = [value for one in statements(body) for target, value in targets(one) if plain_name(target) == name]
    rows = [row for value in given for row in (value.items if isinstance(value, ListExpr | TupleExpr) else [None])]
    items = [one for row in rows for one in (row.items if isinstance(row, ListExpr | TupleExpr) else [None])]
    return bool(items) and all(isinstance(one, IntExpr | FloatExpr | StrExpr) for one in items)


def names_of(*values: Expression | None) -> set[str]:
    """The names of what the values are, or hold as they are written."""
    found: set[str] = set()
    for value in values:
        match value:
            case NameExpr(name=name) | MemberExpr(name=name):
                found.add(name)
            case OpExpr(left=left, right=right, op="and" | "or"):
                found |= names_of(left, right)
            case ConditionalExpr(if_expr=left, else_expr=right):
                found |= names_of(left, right)
            case AssignmentExpr(target=left, value=right):
                found |= names_of(left, right)
            case TupleExpr(items=items) | ListExpr(items=items):
                found |= names_of(*items)
            case CallExpr():
                found |= names_of(*may_give(value))
    return found


def plain_name(place: Expression) -> str:
    """The name of a variable, or of an attribute of whatever object; empty for other places, functions among them."""
    if not isinstance(place, NameExpr | MemberExpr) or isinstance(place.node, _DEFINED):
        return ""
    return place.name

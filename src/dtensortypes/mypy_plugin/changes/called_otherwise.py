"""Which variables of a function have their lists filled under a name that no assignment gives: by the text.

`for kept in (rows, others): kept.append(x)`, and what a function inside of it fills.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    AssignmentExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    ForStmt,
    FuncDef,
    FuncItem,
    GeneratorExpr,
    LambdaExpr,
    ListExpr,
    MatchStmt,
    NameExpr,
    SetExpr,
    Statement,
    TupleExpr,
)

from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.changes.owners import all_places_in, places_in
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.free_names import own
from dtensortypes.mypy_plugin.text.scope import functions_in, statements


def called_otherwise(function: FuncDef) -> frozenset[str]:
    """The names of the variables that have, or may get, another name in the function so."""
    return _called_otherwise(function.body.body)


def filled_in(function: FuncItem) -> list[NameExpr]:
    """The variables of others into whose lists or dicts the function puts something."""
    every = (place for statement in statements(function.body.body) for place in filled_by(statement))
    filled = [place for place in every if isinstance(place, NameExpr)]
    inner = own(function) if filled else frozenset()
    return [place for place in filled if place.name not in inner]


@once_per_tree
def _called_otherwise(body: list[Statement]) -> frozenset[str]:
    every = statements(body)
    inner = [part for one in every for part in expressions(one) if isinstance(part, LambdaExpr)]
    places = [place for one in every for place in _named_anew(one)]
    places += [place for one in (*functions_in(body), *inner) for place in filled_in(one)]
    return frozenset(place.name for place in places if isinstance(place, NameExpr))


def _named_anew(statement: Statement) -> Iterator[Expression]:
    match statement:
        case ForStmt(expr=whole):
            yield from _gathered(whole)
        case MatchStmt(subject=subject):
            yield from places_in(subject)
    for part in expressions(statement):
        match part:
            case AssignmentExpr(value=value):
                yield from places_in(value)
            case GeneratorExpr(sequences=several) | DictionaryComprehension(sequences=several):
                for whole in several:
                    yield from _gathered(whole)


def _gathered(whole: Expression) -> Iterator[Expression]:
    """What the lists, tuples and dicts hold that are written out in what is gone through."""
    for part in expressions(whole):
        match part:
            case ListExpr(items=items) | TupleExpr(items=items) | SetExpr(items=items):
                yield from all_places_in(items)
            case DictExpr(items=pairs):
                yield from all_places_in(value for _, value in pairs)

"""Lists of a function that mypy is at work on: to mypy they are of like items, and a copy of the body knows each.

The copy is one with what can be foreseen written out (`unrolled.py`), checked with the arguments that are declared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    GDEF,
    LDEF,
    CallExpr,
    Expression,
    FuncDef,
    GeneratorExpr,
    ListComprehension,
    ListExpr,
    NameExpr,
    RevealExpr,
    StarExpr,
    Statement,
    TempNode,
    TupleExpr,
)
from mypy.types import Instance, TupleType, Type, UnpackType, flatten_nested_unions, get_proper_type

from dtensortypes.mypy_plugin.changes.reshaped import touches
from dtensortypes.mypy_plugin.messages.report import silenced
from dtensortypes.mypy_plugin.messages.watcher import is_trial
from dtensortypes.mypy_plugin.text.definitions import type_of
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.own_lists import own_lists
from dtensortypes.mypy_plugin.text.rewritten import at
from dtensortypes.mypy_plugin.text.scope import current_body, statements
from dtensortypes.mypy_plugin.text.top_level import function_here
from dtensortypes.mypy_plugin.types.compare import says_something
from dtensortypes.mypy_plugin.types.types_of import anything

Spot = tuple[int, int]
"""The line and column of an expression."""
_MOST_ROUNDS: Final = 8


def held_in(copied: FuncDef, lists: frozenset[str], types: Mapping[Expression, Type]) -> dict[Spot, Type | None]:
    """What each of the lists holds where the body reads it; None where that differs from round to round."""
    found: dict[Spot, Type | None] = {}
    every = statements(copied.body.body) if lists else []
    for part in (part for statement in every for part in _all(statement)):
        if isinstance(part, NameExpr) and part.name in lists and part in types:
            place = part.line, part.column
            found[place] = types[part] if found.get(place, types[part]) == types[part] else None
    return found


def _all(statement: Statement) -> Iterator[Expression]:
    """The expressions of the statement, and those that mypy looks at in their place in a `reveal_type(…)`."""
    for part in expressions(statement):
        yield part
        if isinstance(part, CallExpr) and isinstance(part.analyzed, RevealExpr) and part.analyzed.expr is not None:
            yield from expressions(part.analyzed.expr)


def comprehended(checker: TypeChecker, made: ListComprehension | GeneratorExpr) -> list[Type]:
    """What is made of each of some items, `[t.flatten() for t in (x, y)]`, `(t.cuda() for t in batch)`.

    Nothing where it is not known how many there are.
    """
    rounds = made.generator if isinstance(made, ListComprehension) else made
    types: list[Type | None] = []
    match rounds:
        case GeneratorExpr(indices=[NameExpr()], sequences=[TupleExpr(items=given) | ListExpr(items=given)]):
            if not any(isinstance(one, StarExpr) for one in given):
                types = [checker.lookup_type_or_none(one) for one in given]
        case GeneratorExpr(indices=[NameExpr()], sequences=[NameExpr() as source]):
            types = [*_unlike(checker.lookup_type_or_none(source))]
    if rounds.condlists != [[]] or any(rounds.is_async) or len(types) > _MOST_ROUNDS:
        return []
    return [_in_round(checker, rounds, type_) for type_ in types if type_ is not None] if None not in types else []


def _unlike(whole: Type | None) -> list[Type]:
    """What is in a tuple, one by one, where it is about tensors."""
    proper = get_proper_type(whole)
    if not isinstance(proper, TupleType) or any(isinstance(one, UnpackType) for one in proper.items):
        return []
    return proper.items if any(map(says_something, proper.items)) else []


def _in_round(checker: TypeChecker, rounds: GeneratorExpr, type_: Type) -> Type:
    """What the comprehension makes of an item of this type; what is wrong with it has been said."""
    one = at(rounds, TupleExpr([at(rounds, TempNode(_lasting(type_)))]))
    made = at(rounds, GeneratorExpr(rounds.left_expr, rounds.indices, [one], [[]], rounds.is_async))
    with silenced(checker), checker.local_type_map:
        found = get_proper_type(checker.expr_checker.accept(at(rounds, ListComprehension(made))))
    return found.args[0] if isinstance(found, Instance) and found.args else anything()


def _lasting(type_: Type) -> Type:
    """The type, the numbers in a tuple as parts of it: of this one item they are known."""
    proper = get_proper_type(type_)
    if not isinstance(proper, TupleType):
        return type_
    items = [get_proper_type(item) for item in proper.items]
    known = [one.last_known_value if isinstance(one, Instance) else None for one in items]
    return proper.copy_modified(items=[value or one for value, one in zip(known, items, strict=True)])


def list_here(checker: TypeChecker, expression: Expression) -> Type | None:
    """What is in the list, item by item, or what may be; None where that is not known."""
    if not isinstance(expression, NameExpr) or expression.kind not in {LDEF, GDEF} or is_trial(checker):
        return None
    if expression.name not in own_lists(current_body(checker)) or touches(checker, expression):
        return None
    function = function_here(checker)
    from dtensortypes.mypy_plugin.bodies.helpers import (  # which read bodies, and ask here what is in them
        foreseen,
        remembered,
    )

    signature = None if function is None else type_of(checker, function)
    if function is None or signature is None or expression.name not in foreseen(checker, function, signature).lists:
        return None
    held = remembered(checker, function, signature).lists.get((expression.line, expression.column))
    members = [] if held is None else flatten_nested_unions([held])
    return held if members and all(isinstance(get_proper_type(one), TupleType) for one in members) else None

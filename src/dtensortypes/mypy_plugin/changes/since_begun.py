"""Whether a body has put something into what a variable holds, since the variable was given it."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import Expression, NameExpr, Statement

from dtensortypes.mypy_plugin.changes.alike import plain_name
from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.changes.handed import places_handed_on
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.order import loops
from dtensortypes.mypy_plugin.text.scope import statements


def is_filled_since(body: list[Statement], begun: Statement | Expression | None, place: NameExpr) -> bool:
    """Whether a statement between the one that gives the variable its value and the place may have filled it."""
    here = _read_at(body).get(id(place))
    return here is None or any(_place_of(body, begun) < one < here for one in _filled_at(body).get(place.name, ()))


def is_name_filled_since(body: list[Statement], begun: Statement | Expression, name: str, place: NameExpr) -> bool:
    """Whether another variable of that name is filled, or handed on, after the statement that gave the place its value.

    `name` may stand for the same thing.
    """
    here, given = _read_at(body).get(id(place)), _place_of(body, begun)
    rounds = [loop for loop in loops(body) if here in loop and given not in loop]
    every = [*_filled_at(body).get(name, ()), *_handed_at(body).get(name, ())]
    return here is None or any(given < one < here or any(one in loop for loop in rounds) for one in every)


def is_filled_later(body: list[Statement], place: NameExpr) -> bool:
    """Whether the body may fill what the variable holds, or hand it on, behind the place, or in another round."""
    here = _read_at(body).get(id(place))
    rounds = [loop for loop in loops(body) if here in loop]
    every = [*_filled_at(body).get(place.name, ()), *_handed_at(body).get(place.name, ())]
    return here is None or any(one != here and (one > here or any(one in loop for loop in rounds)) for one in every)


def is_filled_in_rounds(body: list[Statement], begun: Statement | Expression | None, place: NameExpr) -> bool:
    """Whether a round of a loop around the place may have filled it before."""
    stored = _filled_at(body).get(place.name, ())
    return any(one in loop for loop in _around(body, begun, place) for one in stored)


def _around(body: list[Statement], begun: Statement | Expression | None, place: NameExpr) -> Iterator[range]:
    """The loops around the place, but for those in which the variable is given its value."""
    given, here = _place_of(body, begun), _read_at(body).get(id(place))
    return (loop for loop in loops(body) if here in loop and given not in loop)


def _place_of(body: list[Statement], begun: Statement | Expression | None) -> int:
    """Which statement of the body it is; the one before the first where a caller has given the value."""
    return next((i for i, one in enumerate(statements(body)) if one is begun), -1)


@once_per_tree
def _read_at(body: list[Statement]) -> dict[int, int]:
    """In which of the body's statements each variable stands."""
    every = enumerate(statements(body))
    return {id(part): i for i, one in every for part in expressions(one) if isinstance(part, NameExpr)}


@once_per_tree
def _handed_at(body: list[Statement]) -> dict[str, list[int]]:
    """Which of the body's statements hand on what each variable holds."""
    places = {id(one) for one in places_handed_on(body)}
    found: dict[str, list[int]] = {}
    for i, one in enumerate(statements(body)):
        for part in expressions(one):
            if id(part) in places:
                found.setdefault(plain_name(part), []).append(i)
    return found


@once_per_tree
def _filled_at(body: list[Statement]) -> dict[str, list[int]]:
    """Which of the body's statements put something into what each variable holds."""
    found: dict[str, list[int]] = {}
    for i, one in enumerate(statements(body)):
        for place in filled_by(one):
            found.setdefault(plain_name(place), []).append(i)
    return found

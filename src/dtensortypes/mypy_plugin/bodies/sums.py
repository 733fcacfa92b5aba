"""Sums of which each part is known: in a copy of the body `sum(losses.values())` is `0 + losses["a"] + losses["b"]`.

To mypy the parts are of one type, and there may be none. What such a sum gives in the copy is known where it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_STAR,
    ARG_STAR2,
    CallExpr,
    Expression,
    FuncDef,
    GeneratorExpr,
    OpExpr,
    RefExpr,
)
from mypy.types import Type

from dtensortypes.mypy_plugin.bodies import comprehensions
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.messages.watcher import is_trial
from dtensortypes.mypy_plugin.text.computed import Unknown
from dtensortypes.mypy_plugin.text.definitions import type_of
from dtensortypes.mypy_plugin.text.expressions import Spot, gathered, spot_of
from dtensortypes.mypy_plugin.text.rewritten import at, number, written
from dtensortypes.mypy_plugin.text.scope import current_body, statements
from dtensortypes.mypy_plugin.text.top_level import function_here

if TYPE_CHECKING:
    from mypy.nodes import Statement

    from dtensortypes.mypy_plugin.bodies.foreseen import Foreseen

_SUM: Final = f"builtins.{sum.__name__}"


def is_sum(part: Expression) -> bool:
    """Whether it is a call of Python's `sum`, of what is not spread."""
    match part:
        case CallExpr(callee=RefExpr(fullname=name), args=[_] | [_, _], arg_kinds=kinds) if name == _SUM:
            return not {ARG_STAR, ARG_STAR2} & set(kinds)
    return False


def one_by_one(known: Foreseen, call: CallExpr) -> Expression | None:
    """The sum, part by part; None where they are not known."""
    several, *start = call.args
    try:
        parts = _parts(known, call, several)
    except Unknown:
        return None
    whole = known.put_into(start[0]) if start else number(0, several)
    for place, part in enumerate(parts, 1):
        whole = at(call if place == len(parts) else several, OpExpr("+", whole, part))
    return whole if parts else None


def _parts(known: Foreseen, call: CallExpr, several: Expression) -> list[Expression]:
    """What is added up; raises Unknown."""
    if isinstance(several, GeneratorExpr):
        return comprehensions.items(known, several)
    held = known.sure(several)
    found = [written(known.checker, one, call) for one in held] if isinstance(held, tuple) else [None]
    parts = [one for one in found if one is not None]
    if len(parts) < len(found):
        raise Unknown
    return parts


def given_in(body: list[Statement], copied: FuncDef, types: Mapping[Expression, Type]) -> dict[Spot, Type | None]:
    """What the sums of the body give in the copy; None where that differs from round to round."""
    found: dict[Spot, Type | None] = {}
    spots = _spots(body)
    for part in _all(copied.body.body) if spots else ():
        if isinstance(part, OpExpr) and (spot := spot_of(part)) in spots and part in types:
            found[spot] = types[part] if found.get(spot, types[part]) == types[part] else None
    return found


def sum_here(checker: TypeChecker, call: CallExpr) -> Type | None:
    """What the sum gives in the function that mypy is at work on; None where its parts are not known."""
    function = None if is_trial(checker) or not is_sum(call) else function_here(checker)
    signature = None if function is None else type_of(checker, function)
    if function is None or signature is None or spot_of(call) not in _spots(current_body(checker)):
        return None
    from dtensortypes.mypy_plugin.bodies.remembered import remembered  # reads bodies, and asks here

    return remembered(checker, function, signature).lists.get(spot_of(call))


@once_per_tree
def _spots(body: list[Statement]) -> frozenset[Spot]:
    """Where the sums of the body are."""
    return frozenset(spot_of(part) for part in _all(body) if is_sum(part))


def _all(body: list[Statement]) -> Iterator[Expression]:
    """The expressions of the body, as they are now."""
    return (part for statement in statements(body) for part in gathered(statement))

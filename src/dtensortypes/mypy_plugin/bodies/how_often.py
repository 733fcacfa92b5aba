"""How many rounds a loop may have: what is wrong in a second one is wrong only if there is one."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Expression,
    GeneratorExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    SetExpr,
    StarExpr,
    TupleExpr,
)

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.value import Value
from dtensortypes.mypy_plugin.bodies.values import Values
from dtensortypes.mypy_plugin.text.definitions import is_parameter
from dtensortypes.mypy_plugin.text.scope import assigned, constant_value, current_function

_OF_FIRST: Final = frozenset(f"builtins.{one.__name__}" for one in (enumerate, reversed, iter, list, tuple, sorted))
"""What gives as many items as its first argument has."""
_OF_OWNER: Final = frozenset({dict.keys.__name__, dict.values.__name__, dict.items.__name__})


def may_go_round(checker: TypeChecker, whole: Expression, times: int) -> bool:
    """Whether a loop through it may have so many rounds: where its items are counted, or others give them."""
    match whole:
        case CallExpr(callee=RefExpr(fullname="builtins.range"), args=args):
            numbers = counted(checker, args)
            return numbers is None or len(numbers) >= times
        case CallExpr(callee=RefExpr(fullname="builtins.zip"), args=args):
            return all(may_go_round(checker, one, times) for one in args)
        case CallExpr(callee=RefExpr(fullname=name), args=[first, *_]) if name in _OF_FIRST:
            return may_go_round(checker, first, times)
        case CallExpr(callee=MemberExpr(expr=owner, name=name), args=[]) if name in _OF_OWNER:
            return may_go_round(checker, owner, times)
        case GeneratorExpr(sequences=several) | ListComprehension(generator=GeneratorExpr(sequences=several)):
            return all(may_go_round(checker, one, times) for one in several)
        case ListExpr(items=items) | TupleExpr(items=items) | SetExpr(items=items):
            return len(items) >= times or any(isinstance(one, StarExpr) for one in items)
    number = _number(Values(checker).typed(whole))
    if number is not None:
        return number >= times
    value = constant_value(checker, whole) if isinstance(whole, NameExpr) else None
    if value is not None and not (isinstance(value, ListExpr) and not value.items):
        return may_go_round(checker, value, times)
    return times == 1 or isinstance(whole, MemberExpr) or _is_passed(checker, whole)


def counted(checker: TypeChecker, given: list[Expression]) -> range | None:
    """What a loop through `range` of these arguments counts; None where that is not known."""
    known = [number for number in map(Values(checker).typed, given) if type(number) is int]
    return range(*known) if len(known) == len(given) and 0 not in known[2:] else None


def _is_passed(checker: TypeChecker, whole: Expression) -> bool:
    """Whether it is what callers pass for a parameter."""
    function, variable = current_function(checker), whole.node if isinstance(whole, NameExpr) else None
    return function is not None and is_parameter(variable, function) and not assigned(function.body.body, variable)


def _number(several: Value) -> int | None:
    """How many items it has; None where that is not known."""
    match several:
        case tuple():
            return len(several)
        case Shape():
            return several.rank
        case TensorFact(shape=Shape(left=[Dim() as first, *_])):
            return first.constant
    return None

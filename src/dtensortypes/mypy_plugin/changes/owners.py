"""Of which variable, or attribute of it, a place is: `net.encoder.layers` is in the `encoder` of `net`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mypy.nodes import (
    AssignmentExpr,
    ConditionalExpr,
    DictExpr,
    Expression,
    IndexExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    StarExpr,
    TupleExpr,
)

from dtensortypes.mypy_plugin.text.expressions import is_self

SELF: Final = ""
"""What stands among the attributes that a method changes for the object itself."""
OWN: Final = "self"
"""What methods call the object that they are of."""
_PARAMETERS: Final = frozenset({"weight", "bias"})  # what torch's layers call their tensors


def places_in(expression: Expression) -> Iterator[Expression]:
    """The variables and attributes that a value is, or gathers."""
    match expression:
        case MemberExpr(expr=MemberExpr(), name=name) if name in _PARAMETERS:
            return  # by `net.head.weight` nobody gets hold of the layer
        case NameExpr() | MemberExpr():
            yield expression
        case TupleExpr(items=items) | ListExpr(items=items):
            yield from all_places_in(items)
        case DictExpr(items=pairs):
            yield from all_places_in(value for _, value in pairs)
        case StarExpr(expr=inner) | AssignmentExpr(value=inner):
            yield from places_in(inner)
        case ConditionalExpr(if_expr=first, else_expr=second) | OpExpr(op="and" | "or", left=first, right=second):
            yield from all_places_in((first, second))
        case IndexExpr(base=ListExpr() | TupleExpr() | DictExpr() as whole):
            yield from places_in(whole)


def all_places_in(items: Iterable[Expression]) -> Iterator[Expression]:
    """The places that any of the values is, or gathers."""
    for item in items:
        yield from places_in(item)


def is_own(place: Expression) -> bool:
    """Whether the place is in the object whose method it stands in."""
    return is_self(_outward(place)[-1])


def root(place: Expression) -> str:
    """The name of the variable that the place begins with: `net` of `net.encoder.layers[0]`."""
    first = _outward(place)[-1]
    return first.name if isinstance(first, NameExpr) else SELF


def attribute_of(place: Expression) -> str:
    """The attribute next to the variable: `encoder` of `net.encoder.layers[0]`; SELF of the variable alone."""
    attributes = [one.name for one in _outward(place) if isinstance(one, MemberExpr)]
    return attributes[-1] if attributes else SELF


def chain(place: Expression) -> frozenset[str]:
    """The words of the place, and of all that it is in: `net` and `.encoder` of `net.encoder`."""
    every = _outward(place)
    attributes = {f".{one.name}" for one in every if isinstance(one, MemberExpr)}
    return frozenset({root(place), *attributes})


def is_item(place: Expression) -> bool:
    """Whether the place is in a list or dict, or a module that is like one."""
    return any(isinstance(one, IndexExpr) for one in _outward(place))


def _outward(place: Expression) -> list[Expression]:
    """The place, what it is an attribute or item of, and so on."""
    found = [place]
    while isinstance(place, MemberExpr | IndexExpr):
        place = place.expr if isinstance(place, MemberExpr) else place.base
        found.append(place)
    return found

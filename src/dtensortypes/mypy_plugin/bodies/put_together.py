"""Lists and tuples that are put together of others in place: `[n, *sizes] + [1]`, `[64] * 3`, `features[1:]`.

Of the tuple that a variable holds mypy knows the items, and forgets which numbers they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_POS,
    CallExpr,
    Expression,
    IndexExpr,
    IntExpr,
    ListExpr,
    OpExpr,
    RefExpr,
    SliceExpr,
    StarExpr,
    TupleExpr,
    UnaryExpr,
)
from mypy.types import Instance, TupleType, Type, get_proper_type

from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value
from dtensortypes.core.rules import python_numbers
from dtensortypes.mypy_plugin.bodies import displays
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.but_once import but_once
from dtensortypes.mypy_plugin.text.computed import MOST
from dtensortypes.mypy_plugin.text.expressions import beside

_COPIES: Final = frozenset({"builtins.list", names.TUPLE})
_VALUED: Final = frozenset({"builtins.int", "builtins.float", "builtins.str"})


def put_together(checker: TypeChecker, written: Expression | None) -> list[Type] | None:
    """The types of what is in it, one by one; None where that is not known, or it is not put together of others."""
    match written:
        case None:
            return None
        case ListExpr(items=items) | TupleExpr(items=items) if not any(isinstance(one, StarExpr) for one in items):
            return None
    return but_once(checker, (put_together, written), partial(_items_of, checker, written), None)


def of_numbers(
    checker: TypeChecker, function: str, args: Sequence[Expression], value_of: Callable[[Expression], Value]
) -> Value:
    """What one of Python's functions of numbers gives, also `len` of a list or dict that is only read."""
    found = python_numbers.of_numbers(function, list(map(value_of, args)))
    is_open = found is UNKNOWN and function == python_numbers.LENGTH and len(args) == 1
    held = displays.inside(checker, args[0]) if is_open else None
    return len(held) if held else found


def numbered(checker: TypeChecker, whole: TupleType, written: Expression | None) -> TupleType:
    """The tuple with the numbers and words that are in it, where it is written out."""
    pairs = beside(written, whole.items)
    return whole.copy_modified(items=[_with_value(checker, *pair) for pair in pairs]) if pairs else whole


def _with_value(checker: TypeChecker, item: Expression, type_: Type) -> Type:
    known = get_proper_type(type_)
    if not isinstance(known, Instance) or known.type.fullname not in _VALUED or known.last_known_value is not None:
        return type_
    found = get_proper_type(displays.with_contents(checker, item))
    is_told = isinstance(found, Instance) and found.last_known_value is not None and found.type is known.type
    return found if is_told else type_


def _items_of(checker: TypeChecker, whole: Expression) -> list[Type] | None:
    match whole:
        case ListExpr(items=items) | TupleExpr(items=items):
            return _in_turn(checker, items)
        case OpExpr(op="+", left=left, right=right):
            first, second = _any(checker, left), _any(checker, right)
            return None if first is None or second is None else _if_few([*first, *second])
        case OpExpr(op="*", left=left, right=IntExpr(value=times)) if 0 < times <= MOST:
            repeated = _any(checker, left)
            return None if repeated is None else _if_few(repeated * times)
        case IndexExpr(base=base, index=SliceExpr(begin_index=first, end_index=last, stride=step)):
            every, bounds = _any(checker, base), [_bound(one) for one in (first, last, step)]
            return None if every is None or None in bounds else every[slice(*(one for (one,) in filter(None, bounds)))]
        case CallExpr(callee=RefExpr(fullname=copy), args=[copied], arg_kinds=[kind]):
            return _any(checker, copied) if copy in _COPIES and kind is ARG_POS else None
    return None


def _bound(written: Expression | None) -> tuple[int | None] | None:
    """The bound of a slice, which may be left out; None where that is not known."""
    match written:
        case None:
            return (None,)
        case IntExpr(value=value):
            return (value,)
        case UnaryExpr(op="-", expr=IntExpr(value=value)):
            return (-value,)
    return None


def _any(checker: TypeChecker, part: Expression) -> list[Type] | None:
    """What is in one of the parts, a list or tuple that is put together itself, or is known."""
    found = _items_of(checker, part)
    type_ = checker.lookup_type_or_none(part) if found is None else None
    return found if type_ is None else displays.held(checker, part, type_)


def _in_turn(checker: TypeChecker, items: list[Expression]) -> list[Type] | None:
    found: list[Type] = []
    for item in items:
        several = _any(checker, item.expr) if isinstance(item, StarExpr) else [displays.with_contents(checker, item)]
        if several is None:
            return None
        found += several
    return _if_few(found)


def _if_few(found: list[Type]) -> list[Type] | None:
    return found if len(found) <= MOST else None

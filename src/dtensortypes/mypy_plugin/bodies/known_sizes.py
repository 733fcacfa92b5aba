"""Sizes of the tensors that a call gives a body, where they are numbers: `if x.shape[1] > 1:`, `if len(x) == 3:`.

They are those of the parameter until the body gives it another value, in files that make no tensor another shape in
place.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from mypy.checker import TypeChecker
from mypy.nodes import AssignmentStmt, CallExpr, Expression, IndexExpr, MemberExpr, NameExpr, SliceExpr, TupleExpr
from mypy.types import Type, get_proper_type

from dtensortypes.core.facts.dim import Dim
from dtensortypes.mypy_plugin.bodies.known_types import OPAQUE, Opaque
from dtensortypes.mypy_plugin.changes.reshaping import is_concerned
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import trees, watch
from dtensortypes.mypy_plugin.text.computed import Unknown, applied
from dtensortypes.mypy_plugin.text.surgery import gives_sizes
from dtensortypes.mypy_plugin.types.facts_of import is_a, tensor_fact


class Sized(Opaque):
    """What stands for a tensor of this many dims, of which some are known numbers."""

    __slots__ = ("dims",)

    def __init__(self, dims: tuple[Any, ...]) -> None:
        self.dims = dims


def with_sizes(checker: TypeChecker, value: Any, type_: Type) -> Any:
    """What is known of an argument; of a tensor, its sizes."""
    proper = get_proper_type(type_)
    fact = tensor_fact(proper) if value is OPAQUE and is_a(proper, names.TENSOR) else None
    dims = fact.shape.dims if fact is not None else None
    found = tuple(one.constant if isinstance(one, Dim) else None for one in dims or ())
    if all(one is None for one in found) or _may_be_reshaped(checker):
        return value
    return Sized(tuple(OPAQUE if one is None else one for one in found))


def _may_be_reshaped(checker: TypeChecker) -> bool:
    """Whether the file at work reshapes tensors in place, or the one at hand: such a one has all answers for itself."""
    at_hand = watch(checker.errors, checker.modules).at_hand
    if at_hand is None or at_hand is checker or not is_concerned(at_hand.tree):
        return is_concerned(checker.tree)
    return any(map(is_concerned, trees(checker)))  # which says that the file at hand was asked


def size(expression: Expression, given: Mapping[str, Any], sure: Callable[[Expression], Any]) -> Any:
    """The number, or all of them, that the expression asks a tensor for; None where that is not known."""
    try:
        match expression:
            case IndexExpr(base=base, index=index) if not isinstance(index, SliceExpr):
                found = applied(operator.getitem, _sizes(base, given), sure(index))
            case CallExpr(callee=MemberExpr(), args=[index]):
                found = applied(operator.getitem, _sizes(expression, given), sure(index))
            case CallExpr(callee=NameExpr(fullname="builtins.len"), args=[NameExpr(name=name)]):
                held = given.get(name)
                found = held.dims[0] if isinstance(held, Sized) and held.dims else OPAQUE
            case _:
                found = _sizes(expression, given)
    except Unknown:
        return None
    return None if found is OPAQUE or (isinstance(found, tuple) and OPAQUE in found) else found


def taken_apart(statement: object, given: Mapping[str, Any]) -> dict[str, Any]:
    """What each variable is of `b, n, _ = x.shape`."""
    match statement:
        case AssignmentStmt(lvalues=[TupleExpr(items=targets)], rvalue=value):
            try:
                found = _sizes(value, given)
            except Unknown:
                return {}
            pairs = zip(targets, found, strict=False) if len(targets) == len(found) else ()
            return {one.name: each for one, each in pairs if isinstance(one, NameExpr)}
    return {}


def _sizes(expression: Expression, given: Mapping[str, Any]) -> tuple[Any, ...]:
    match expression:
        case (
            MemberExpr(expr=NameExpr(name=name), name=word)
            | CallExpr(callee=MemberExpr(expr=NameExpr(name=name), name=word))
        ) if isinstance(held := given.get(name), Sized) and gives_sizes(word):
            return held.dims
    raise Unknown

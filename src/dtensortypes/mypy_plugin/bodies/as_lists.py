"""Tuples that may be lists, as a batch is: of those that a body tells apart, or stores into, nothing is known."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncDef
from mypy.types import CallableType, TupleType, Type, get_proper_type

from dtensortypes.mypy_plugin.text.list_or_tuple import is_told_apart, told_apart
from dtensortypes.mypy_plugin.text.scope import current_body
from dtensortypes.mypy_plugin.types.types_of import anything


def as_given(function: FuncDef, signature: CallableType) -> CallableType:
    """The signature that the function's body is read with."""
    told = told_apart(function.body.body)
    if not told:
        return signature
    pairs = zip(function.arguments, signature.arg_types, strict=True)
    given = [anything() if one.variable.name in told and _is_tuple(type_) else type_ for one, type_ in pairs]
    return signature.copy_modified(arg_types=given)


def as_taken(checker: TypeChecker, item: Type | None, place: Expression | None) -> Type | None:
    """The item that a loop takes out of what is at the place; None where that is told apart."""
    is_other = item is not None and _is_tuple(item) and place and is_told_apart(current_body(checker), place)
    return None if is_other else item


def _is_tuple(type_: Type) -> bool:
    return isinstance(get_proper_type(type_), TupleType)

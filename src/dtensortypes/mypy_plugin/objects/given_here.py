"""Attributes of an object that a function has made: the names of dims in what it has given them are its own."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import LDEF, CallExpr, Context, MemberExpr, NameExpr
from mypy.types import Type
from mypy.types_utils import remove_optional

from dtensortypes.mypy_plugin.objects import fields, objects
from dtensortypes.mypy_plugin.text.scope import assigned, current_function


def given_here(checker: TypeChecker, place: Context, found: Type) -> bool:
    """Whether the attribute is what this function itself has given to an object that it has made."""
    if not isinstance(place, MemberExpr) or not isinstance(place.expr, NameExpr) or place.expr.kind != LDEF:
        return False
    function = current_function(checker)
    given = assigned(function.body.body, place.expr.node) if function is not None else []
    is_made = len(given) == 1 and isinstance(given[0][1], CallExpr) and objects.is_class(checker, given[0][1].callee)
    return is_made and fields.held(checker, place) in {found, remove_optional(found)}

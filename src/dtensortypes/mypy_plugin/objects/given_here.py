"""Attributes that a function itself has given: of an object that it has made the names of dims are its own."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import LDEF, CallExpr, Context, MemberExpr, NameExpr
from mypy.types import Type, flatten_nested_unions
from mypy.types_utils import remove_optional

from dtensortypes.mypy_plugin.objects import fields, objects
from dtensortypes.mypy_plugin.text.scope import assigned, current_function
from dtensortypes.mypy_plugin.types.compare import has_tensor
from dtensortypes.mypy_plugin.types.retype import narrowed


def given_here(checker: TypeChecker, place: Context, found: Type) -> bool:
    """Whether the attribute is what this function itself has given to an object that it has made."""
    if not isinstance(place, MemberExpr) or not isinstance(place.expr, NameExpr) or place.expr.kind != LDEF:
        return False
    function = current_function(checker)
    given = assigned(function.body.body, place.expr.node) if function is not None else []
    is_made = len(given) == 1 and isinstance(given[0][1], CallExpr) and objects.is_class(checker, given[0][1].callee)
    return is_made and fields.held(checker, place) in {found, remove_optional(found)}


def is_one_of_several(checker: TypeChecker, place: Context) -> bool:
    """Whether the body has given the attribute one of several tensors.

    Of these mypy would drop what it does not see to be such as all methods of the class give together.
    """
    known = narrowed(checker, place) if isinstance(place, MemberExpr) else None
    return known is not None and len([one for one in flatten_nested_unions([known]) if has_tensor(one)]) > 1

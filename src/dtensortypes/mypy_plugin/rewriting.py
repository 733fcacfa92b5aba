"""Types rewritten: the base of everything that changes the tensors inside a type."""

from __future__ import annotations

from mypy.type_visitor import TypeTranslator
from mypy.types import Type, TypeAliasType, get_proper_type


class Rewriting(TypeTranslator):
    """Rewrites the tensors in a type."""

    def visit_type_alias_type(self, t: TypeAliasType, /) -> Type:
        return t if t.is_recursive else get_proper_type(t).accept(self)

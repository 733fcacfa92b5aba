"""Types rewritten: the base of everything that changes the tensors inside a type."""

from __future__ import annotations

from mypy.type_visitor import TypeTranslator
from mypy.types import Instance, Type, TypeAliasType, get_proper_type

from dtensortypes.mypy_plugin import names
from dtensortypes.mypy_plugin.types_of import anything


class Rewriting(TypeTranslator):
    """Rewrites the tensors in a type."""

    def visit_type_alias_type(self, t: TypeAliasType, /) -> Type:
        return t if t.is_recursive else get_proper_type(t).accept(self)


class _Forgetting(Rewriting):
    """Forgets all that is known of the tensors and modules in a type."""

    def visit_instance(self, t: Instance, /) -> Type:
        if t.type.fullname in {names.TENSOR, names.PARAMETER}:
            return t.copy_modified(args=[anything() for _ in t.args])
        if t.type.fullname in {names.DTYPE, names.DEVICE}:
            return t.copy_modified(args=[anything() for _ in t.args])
        if t.type.has_base(names.MODULE) and len(t.args) >= 3:
            return t.copy_modified(args=[*t.args[:-3], *(anything() for _ in range(3))])
        return super().visit_instance(t)


def forgotten() -> Rewriting:
    """The rewriting that forgets all that is known of tensors, modules, dtypes and devices."""
    return _Forgetting()

"""Types whose dims are said in other names: of a call's result in the caller's, of a field in none."""

from __future__ import annotations

from mypy.types import Instance, Type

from dtensortypes.core.algebra.unify import Bindings, instantiate
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.types.facts_of import pattern_fact
from dtensortypes.mypy_plugin.types.rewriting import Rewriting
from dtensortypes.mypy_plugin.types.types_of import Types


def instantiated(types: Types, type_: Type, bindings: Bindings) -> Type:
    """The type, each dim of its tensors as the bindings have it; one that they do not name is forgotten."""
    return type_.accept(_Instantiating(types, bindings))


class _Instantiating(Rewriting):
    def __init__(self, types: Types, bindings: Bindings) -> None:
        super().__init__()
        self.types, self.bindings = types, bindings

    def visit_instance(self, t: Instance, /) -> Type:
        if t.type.fullname != names.TENSOR or len(t.args) != 3:
            return super().visit_instance(t)
        *others, shape = t.args
        return t.copy_modified(args=[*others, self.types.shape(instantiate(pattern_fact(shape), self.bindings))])

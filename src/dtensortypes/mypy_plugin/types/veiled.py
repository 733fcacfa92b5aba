"""Modules out of a container, which mypy takes for `nn.Module` and no more, though the plugin knows which they are.

A file whose author does not use our types is to hear of them what mypy says without the plugin. So what is known of a
module stands inside of the type of an `nn.Module`, as its configuration.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.types import Instance, TupleType, Type, get_proper_type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.rewriting import Rewriting
from dtensortypes.mypy_plugin.types.types_of import Types


def veil(checker: TypeChecker, type_: Type) -> Type:
    """The type, whose modules are no more than `nn.Module` to mypy."""
    return type_.accept(_Veiling(Types(checker.modules)))


def is_any_module(type_: Type) -> bool:
    """Whether it is declared to be a module and no more: of any class, that is."""
    proper = get_proper_type(type_)
    return isinstance(proper, Instance) and proper.type.fullname == names.MODULE


def is_veiled(module: Instance) -> bool:
    """Whether more is known of the module than its type says to mypy."""
    return unveiled(module) is not module


def unveiled(module: Instance) -> Instance:
    """The module as what it is."""
    config = get_proper_type(module.args[-1]) if module.args else None
    items = config.items if isinstance(config, TupleType) else []
    inside = get_proper_type(items[0]) if len(items) == 1 else None  # other configurations are pairs
    return inside if inside is not None and is_a(inside, names.MODULE) else module


class _Veiling(Rewriting):
    def __init__(self, types: Types) -> None:
        super().__init__()
        self.types = types

    def visit_instance(self, t: Instance, /) -> Type:
        if not is_a(t, names.MODULE) or t.type.fullname == names.MODULE or len(t.args) < 3:
            return t
        config = TupleType([t], self.types.instance(names.TUPLE, t))
        return self.types.instance(names.MODULE, *t.args[-3:-1], config)

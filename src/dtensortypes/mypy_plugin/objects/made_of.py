"""What a module of the program was made of, as its type says it: the arguments stand in its configuration.

With them stands that it is of its class and of none below: of one class or the one that it derives from mypy would
keep the second, so what each was made of is another thing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.nodes import FuncDef, TypeInfo
from mypy.types import Instance, LiteralType, TupleType, Type, get_proper_type

from dtensortypes.mypy_plugin.changes.noted import each
from dtensortypes.mypy_plugin.changes.parts import as_made
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.types_of import Types, anything

_MARK: Final = "__init__"
"""What the configuration of a module of the program begins with; that of torch's layers, with a setting's name."""


def made_of(types: Types, module: Instance, given: Sequence[Type]) -> Instance:
    """The type of the module, with what its constructor was given."""
    is_derived = any(names.is_users(base.module_name) for base in module.type.mro[1:])
    mark = types.literal(f"{_MARK} {module.type.fullname}" if is_derived else _MARK)
    config = TupleType([mark, *given], types.instance(names.TUPLE, anything()))
    return module.copy_modified(args=[*module.args[:-1], config])


def is_told_by_class(info: TypeInfo) -> bool:
    """Whether a class of the same file that derives from this one, or from a base of it, gives attributes others."""
    return any(each(info, "below"))


def is_known(owner: Instance) -> bool:
    """Whether the call is known that made the object, a module or not: it is of its class then, and of none below."""
    if not is_a(owner, names.MODULE):
        return objects.arguments(owner) is not None
    config = get_proper_type(as_made(owner)) if owner.args else None
    return isinstance(config, TupleType) and bool(config.items)


def arguments(owner: Instance, init: FuncDef) -> list[Type] | None:
    """The arguments that the object was made with; None where they are not known."""
    if len(init.arguments) == 1:
        return []
    if not is_a(owner, names.MODULE):
        return objects.arguments(owner)
    config = get_proper_type(as_made(owner)) if owner.args else None
    items = config.items if isinstance(config, TupleType) else []
    mark = get_proper_type(items[0]) if items else None
    return list(items[1:]) if isinstance(mark, LiteralType) and str(mark.value).startswith(_MARK) else None

"""The text of a signature as one call fills it, by which it is told from those of other calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mypy.nodes import Decorator, FuncDef
from mypy.types import (
    CallableType,
    FunctionLike,
    Instance,
    TupleType,
    Type,
    TypeAliasType,
    TypedDictType,
    TypeType,
    UnionType,
    get_proper_type,
)

from dtensortypes.mypy_plugin.bodies.starred import as_variable
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects import objects


def spelled(signature: CallableType) -> str:
    """The signature's text, with what its objects were made of, and which functions they are: mypy's tells neither."""
    return " ".join([str(signature), *(part for type_ in signature.arg_types for part in _made_of(type_))])


def _made_of(type_: Type) -> Iterator[str]:
    """What the object, or what is in the tuple, list, dict or union, was made of, and what that was made of."""
    if isinstance(type_, TypeAliasType) and type_.is_recursive:
        return  # what is declared was made of nothing
    proper = get_proper_type(as_variable(type_))
    held: Iterable[Type] = ()
    match proper:
        case FunctionLike():
            defined = [one.definition for one in proper.items]
            yield from (f"{one.fullname}:{one.line}" for one in defined if isinstance(one, FuncDef | Decorator))
        case TupleType(items=items) | UnionType(items=items):
            held = items
        case TypedDictType(items=entries):
            held = entries.values()
        case Instance(args=inside) if proper.type.fullname != names.TENSOR:
            held = inside
    made = proper.item if isinstance(proper, TypeType) else proper
    given = objects.arguments(made)
    if objects.is_made_here(made):
        yield str(given)
    for one in (*held, *(given or ())):
        yield from _made_of(one)

"""The text of a signature as one call fills it, by which it is told from those of other calls."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import Decorator, FuncDef
from mypy.types import CallableType, FunctionLike, TupleType, Type, TypeType, get_proper_type

from dtensortypes.mypy_plugin.bodies.starred import as_variable
from dtensortypes.mypy_plugin.objects import objects


def spelled(signature: CallableType) -> str:
    """The signature's text, with what its objects were made of, and which functions they are: mypy's tells neither."""
    return " ".join([str(signature), *(part for type_ in signature.arg_types for part in _made_of(type_))])


def _made_of(type_: Type) -> Iterator[str]:
    """What the object, or what is in the tuple, was made of, and what that was made of."""
    proper = get_proper_type(as_variable(type_))
    if isinstance(proper, FunctionLike):
        defined = [one.definition for one in proper.items]
        yield from (f"{one.fullname}:{one.line}" for one in defined if isinstance(one, FuncDef | Decorator))
    if isinstance(proper, TupleType):
        given: list[Type] | None = proper.items
    else:
        given = objects.arguments(proper.item if isinstance(proper, TypeType) else proper)
        if given is not None or objects.is_made_here(proper):
            yield str(given)
    for one in given or ():
        yield from _made_of(one)

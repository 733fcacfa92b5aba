"""What a call gives to `*args` and `**options`: as a tuple, and as a dict of which it is known what is in it."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.checker import TypeChecker
from mypy.nodes import ARG_STAR, ARG_STAR2, ArgKind
from mypy.types import Instance, LiteralType, TupleType, Type, UnpackType, get_proper_type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.types.types_of import Types, any_item, anything


def together(checker: TypeChecker, kind: ArgKind, given: Sequence[tuple[str | None, Type]]) -> Type:
    """The type of such a parameter in a signature, where it is given these."""
    types = Types(checker.modules)
    if kind is ARG_STAR:
        return UnpackType(TupleType([type_ for _, type_ in given], types.instance(names.TUPLE, anything())))
    word = checker.named_type("builtins.str")
    pairs = [part for name, type_ in given if name is not None for part in (LiteralType(name, word), type_)]
    return objects.made(types, types.instance("builtins.dict", word, any_item()), pairs)


def as_variable(type_: Type) -> Type:
    """The type that the parameter has as a variable, of the one that it has in the signature."""
    return get_proper_type(type_.type) if isinstance(type_, UnpackType) else type_


def as_parameter(kind: ArgKind, type_: Type) -> Type:
    """The type that it has in the signature, of the one that it has as a variable."""
    proper = get_proper_type(type_)
    return UnpackType(proper) if kind is ARG_STAR and isinstance(proper, TupleType) else type_


def is_dict(kind: ArgKind, type_: Type) -> bool:
    """Whether it is the whole dict that the type says, and not what is in it."""
    proper = get_proper_type(type_)
    is_told = isinstance(proper, Instance) and proper.type.fullname == "builtins.dict"
    return kind is ARG_STAR2 and is_told and objects.arguments(proper) is not None

"""Functions of the program that objects keep: `Images(transform=to_tensor)`, of which `self.transform(x)` is a call."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import FuncDef, MemberExpr, Var
from mypy.types import CallableType, Instance, LiteralType, Type, get_proper_type

from dtensortypes.mypy_plugin.changes.fixed import is_one_function
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.references import is_callable_by_name
from dtensortypes.mypy_plugin.types.marks import mark_of, marked
from dtensortypes.mypy_plugin.types.types_of import anything

_NAME: Final = "the function's full name"
"""The attribute in which it stands, as mypy's cache keeps no definitions; no program can have one of this name."""


def function_kept(checker: TypeChecker, place: MemberExpr, owner: Type) -> FuncDef | None:
    """The function that the attribute of this object certainly is; None where it may be another one, or a method.

    It is one of the program, or of torch's.
    """
    object_, held = get_proper_type(owner), get_proper_type(checker.lookup_type_or_none(place))
    symbol = object_.type.get(place.name) if isinstance(object_, Instance) else None
    if not isinstance(held, CallableType) or not isinstance(object_, Instance) or symbol is None:
        return None
    if not isinstance(symbol.node, Var) or symbol.node.is_initialized_in_class:
        return None
    function = known_by(checker, held)
    if function is not None and is_one_function(checker, place):
        return function
    from dtensortypes.mypy_plugin.objects import births  # whose constructors call what they are given

    made = known_by(checker, births.attribute(checker, object_, place.name, anything(), place))
    return made if function in {None, made} else None


def defined_by(checker: TypeChecker, type_: Type | None) -> FuncDef | None:
    """The function of the program, no method, that is of this type."""
    found = known_by(checker, type_)
    return found if found is not None and names.is_users(found.fullname) else None


def known_by(checker: TypeChecker, type_: Type | None) -> FuncDef | None:
    """The function, no method, that is of this type: one of the program, or an operation of torch's."""
    proper = get_proper_type(type_)
    found = (proper.definition or _by_name(checker, proper)) if isinstance(proper, CallableType) else None
    return found if isinstance(found, FuncDef) and is_callable_by_name(found) else None


def with_name(type_: CallableType, word: LiteralType) -> CallableType:
    """The function's type, with its full name where mypy's cache keeps it."""
    return marked(type_, _NAME, word)


def _by_name(checker: TypeChecker, type_: CallableType) -> object:
    word = get_proper_type(mark_of(type_, _NAME))
    module, _, name = str(word.value).rpartition(".") if isinstance(word, LiteralType) else ("", "", "")
    symbol = checker.modules[module].names.get(name) if module in checker.modules else None
    return symbol.node if symbol else None

"""Numbers, words, dtypes and devices that an object of a plain class was made with: `agent.device`, `buffer.size`.

To mypy such an attribute is what its class says; what this one object has, its constructor made of what it was given.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Decorator, MemberExpr, Var
from mypy.types import Instance, LiteralType, TupleType, Type, get_proper_type

from dtensortypes.mypy_plugin.changes.noted import alters
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import trees
from dtensortypes.mypy_plugin.objects import fields
from dtensortypes.mypy_plugin.text.by_name import is_set_by_dict, is_set_by_name
from dtensortypes.mypy_plugin.types.facts_of import is_a

_VALUES: Final = (names.DEVICE, names.DTYPE)


def attribute(checker: TypeChecker, place: MemberExpr) -> Type | None:
    """The type of the attribute in an object that is known with what it was made of, if it is a value of this kind."""
    if (found := fields.held(checker, place)) is not None:
        return found
    from dtensortypes.mypy_plugin.objects import births  # which reads constructors by the values in them

    owner = get_proper_type(checker.lookup_type_or_none(place.expr))
    if not isinstance(owner, Instance) or not names.is_users(owner.type.fullname):
        return None
    symbol = owner.type.get(place.name)
    if symbol is not None and isinstance(symbol.node, Decorator):
        from dtensortypes.mypy_plugin.objects import own_numbers  # which reads properties by the values in them

        return own_numbers.of_property(checker, owner, place)
    if symbol is None or not isinstance(symbol.node, Var) or symbol.type is None or _may_be_set(checker, owner, place):
        return None
    from dtensortypes.mypy_plugin.objects import exactly  # which asks how an object was made

    if (constant := exactly.type_of_constant(checker, place, owner, place.name)) is not None:
        return constant if _is_value(constant, constant) else None
    found = births.as_given(checker, owner, place.name, symbol.type, place)
    return found if found is not None and _is_value(found, symbol.type) else None


def _may_be_set(checker: TypeChecker, owner: Instance, place: MemberExpr) -> bool:
    """Whether somebody gives objects of the class values by name, or they give others than they hold."""
    every = trees(checker)
    is_set = any(is_set_by_name(tree, owner.type, place.name) or is_set_by_dict(tree) for tree in every)
    return is_set or alters(owner.type)


def _is_value(type_: Type, declared: Type) -> bool:
    """Whether it is such a value, or a tuple of them; a list may be a tuple in a copy of the constructor."""
    proper, as_declared = get_proper_type(type_), get_proper_type(declared)
    if isinstance(proper, TupleType):
        is_tuple = isinstance(as_declared, TupleType) and len(as_declared.items) == len(proper.items) > 0
        return is_tuple and all(_is_value(item, item) for item in proper.items)
    if isinstance(proper, Instance) and proper.last_known_value is not None:
        return True
    return isinstance(proper, LiteralType) or any(is_a(proper, name) for name in _VALUES)

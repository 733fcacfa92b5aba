"""Objects that a body is given, and what it reads of them: `for _ in range(config.layers)`, `if opt.device == 0`."""

from __future__ import annotations

from typing import Any

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FloatExpr, FuncDef, IntExpr, MemberExpr, NameExpr, StrExpr
from mypy.types import CallableType, Instance, get_proper_type

from dtensortypes.mypy_plugin.bodies.elsewhere import home
from dtensortypes.mypy_plugin.bodies.known_types import OPAQUE, value_of
from dtensortypes.mypy_plugin.changes import disturbed
from dtensortypes.mypy_plugin.changes.fixed import value_in
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.watcher import trees
from dtensortypes.mypy_plugin.text.by_name import is_set_by_dict
from dtensortypes.mypy_plugin.text.computed import CONSTANTS, Unknown
from dtensortypes.mypy_plugin.text.scope import assigned
from dtensortypes.mypy_plugin.types.facts_of import is_a


def attribute(checker: TypeChecker, function: FuncDef, signature: CallableType, place: MemberExpr) -> Any:
    """The value of an attribute of the object that a parameter of the function is; raises Unknown."""
    from dtensortypes.mypy_plugin.objects import births  # which reads constructors by what stands here

    owner = _owner(function, signature, place.expr)
    if any(is_set_by_dict(tree) for tree in trees(checker)):
        raise Unknown
    always = _always(checker, owner, place.name)
    match always:
        case IntExpr(value=value) | FloatExpr(value=value) | StrExpr(value=value):
            return value
        case NameExpr(fullname=fullname) if fullname in CONSTANTS:
            return CONSTANTS[fullname]
    symbol = owner.type.get(place.name)
    found = births.attribute(checker, owner, place.name, symbol.type) if symbol is not None and symbol.type else None
    known = OPAQUE if found is None else value_of(found)
    if known is OPAQUE:
        raise Unknown
    return known


def _owner(function: FuncDef, signature: CallableType, expression: Expression) -> Instance:
    """The type of the object of a class of the program, other than a module, that only the caller puts there."""
    pairs = zip(function.arguments, signature.arg_types, strict=True)
    for parameter, type_ in pairs:
        if isinstance(expression, NameExpr) and parameter.variable.name == expression.name:
            owner = get_proper_type(type_)
            is_own = isinstance(owner, Instance) and names.is_users(owner.type.fullname)
            is_kept = is_own and not assigned(function.body.body, parameter.variable)
            if isinstance(owner, Instance) and is_kept and not is_a(owner, names.MODULE):
                return owner
    raise Unknown


def _always(checker: TypeChecker, owner: Instance, name: str) -> Expression | None:
    """The one value that the attribute has in all objects of the class."""
    there = home(checker, owner.type.module_name)
    if there is None or any(name in disturbed.assigned(tree) for tree in trees(checker)):
        return None
    return value_in(there.tree, owner.type, name)

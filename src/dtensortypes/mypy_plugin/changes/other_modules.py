"""Modules in attributes that may be others than the one that mypy took the attribute's type from."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Expression, FuncDef, MemberExpr, MypyFile, RefExpr, TypeInfo
from mypy.types import Instance, LiteralType, Type, flatten_nested_unions, get_proper_type

from dtensortypes.mypy_plugin.changes.disturbed import changed_place
from dtensortypes.mypy_plugin.changes.fixed import given_to_self
from dtensortypes.mypy_plugin.changes.noted import is_given_elsewhere, may_be
from dtensortypes.mypy_plugin.changes.tied import given_to_others
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.roles import is_replaced
from dtensortypes.mypy_plugin.text.scope import current_body
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.retype import narrowed
from dtensortypes.mypy_plugin.types.rewriting import unknown, unsized
from dtensortypes.mypy_plugin.types.types_of import Types, anything

_ANOTHER = "another"


def of_any_value(checker: TypeChecker, type_: Type, is_other: Callable[[Instance], bool] = lambda _: True) -> Type:
    """The type with nothing known of it; a module that may be of another class is not called like one of this."""
    found = get_proper_type(type_.accept(unknown()).accept(unsized()))
    if not is_a(found, names.MODULE) or not found.args or not is_other(found):
        return found
    return found.copy_modified(args=[*found.args[:-1], Types(checker.modules).literal(_ANOTHER)])


def one_of_several(checker: TypeChecker, place: object, module: Instance) -> Instance:
    """The module's type where it may be another one: mypy passes over what is not made as it holds the module to be."""
    here = narrowed(checker, place) if isinstance(place, MemberExpr) else None
    members = flatten_nested_unions([here]) if here is not None else []
    is_given_here = is_another(module) and (len(members) == 1 or is_replaced(current_body(checker), place))
    if not is_given_here and (not members[1:] or not any(map(is_another, members))):
        return module
    return module.copy_modified(args=[*module.args[:-1], anything()])


def is_another(type_: Type) -> bool:
    """Whether it is the type of a module that may be of another class."""
    proper = get_proper_type(type_)
    config = get_proper_type(proper.args[-1]) if isinstance(proper, Instance) and proper.args else None
    return isinstance(config, LiteralType) and config.value == _ANOTHER


def is_of_another_class(checker: TypeChecker, owner: TypeInfo, name: str, layer: Instance) -> bool:
    """Whether a method of the file puts a module of another class into the attribute than the one that mypy found."""
    bases = (base for base in owner.mro if base.module_name == checker.tree.fullname)
    methods = (symbol.node for base in bases for symbol in base.names.values())
    values = (
        value
        for method in methods
        if isinstance(method, FuncDef)
        for value in given_to_self(method.body.body).get(name, [])
    )
    return any(
        isinstance(value, CallExpr)
        and isinstance(value.callee, RefExpr)
        and isinstance(value.callee.node, TypeInfo)
        and value.callee.node is not layer.type
        for value in values
    )


def is_another_put_there(trees: Iterable[MypyFile], owner: TypeInfo, name: str, layer: Instance) -> bool:
    """Whether somebody else than the class may put a module of another class into the attribute: `net.fc = Head()`."""
    return any(
        is_given_elsewhere(tree, owner, name)
        or any(
            may_be(cls, owner) and _is_other(value, name, layer) for cls, value in given_to_others(tree).get(name, ())
        )
        for tree in trees
    )


def _is_other(value: Expression | None, name: str, layer: Instance) -> bool:
    """Whether the value may be something else than a new layer of this class, or the one that was there before."""
    made = changed_place(value) if value is not None else None
    match made:
        case MemberExpr(name=kept):
            return kept != name
        case CallExpr(callee=RefExpr(node=TypeInfo() as cls)):
            return cls is not layer.type
    return True

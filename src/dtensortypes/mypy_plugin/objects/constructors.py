"""Constructors that work on tensors: what torch refuses in their bodies for what the call of the class gives them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_STAR,
    CallExpr,
    Decorator,
    ExpressionStmt,
    FuncDef,
    MemberExpr,
    RefExpr,
    TypeInfo,
)
from mypy.types import CallableType, Instance, Type
from mypy.typevars import fill_typevars_with_any

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.bodies.bodies import is_refused
from dtensortypes.mypy_plugin.bodies.elsewhere import home
from dtensortypes.mypy_plugin.bodies.given import valued, with_arguments
from dtensortypes.mypy_plugin.bodies.helpers import report_told
from dtensortypes.mypy_plugin.bodies.initial import Given
from dtensortypes.mypy_plugin.bodies.left_out import of_default
from dtensortypes.mypy_plugin.bodies.remembered import remembered
from dtensortypes.mypy_plugin.bodies.spread import one_by_one
from dtensortypes.mypy_plugin.bodies.starred import together
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.messages import at_fault
from dtensortypes.mypy_plugin.objects import fields, objects
from dtensortypes.mypy_plugin.text.class_fields import default_of, factory_of
from dtensortypes.mypy_plugin.text.definitions import type_of
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.scope import statements
from dtensortypes.mypy_plugin.types.types_of import Types, anything

_MOST: Final = 12
"""How many bodies are looked into for one constructor."""


def report_refused(checker: TypeChecker, call: CallExpr, init: FuncDef, signature: CallableType) -> None:
    """Report what torch refuses in the constructor when it is given this."""
    if not _computes(init) or is_refused(checker, call):
        return
    found = remembered(checker, init, signature)
    if not found.problems:
        at_fault.suits(checker, call, init, None)
    report_told(checker, call, init, found)


def report_refused_at_last(checker: TypeChecker, call: CallExpr, init: FuncDef, made: Instance) -> None:
    """Report what torch refuses in the method that the constructor calls when all else is done: `self.reset()`."""
    match init.body.body[-1:]:
        case [ExpressionStmt(expr=CallExpr(callee=MemberExpr(expr=owner, name=name), args=[]))] if is_self(owner):
            method = made.type.get_method(name)
        case _:
            return
    declared = type_of(checker, method) if isinstance(method, FuncDef) and _computes(method) else None
    if declared is not None and isinstance(method, FuncDef) and len(declared.arg_types) == 1:
        found = remembered(checker, method, with_arguments(checker, declared, [made]))
        report_told(checker, call, method, found, made)


@once_per_tree
def _computes(init: FuncDef) -> bool:
    """Whether the constructor does more with tensors than to make layers and to register what it is given.

    So it does where it makes an object of the program, or calls a function of it, that does.
    """
    opened, waiting = {init}, [init]
    while waiting and len(opened) <= _MOST:
        for name, called in _called(waiting.pop()):
            if not isinstance(called, TypeInfo) and names.public(name) in ops.names():
                return True
            inner = called.get_method("__init__") if isinstance(called, TypeInfo) else called
            if isinstance(inner, FuncDef) and names.is_users(inner.fullname) and inner not in opened:
                opened.add(inner)
                waiting.append(inner)
    return False


def _called(function: FuncDef) -> Iterator[tuple[str, object]]:
    """The names of what the function calls, each with what it is."""
    calls = (part for one in statements(function.body.body) for part in expressions(one) if isinstance(part, CallExpr))
    for call in calls:
        match call.callee:
            case MemberExpr(expr=owner, name=name) if is_self(owner) and function.info:
                found = function.info.get_method(name)
                yield "", found.func if isinstance(found, Decorator) else found
            case RefExpr(fullname=fullname, node=node):
                yield fullname, node


def given_to_fields(checker: TypeChecker, call: CallExpr, info: TypeInfo, filled: Mapping[str, bool]) -> list[Type]:
    """The types of a dataclass's fields in the object that the call makes."""
    passed = one_by_one(call, partial(valued, checker))
    if passed is None:
        return []
    for base in info.mro:
        home(checker, base.module_name)  # which gives a class of another file its defaults back
    in_order = (name for name, is_by_name in filled.items() if not is_by_name)
    given = {word or next(in_order, ""): type_ for word, type_ in zip(passed.words, passed.types, strict=True)}
    return [given[name] if name in given else _left_out(checker, info, name) for name in filled]


def _left_out(checker: TypeChecker, info: TypeInfo, name: str) -> Type:
    """The type of a field's default; of a dataclass that is its factory, as an object of all its own defaults."""
    default, factory = default_of(info, name), factory_of(info, name)
    cls = factory.node if isinstance(factory, RefExpr) else None
    if isinstance(cls, TypeInfo) and (filled := fields.of_class(cls)):
        home(checker, cls.module_name)
        made, given = fill_typevars_with_any(cls), [_left_out(checker, cls, one) for one in filled]
        return objects.made(Types(checker.modules), made, given) if isinstance(made, Instance) else anything()
    type_ = of_default(checker, default) or (checker.lookup_type_or_none(default) if default is not None else None)
    return anything() if type_ is None else type_


def spread(checker: TypeChecker, init: FuncDef, passed: Given) -> list[Type]:
    """The types of the constructor's parameters where this is passed; of one that is left out, of its default."""
    positions, named = [type_ for name, type_ in passed if name is None], dict(passed)
    own = {parameter.variable.name for parameter in init.arguments}
    others = [(name, type_) for name, type_ in passed if name is not None and name not in own]
    types: list[Type] = []
    for place, parameter in enumerate(init.arguments[1:]):
        if parameter.kind.is_star():
            rest = [(None, type_) for type_ in positions[place:]] if parameter.kind is ARG_STAR else others
            types.append(together(checker, parameter.kind, rest))
            continue
        given = positions[place] if place < len(positions) else named.get(parameter.variable.name)
        types.append(given or of_default(checker, parameter.initializer) or anything())
    return types

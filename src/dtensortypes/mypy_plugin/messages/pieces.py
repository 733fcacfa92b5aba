"""What is `Any` to mypy by itself of something that has parts, each with a type of its own: a tuple, or a named one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ForStmt,
    FuncDef,
    ListExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    StarExpr,
    Statement,
    TupleExpr,
    Var,
)
from mypy.types import AnyType, CallableType, Instance, ProperType, TupleType, get_proper_type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.loops import apart
from dtensortypes.mypy_plugin.text.scope import assigned, singles
from dtensortypes.mypy_plugin.text.unpacked import paths
from dtensortypes.mypy_plugin.types.facts_of import is_a


class Telling(Protocol):
    """Who tells of the expressions of a body whether they are `Any`."""

    @property
    def body(self) -> list[Statement]: ...

    def is_way(self, expression: Expression) -> bool: ...

    def has_any_items(self, iterable: Expression) -> bool: ...

    def type_of(self, expression: Expression) -> ProperType | None: ...


def is_any_unpacked(native: Telling, statement: AssignmentStmt, variable: Var) -> bool:
    """Whether what the statement unpacks into the variable, or attribute, is."""
    found = [path for target in statement.lvalues for path in paths(target, _of(variable))]
    return native.has_any_items(statement.rvalue) or any(is_any_part(native, statement.rvalue, path) for path in found)


def is_any_counted(native: Telling, loop: ForStmt, variable: Var) -> bool:
    """Whether what the loop gives the variable in each round is."""
    is_it = _of(variable)
    pairs = [(target, one) for target, one in apart(loop.index, loop.expr) if any(map(is_it, singles(target)))]
    return bool(pairs) and all(
        native.has_any_items(one) or any(_is_any_of_each(native, one, path) for path in paths(target, is_it))
        for target, one in pairs
    )


def _of(variable: Var) -> Callable[[Expression], bool]:
    """Whether a place is that of the variable, or of the attribute of an object of its class."""
    if variable.info:
        return lambda part: isinstance(part, MemberExpr) and part.name == variable.name
    return lambda part: isinstance(part, NameExpr) and part.node is variable


def _is_any_of_each(native: Telling, whole: Expression, path: tuple[int, ...]) -> bool:
    if isinstance(whole, TupleExpr | ListExpr):
        return bool(whole.items) and all(is_any_part(native, item, path) for item in whole.items)
    type_ = native.type_of(whole)
    if not isinstance(type_, Instance) or is_a(type_, names.MODULE):
        return False  # a module's arguments are what the plugin knows of it, and not its items
    return bool(type_.args) and _is_declared_any(get_proper_type(type_.args[0]), path)


def is_any_part(native: Telling, whole: Expression, path: tuple[int, ...]) -> bool:
    """Whether what is in the whole under the first index, in that under the second one, and so on, is."""
    if not path:
        return native.is_way(whole)
    match whole:
        case TupleExpr(items=items) if path[0] < len(items):
            is_spread = any(isinstance(item, StarExpr) for item in items)
            return not is_spread and is_any_part(native, items[path[0]], path[1:])
        case NameExpr(node=variable):
            given = [value for _, value in assigned(native.body, variable)]
            if given and all(isinstance(value, TupleExpr) for value in given):
                return all(is_any_part(native, value, path) for value in given if value is not None)
        case CallExpr(callee=RefExpr(node=FuncDef(type=CallableType(ret_type=made)))):
            return _is_declared_any(get_proper_type(made), path)
    return _is_declared_any(native.type_of(whole), path)


def _is_declared_any(whole: ProperType | None, path: tuple[int, ...]) -> bool:
    """Whether the part is declared so, of which the plugin knows more: by the class of a named tuple."""
    if not path or not isinstance(whole, TupleType):
        return not path and isinstance(whole, AnyType)
    declared = whole.partial_fallback.type.tuple_type or whole
    return path[0] < len(declared.items) and _is_declared_any(get_proper_type(declared.items[path[0]]), path[1:])

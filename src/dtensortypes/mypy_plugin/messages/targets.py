"""What a message is about: the statement on its line, its value, and the place that gets it."""

from __future__ import annotations

import re
from typing import Final

from mypy.checker import TypeChecker
from mypy.errorcodes import ASSIGNMENT
from mypy.errors import ErrorInfo
from mypy.nodes import (
    AssignmentStmt,
    ClassDef,
    DictExpr,
    Expression,
    IndexExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    ReturnStmt,
    SetExpr,
    Statement,
    Var,
)
from mypy.types import Instance, get_proper_type

from dtensortypes.mypy_plugin.text.definitions import is_made_up
from dtensortypes.mypy_plugin.text.expressions import lines
from dtensortypes.mypy_plugin.text.scope import function_at, statements

_OF_BASE: Final = r', base class "([^"]+)" defined the type as '


def inferred_target(tree: MypyFile, info: ErrorInfo, checker: TypeChecker | None) -> Var | None:
    """The variable or attribute that is assigned to, if mypy made up its type from its first value."""
    place = target(tree, info.line)
    node = place.node if place else None
    if place is not None and (above := _inherited(tree, info, place.name)):
        node = above
    elif isinstance(place, MemberExpr):
        known = checker.lookup_type_or_none(place.expr) if checker else None
        if known is None and isinstance(place.expr, NameExpr) and isinstance(place.expr.node, Var):
            known = place.expr.node.type
        owner = get_proper_type(known)
        symbol = owner.type.get(place.name) if isinstance(owner, Instance) else None
        node = symbol.node if symbol else node
    return node if isinstance(node, Var) and is_made_up(node) else None


def is_item_of_value(tree: MypyFile, info: ErrorInfo) -> bool:
    """Whether it is about an item of a list or dict that is assigned."""
    match value_at(tree, info.line):
        case ListExpr(items=items) | SetExpr(items=items):
            values = items
        case DictExpr(items=pairs):
            values = [value for _, value in pairs]
        case _:
            return False
    return any((one.line, one.column) == (info.line, info.column) for one in values)


def _inherited(tree: MypyFile, info: ErrorInfo, name: str) -> Var | None:
    """The attribute as a base class has it, where it is about that, or about items of what a class gives it."""
    cls, base = _class_at(tree, info.line), re.search(_OF_BASE, info.message)
    if cls is None or (base is None and (info.code is ASSIGNMENT or function_at(tree, info.line) is not None)):
        return None
    bases = [one for one in cls.info.mro[1:] if base is None or base[1] in {one.name, one.fullname}]
    nodes = [one.names[name].node for one in bases if name in one.names]
    return next((node for node in nodes if isinstance(node, Var)), None)


def _class_at(tree: MypyFile, line: int) -> ClassDef | None:
    """The innermost class that the line is in."""
    found, inside = None, tree.defs
    while around := [one for one in statements(inside) if isinstance(one, ClassDef) and line in lines(one)]:
        found, inside = around[-1], around[-1].defs.body
    return found


def value_at(tree: MypyFile, line: int) -> Expression | None:
    """What the statement on the line returns or assigns."""
    statement = statement_at(tree, line)
    match statement:
        case ReturnStmt(expr=value):
            return value
        case AssignmentStmt(rvalue=value):
            return value
    return None


def statement_at(tree: MypyFile, line: int) -> Statement | None:
    """The return or assignment that the line is in."""
    function, cls = function_at(tree, line), _class_at(tree, line)
    body = cls.defs.body if cls is not None else tree.defs
    for statement in statements(function.body.body if function else body):
        if isinstance(statement, ReturnStmt | AssignmentStmt) and line in lines(statement):
            return statement
    return None


def target(tree: MypyFile, line: int) -> NameExpr | MemberExpr | None:
    """The variable or attribute that is assigned to, or into."""
    statement = statement_at(tree, line)
    place = statement.lvalues[0] if isinstance(statement, AssignmentStmt) else None
    while isinstance(place, IndexExpr):
        place = place.base
    return place if isinstance(place, NameExpr | MemberExpr) else None

"""Defaults that mypy refuses because of what the plugin knows: of a `defaultdict`, and of undeclared parameters.

Of a `defaultdict` mypy wants one of a tensor annotated, whose class is generic by the plugin alone.
"""

from __future__ import annotations

import re
from typing import Final

from mypy.errors import ErrorInfo
from mypy.literals import literal_hash
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    DictExpr,
    Expression,
    FloatExpr,
    FuncDef,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    Statement,
    StrExpr,
    TupleExpr,
    TypeInfo,
)

from dtensortypes.mypy_plugin.text.definitions import is_bound
from dtensortypes.mypy_plugin.text.expressions import expressions, gathered
from dtensortypes.mypy_plugin.text.scope import function_at, statements

_OF_PARAMETER: Final = r'Incompatible default for (?:parameter|argument) "(\w+)"'


def gets_default(body: list[Statement], statement: Statement, info: ErrorInfo) -> bool:
    """Whether it is `d = defaultdict(lambda: x)`, and the next that the body does with d is to put something into it.

    Mypy waits for that if the values are of a class that is not generic, as a tensor's is by the plugin alone.
    """
    match statement:
        case AssignmentStmt(
            lvalues=[place],
            rvalue=CallExpr(callee=RefExpr(fullname="collections.defaultdict"), args=[LambdaExpr() as default]),
        ) if not _is_pythons(default.expr()):
            later = (one for one in body if one.line > statement.line)
            first = next((one for one in later if any(is_same(part, place) for part in expressions(one))), None)
            return statement.line == info.line and (isinstance(place, MemberExpr) or _is_filling(first, place))
    return False


def _is_pythons(default: Expression) -> bool:
    """Whether it is one of Python's own values: of `[]`, or `1.0` before a `d[k] = 0`, mypy wants an annotation.

    So it does of a tuple, whatever is in it.
    """
    match default:
        case TupleExpr() | ListExpr() | DictExpr() | FloatExpr() | IntExpr() | StrExpr() | NameExpr(name="None"):
            return True
        case CallExpr(callee=RefExpr(node=TypeInfo(module_name="builtins" | "collections"))):
            return True
    return False


def _is_filling(statement: Statement | None, place: Expression) -> bool:
    match statement:
        case AssignmentStmt(lvalues=[IndexExpr(base=base)], rvalue=value):
            return is_same(base, place) and not any(is_same(part, place) for part in gathered(value))
    return False


def is_same(one: Expression, other: Expression) -> bool:
    return literal_hash(one) is not None and literal_hash(one) == literal_hash(other)


def is_of_undeclared(info: ErrorInfo, tree: MypyFile) -> bool:
    """Whether mypy refuses the default of a parameter that is not declared, of a lambda or a function."""
    if not (said := re.match(_OF_PARAMETER, info.message)):
        return False
    function = function_at(tree, info.line)
    parameters = [one for one in function.arguments if one.variable.name == said[1]] if function else []
    if any(one.type_annotation is None and one.line == info.line for one in parameters):
        return not (function and _is_self(function, said[1]))
    every = (part for one in statements(function.body.body if function else tree.defs) for part in expressions(one))
    return any(isinstance(part, LambdaExpr) and part.line == info.line for part in every)


def _is_self(function: FuncDef, parameter: str) -> bool:
    """Whether it is a method's own object, whose type mypy knows of itself."""
    return is_bound(function) and function.arguments[0].variable.name == parameter

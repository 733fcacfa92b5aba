"""Functions that ask for None, as the question that they ask: `if exists(mask)` is `if mask is not None`.

Mypy narrows a variable by the question, and not by a function without annotations that asks it.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_POS,
    CallExpr,
    ComparisonExpr,
    Expression,
    FuncDef,
    MemberExpr,
    NameExpr,
    RefExpr,
    ReturnStmt,
)
from mypy.types import CallableType

from dtensortypes.core.rules.repeated import once_per_object
from dtensortypes.mypy_plugin.bodies.elsewhere import is_open
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.expressions import expressions, without_docstring
from dtensortypes.mypy_plugin.text.rewritten import at, inside, replace_in, written
from dtensortypes.mypy_plugin.text.scope import statements, targets
from dtensortypes.mypy_plugin.types.facts_of import is_a, plain

_OF_FUNCTIONS: Final = frozenset({f"builtins.{callable.__name__}", "inspect.isfunction"})
"""What is false of a tensor."""


def ask_for_none(checker: TypeChecker, function: FuncDef, copied: FuncDef) -> None:
    """Put the questions into the copy of the function, for which its parameters have their types."""
    if not _asks(function):
        return
    body = list(inside(copied.body.body))
    given = {target.name for one in body for target, _ in targets(one) if isinstance(target, NameExpr)}
    signature = copied.type
    assert isinstance(signature, CallableType)
    types = dict(zip(function.arg_names, signature.arg_types, strict=True))
    tensors = {name for name, type_ in types.items() if name and name not in given and is_a(plain(type_), names.TENSOR)}
    for statement in body:
        replace_in(statement, partial(_question, checker, tensors))


@once_per_object
def _asks(function: FuncDef) -> bool:
    """Whether the function calls one that may be such a question."""
    calls = (part for one in statements(function.body.body) for part in expressions(one) if isinstance(part, CallExpr))
    return any(
        isinstance(call.callee, RefExpr)
        and len(call.args) == 1
        and (isinstance(call.callee.node, FuncDef) or call.callee.fullname in _OF_FUNCTIONS)
        for call in calls
    )


def _question(checker: TypeChecker, tensors: set[str], part: Expression) -> Expression | None:
    """What is put into the place of a call."""
    match part:
        case CallExpr(callee=RefExpr(fullname=name), args=[NameExpr(name=variable)]) if name in _OF_FUNCTIONS:
            return written(checker, value=False, place=part) if variable in tensors else None
        case CallExpr(callee=RefExpr(node=FuncDef() as asked), args=[given], arg_kinds=[kind]) if kind is ARG_POS:
            operator = _operator(checker, asked) if isinstance(given, NameExpr | MemberExpr) else ""
            none = written(checker, None, part)
            return at(part, ComparisonExpr([operator], [given, none])) if operator and none else None
    return None


def _operator(checker: TypeChecker, asked: FuncDef) -> str:
    """The operator by which a function of the program compares what it is given with None; empty of any other one."""
    if asked.info or asked.is_conditional or not names.is_users(asked.fullname) or not is_open(checker, asked):
        return ""
    if len(asked.arguments) != 1:
        return ""
    match without_docstring(asked.body.body):
        case [ReturnStmt(expr=ComparisonExpr(operators=["is" | "is not" as operator], operands=[one, none]))]:
            is_own = isinstance(one, NameExpr) and one.name == asked.arguments[0].variable.name
            is_none = isinstance(none, NameExpr) and none.fullname == "builtins.None"
            return operator if is_own and is_none else ""
    return ""

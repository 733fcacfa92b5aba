"""Functions as values: names by which they can be called wherever they have got to, those of lambdas among them.

A lambda that speaks of a variable of the function around it has none: that may have changed by the time of the call.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    GDEF,
    LDEF,
    Context,
    Decorator,
    Expression,
    FloatExpr,
    FuncDef,
    IntExpr,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OverloadedFuncDef,
    RefExpr,
    StrExpr,
)
from mypy.types import CallableType, Type, get_proper_type

from dtensortypes.core import ops
from dtensortypes.core.rules.repeated import once_per_object
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.text.expressions import expressions

_LAMBDA: Final = "lambda"
"""The name of a lambda as a function, as no other one can have."""
_PLAIN: Final = (IntExpr, FloatExpr, StrExpr)


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the program's, or of torch's, that is no method."""

    fullname: str
    place: NameExpr | MemberExpr = field(compare=False)
    """Its name."""


def function_of(checker: TypeChecker, expression: Expression) -> Function | None:
    """The function that the expression, of this file, is in any case; None of others."""
    if isinstance(expression, LambdaExpr):
        function = as_function(checker.tree, expression)
        return None if function is None else defined(function, expression)
    if not isinstance(expression, NameExpr | MemberExpr) or expression.kind != GDEF:
        return None
    node = expression.node
    is_own = isinstance(node, FuncDef | OverloadedFuncDef | Decorator) and not node.info
    is_own = is_own and names.is_users(expression.fullname)
    return Function(expression.fullname, expression) if is_own or _is_torchs(expression.fullname) else None


def defined(function: FuncDef, place: Context) -> Function:
    """The function of this definition, by its name."""
    name = NameExpr(function.name)
    name.set_line(place)
    name.kind, name.node, name.fullname = GDEF, function, function.fullname
    return Function(function.fullname, name)


def is_callable_by_name(function: FuncDef) -> bool:
    """Whether it is a function, no method, of the program, or an operation of torch's."""
    return not function.info and (names.is_users(function.fullname) or _is_torchs(function.fullname))


def is_of_function(callee: Expression, type_: Type | None) -> bool:
    """Whether a function is called, and no class, by its own name or by that of a parameter: `conv(3, 8)`."""
    if isinstance(callee, RefExpr) and isinstance(callee.node, FuncDef | Decorator | OverloadedFuncDef):
        return True
    held = get_proper_type(type_)
    return isinstance(held, CallableType) and not held.is_type_obj() and isinstance(held.definition, FuncDef)


def as_function(tree: MypyFile, expression: LambdaExpr) -> FuncDef | None:
    """The lambda of this file as a function; None where it is one of the function around it."""
    function = _function(expression)
    if function is not None:
        function._fullname = f"{tree.fullname}.{_LAMBDA} {expression.line}:{expression.column}"
    return function


def is_lambda(function: FuncDef) -> bool:
    """Whether the function is such a lambda."""
    return function.name == _LAMBDA


def _is_torchs(fullname: str) -> bool:
    return names.public(fullname) in ops.names()


@once_per_object
def _function(expression: LambdaExpr) -> FuncDef | None:
    own = {one.variable for one in expression.arguments}
    parts: list[Expression] = expressions(expression)
    is_closed = all(part.node in own for part in parts if isinstance(part, NameExpr) and part.kind == LDEF)
    begun = (one.initializer for one in expression.arguments)
    if not is_closed or not all(one is None or isinstance(one, _PLAIN) for one in begun):
        return None
    function = FuncDef(_LAMBDA, expression.arguments, expression.body)
    function.set_line(expression)
    return function

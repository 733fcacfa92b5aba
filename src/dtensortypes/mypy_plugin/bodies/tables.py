"""Functions in lists and dicts that are only read, called where they stand: `ACTIVATIONS["relu"](x)`."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncDef, IndexExpr, LambdaExpr, NameExpr
from mypy.types import CallableType, Type

from dtensortypes.mypy_plugin.bodies import displays
from dtensortypes.mypy_plugin.objects.kept_functions import known_by
from dtensortypes.mypy_plugin.text.expressions import lines
from dtensortypes.mypy_plugin.text.references import Function, defined, function_of
from dtensortypes.mypy_plugin.text.rewritten import duplicate
from dtensortypes.mypy_plugin.text.scope import constant_value, current_function


def function_called(checker: TypeChecker, callee: Expression) -> Expression | None:
    """The lambda that a variable always is, or the function that a list or dict has: as itself, or by its name."""
    held: Expression | Type | None = constant_value(checker, callee) if isinstance(callee, NameExpr) else callee
    if isinstance(held, IndexExpr):
        function, held = _in_table(checker, held)
        return duplicate(function.place) if function is not None else held if isinstance(held, LambdaExpr) else None
    if not isinstance(held, LambdaExpr):
        return None
    around = current_function(checker)
    is_elsewhere = around is not None and held.line not in lines(around)
    known = function_of(checker, held) if is_elsewhere else None
    return held if known is None else known.place


def asked_for(checker: TypeChecker, place: IndexExpr, type_: CallableType) -> CallableType:
    """The type of such a function with a name, by which mypy asks for a call of it."""
    function, held = _in_table(checker, place)
    if function is None and not isinstance(held, LambdaExpr):
        return type_
    return _with_definition(type_, function).copy_modified(name=function.place.name if function else "lambda")


def told_apart(checker: TypeChecker, expression: Expression, type_: CallableType) -> CallableType:
    """The type of a lambda, or of what is in a table, as that of a function of its own; of others mypy can't tell."""
    if isinstance(expression, IndexExpr):
        return _with_definition(type_, _in_table(checker, expression)[0])
    return _with_definition(type_, function_of(checker, expression) if isinstance(expression, LambdaExpr) else None)


def _with_definition(type_: CallableType, function: Function | None) -> CallableType:
    """The type as that of this function, where mypy knows that by one definition."""
    node = function.place.node if function is not None else None
    return type_.copy_modified(definition=node if isinstance(node, FuncDef) else None)


def _in_table(checker: TypeChecker, place: IndexExpr) -> tuple[Function | None, Expression | Type | None]:
    """The function that is certainly at this place of a list or dict, and what is said of it there."""
    found = displays.item(checker, place)
    if isinstance(found, Expression):
        return function_of(checker, found), found
    function = known_by(checker, found)
    return None if function is None else defined(function, place), found

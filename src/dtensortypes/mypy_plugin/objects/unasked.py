"""Parameters that a body has asked of what class they are: mypy makes another type of theirs, which carries nothing."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Expression, NameExpr, Var
from mypy.types import Instance, Type, get_proper_type

from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.text.definitions import is_parameter
from dtensortypes.mypy_plugin.text.reaching import is_as_given
from dtensortypes.mypy_plugin.text.scope import assigned, current_function


def unasked(checker: TypeChecker, expression: Expression, type_: Type) -> Type:
    """The type of a parameter as it is given, with what it was made of: behind `if type(norm) == partial`, too."""
    proper, function = get_proper_type(type_), current_function(checker)
    if not isinstance(proper, Instance) or not isinstance(expression, NameExpr):
        return type_
    given = get_proper_type(expression.node.type) if isinstance(expression.node, Var) else None
    if function is None or not is_parameter(expression.node, function) or not isinstance(given, Instance):
        return type_
    others = assigned(function.body.body, expression.node)
    is_given = not others or is_as_given(function.body.body, others, expression)
    is_forgotten = objects.arguments(proper) is None and objects.arguments(given) is not None
    return given if is_given and is_forgotten and given.type is proper.type else type_

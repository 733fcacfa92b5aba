"""Numbers that a variable is given anew: `n = n // 2`, `width *= 2`. Mypy forgets which numbers they are."""

from __future__ import annotations

from collections.abc import Callable

from mypy.checker import TypeChecker
from mypy.nodes import (
    Expression,
    GeneratorExpr,
    LambdaExpr,
    ListComprehension,
    NameExpr,
    OperatorAssignmentStmt,
    SetComprehension,
    Statement,
)

from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.definitions import is_parameter
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.loops import is_carried
from dtensortypes.mypy_plugin.text.reaching import reached
from dtensortypes.mypy_plugin.text.scope import assigned, current_body, current_function, shared, statements


def counted_on(
    checker: TypeChecker,
    name: NameExpr,
    typed: Callable[[Expression], Value],
    calculated: Callable[[str, Value, Value], Value],
) -> Value:
    """The number that the variable was certainly given last in the body at hand; UNKNOWN where it is no such one.

    `typed` tells what an expression is, `calculated` what an operator makes of two values.
    """
    body = current_body(checker)
    given = assigned(body, name.node)
    is_again = len(given) > (not is_parameter(name.node, current_function(checker)))
    if not is_again or name.name in shared(checker.tree.defs) or id(name) in _read_later(body):
        return UNKNOWN
    value: Value = UNKNOWN
    last = reached(body, given, name)
    if last is not None and is_carried(body, last[0]):
        return UNKNOWN  # of a round that mypy has not seen yet it is another one
    match last:
        case OperatorAssignmentStmt(op=op, lvalue=NameExpr() as before, rvalue=by), _:
            value = calculated(op, typed(before), typed(by))
        case _, Expression() as written:
            value = typed(written)
    return value if type(value) in {int, float} else UNKNOWN


@once_per_tree
def _read_later(body: list[Statement]) -> frozenset[int]:
    """The places that are read where a lambda is called, or a generator gone through, and not where they stand."""
    every = [part for statement in statements(body) for part in expressions(statement)]
    at_once = {id(part.generator) for part in every if isinstance(part, ListComprehension | SetComprehension)}
    later = (p for p in every if isinstance(p, LambdaExpr | GeneratorExpr) and id(p) not in at_once)
    return frozenset(id(inner) for part in later for inner in expressions(part))

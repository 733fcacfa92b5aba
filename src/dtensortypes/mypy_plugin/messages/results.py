"""What a function gives for the arguments of one call, against what it declares to give for them.

A body whose sizes have names alone may be right; with the numbers of a call it is not, and neither is the function.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncDef, ReturnStmt
from mypy.types import Type

from dtensortypes.core.problems import REFUSALS, Problem, returned
from dtensortypes.mypy_plugin.messages.proved import placed
from dtensortypes.mypy_plugin.text.scope import current_function, own_names, statements
from dtensortypes.mypy_plugin.types.compare import compare, says_something


def broken(checker: TypeChecker, function: FuncDef, declared: Type, given: Type | None) -> Problem | None:
    """What is wrong with the result, of which `declared` is what the signature says in the names of the caller."""
    found = wrong(checker, function, declared, given)
    return found and found[0]._replace(reason=found[0].reason + placed(function, found[1].line))


def wrong(
    checker: TypeChecker, function: FuncDef, declared: Type, given: Type | None
) -> tuple[Problem, Expression] | None:
    """What is wrong with the result, and what the one `return` of the function gives."""
    if given is None or not says_something(declared):
        return None
    returns = [one for one in statements(function.body.body) if isinstance(one, ReturnStmt)]
    if len(returns) != 1 or returns[0].expr is None:
        return None
    verdict = compare([("", declared, given)], own_names(current_function(checker)))
    problem = next((problem for _, problem in verdict.problems if problem.kind in REFUSALS), None)
    return problem and (problem.about(returned(function.name)), returns[0].expr)

"""Calls that torch refuses with what one branch of an `if` has given to a variable, whatever the other one gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from mypy.checker import TypeChecker
from mypy.nodes import Context, Expression
from mypy.types import Type

from dtensortypes.core.facts.value import Value
from dtensortypes.core.ops import Outcome, State
from dtensortypes.core.problems import REFUSALS, Problem
from dtensortypes.mypy_plugin.bodies import one_branch
from dtensortypes.mypy_plugin.bodies.one_branch import Branch
from dtensortypes.mypy_plugin.bodies.values import Values
from dtensortypes.mypy_plugin.messages.report import is_said, report
from dtensortypes.mypy_plugin.types.asking import Rule, outcomes_of
from dtensortypes.mypy_plugin.types.passed import Argument, Arguments


@dataclass(frozen=True, slots=True)
class Asked:
    """A call with all that its receiver and arguments may be."""

    context: Context
    rule: Rule
    place: Expression | None
    owners: list[Value]
    arguments: list[Argument]
    state: State


def say_refused(checker: TypeChecker, values: Values, asked: Asked, type_of: Callable[[list[Outcome]], Type]) -> None:
    """Report the first thing that is wrong in a branch; remember what comes of one in which nothing is.

    While a body is read for one call, nobody asks.
    """
    for branch, owners, calls in _in_branches(checker, values, asked):
        found = outcomes_of(asked.rule, owners, calls, asked.state)
        if not found or len(found) < len(owners) * len(calls):
            continue
        problem = next((one for one in found[0].problems if _is_in_all(one, found)), None)
        if problem is not None and problem.kind in branch.kinds:
            if not is_said(checker, problem.kind, asked.context):
                report(checker, problem, asked.context, [expression for expression, *_ in asked.arguments])
            return
        if not any(problem.kind in REFUSALS for outcome in found for problem in outcome.problems):
            one_branch.keep(checker, asked.context, Branch(type_of(found), branch.kinds))


def _is_in_all(problem: Problem, outcomes: list[Outcome]) -> bool:
    return all(any(other.kind is problem.kind for other in outcome.problems) for outcome in outcomes)


def _in_branches(
    checker: TypeChecker, values: Values, asked: Asked
) -> Iterator[tuple[Branch, list[Value], list[Arguments]]]:
    whole = checker.lookup_type_or_none(asked.place) if asked.place is not None else None
    branch = one_branch.given(checker, asked.place, whole) if asked.place is not None and whole is not None else None
    if branch is not None:
        yield branch, [values.of_type(branch.given)], values.calls(asked.arguments)
    for at, (expression, type_, kind, name) in enumerate(asked.arguments):
        branch = one_branch.given(checker, expression, type_)
        if branch is not None:
            given = (expression, branch.given, kind, name)
            yield branch, asked.owners, values.calls([*asked.arguments[:at], given, *asked.arguments[at + 1 :]])

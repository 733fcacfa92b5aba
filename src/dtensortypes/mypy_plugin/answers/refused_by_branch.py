"""Calls that torch refuses with what one branch of an `if` has given to a variable, whatever the other one gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

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
    """Report the first thing that is wrong in a branch; remember what comes of those in which nothing is.

    While a body is read for one call, nobody asks.
    """
    for branch, ways in _in_branches(checker, values, asked):
        given: list[Type] = []
        for owners, calls in ways:
            found = outcomes_of(asked.rule, owners, calls, asked.state)
            if not found or len(found) < len(owners) * len(calls):
                break
            problem = next((one for one in found[0].problems if _is_in_all(one, found)), None)
            if problem is not None and problem.kind in branch.kinds and not branch.is_each:
                if not is_said(checker, problem.kind, asked.context):
                    report(checker, problem, asked.context, [expression for expression, *_ in asked.arguments])
                return
            if any(problem.kind in REFUSALS for outcome in found for problem in outcome.problems):
                break
            given.append(type_of(found))
        if given and len(given) == len(ways):
            one_branch.keep(checker, asked.context, replace(branch, given=given[0], others=tuple(given[1:])))


def _is_in_all(problem: Problem, outcomes: list[Outcome]) -> bool:
    return all(any(other.kind is problem.kind for other in outcome.problems) for outcome in outcomes)


def _in_branches(
    checker: TypeChecker, values: Values, asked: Asked
) -> Iterator[tuple[Branch, list[tuple[list[Value], list[Arguments]]]]]:
    """Each variable that branches give, with the receiver and the arguments of the call for each of them."""
    whole = checker.lookup_type_or_none(asked.place) if asked.place is not None else None
    branch = one_branch.given(checker, asked.place, whole) if asked.place is not None and whole is not None else None
    if branch is not None:
        yield branch, [([values.of_type(one)], values.calls(asked.arguments)) for one in branch.gives]
    for at, (expression, type_, kind, name) in enumerate(asked.arguments):
        branch = one_branch.given(checker, expression, type_)
        if branch is not None:
            calls = [_with(asked.arguments, at, (expression, one, kind, name)) for one in branch.gives]
            yield branch, [(asked.owners, values.calls(call)) for call in calls]


def _with(arguments: list[Argument], place: int, given: Argument) -> list[Argument]:
    return [*arguments[:place], given, *arguments[place + 1 :]]

"""Where a body asks something, and the calls that have been put in for the answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from mypy.nodes import (
    AssertStmt,
    CallExpr,
    ConditionalExpr,
    DictionaryComprehension,
    Expression,
    GeneratorExpr,
    IfStmt,
    MatchStmt,
    OpExpr,
    Statement,
    WhileStmt,
)
from mypy.types import Type

from dtensortypes.mypy_plugin.bodies.conditions import questions, root
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import blocks, shared

Comprehension = GeneratorExpr | DictionaryComprehension


@dataclass(frozen=True, slots=True)
class Site:
    """A statement or expression with a condition, and the list of statements that it stands in."""

    statement: IfStmt | WhileStmt | AssertStmt | ConditionalExpr | MatchStmt | Comprehension
    around: list[Statement]


@dataclass(slots=True)
class Sites:
    """What one body asks, by the expression that asks; and the calls that have been put in."""

    asking: dict[int, Site] = field(default_factory=dict)
    answers: dict[int, tuple[CallExpr, Expression, Expression, bool]] = field(default_factory=dict)
    """Each call that was put in, what it is about, the condition, and whether that holds there."""
    branches: dict[int, OpExpr] = field(default_factory=dict)
    """The branch of an expression that follows on a call."""
    known: dict[int, tuple[CallExpr, Expression, Type]] = field(default_factory=dict)
    """Each call that was put in for a variable of which the type is known without a question."""
    otherwise: dict[int, CallExpr] = field(default_factory=dict)
    """The call at the head of the other branch, by what is done in the first one."""


@once_per_tree
def sites_in(body: list[Statement]) -> Sites:
    """Its questions that may be answered: of variables that no other function gives values."""
    sites, changing = Sites(), shared(body)
    for site, condition in _conditions(body):
        for part, place in questions(condition):
            if root(place).name not in changing:
                sites.asking[id(part)] = site
    return sites


def _conditions(body: list[Statement]) -> Iterator[tuple[Site, Expression]]:
    for statement in body:
        match statement:
            case IfStmt(expr=[asked]) | WhileStmt(expr=asked) | AssertStmt(expr=asked) | MatchStmt(subject=asked):
                yield Site(statement, body), asked
        for expression in expressions(statement):
            match expression:
                case ConditionalExpr(cond=condition):
                    yield Site(expression, body), condition
                case GeneratorExpr(condlists=conditions) | DictionaryComprehension(condlists=conditions):
                    yield from ((Site(expression, body), condition) for several in conditions for condition in several)
        for block in blocks(statement):
            yield from _conditions(block.body)

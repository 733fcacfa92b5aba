"""Where a body asks something, and the calls that have been put in for the answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

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
from dtensortypes.mypy_plugin.bodies.sizes_held import spelled
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import blocks, shared

Comprehension = GeneratorExpr | DictionaryComprehension
_ONCE: Final = (IfStmt, AssertStmt, ConditionalExpr)


@dataclass(frozen=True, slots=True)
class Site:
    """A statement or expression with a condition, and the list of statements that it stands in."""

    statement: IfStmt | WhileStmt | AssertStmt | ConditionalExpr | MatchStmt | Comprehension
    around: list[Statement]
    spelled: Expression | None = None
    """The condition with sizes in the places of variables that hold them."""


@dataclass(slots=True)
class Sites:
    """What one body asks, by the expression that asks; and the calls that have been put in."""

    asking: dict[int, Site] = field(default_factory=dict)
    asked_before: dict[int, list[Site]] = field(default_factory=dict)
    """Those whose conditions ask for sizes that variables hold, by what was asked for them."""
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
        held = spelled(body, site.around, condition) if isinstance(site.statement, _ONCE) else None
        if held is not None and all(root(place).name not in changing for _, place in questions(held.condition)):
            for part in held.asked:
                sites.asked_before.setdefault(id(part), []).append(replace(site, spelled=held.condition))
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

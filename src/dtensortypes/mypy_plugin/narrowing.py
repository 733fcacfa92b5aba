"""Narrowing by a question: where `x.dtype == torch.float16` has been answered, `x` is known to be float16.

Mypy asks no plugin what a condition says. So a call that does nothing, `x.__sizeof__()`, is put into the tree at the
head of each branch as soon as the question is checked, and after an `assert`. When mypy comes to it, the variable takes
the narrower type, as if it were assigned: what comes of that where it is bound again, in loops and where branches meet,
is mypy's own affair. Where the answer is impossible the branch is unreachable, as it is to mypy by a literal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from mypy.checker import TypeChecker
from mypy.literals import literal_hash
from mypy.nodes import (
    AssertStmt,
    Block,
    CallExpr,
    Expression,
    ExpressionStmt,
    IfStmt,
    MemberExpr,
    NameExpr,
    Statement,
    WhileStmt,
)
from mypy.plugin import MethodContext
from mypy.types import Instance, Type, UninhabitedType, UnionType, get_proper_type

from dtensortypes.core.algebra.refine import refined
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.mypy_plugin import names
from dtensortypes.mypy_plugin.conditions import Condition, questions
from dtensortypes.mypy_plugin.facts_of import tensor_fact
from dtensortypes.mypy_plugin.per_tree import once_per_tree
from dtensortypes.mypy_plugin.scope import blocks, current_body, shared
from dtensortypes.mypy_plugin.types_of import Types


@dataclass(frozen=True, slots=True)
class Site:
    """A statement with a condition, and the list of statements that it stands in."""

    statement: IfStmt | WhileStmt | AssertStmt
    around: list[Statement]


@dataclass(slots=True)
class Sites:
    """What one body asks, by the expression that asks; and the calls that have been put in."""

    asking: dict[int, Site] = field(default_factory=dict)
    answers: dict[int, tuple[CallExpr, Expression, bool]] = field(default_factory=dict)
    """The condition of each call that was put in, and whether it holds there."""


def asked(checker: TypeChecker, question: object) -> None:
    """The question has been met: put in the calls that narrow the variables of its condition."""
    sites = _sites(current_body(checker))
    site = sites.asking.get(id(question))
    if site is None:
        return
    match site.statement:
        case IfStmt(expr=[condition], body=[body]) as statement:
            body.body[:0] = _calls(sites, condition, True)
            if statement.else_body is None:
                statement.else_body = Block([])
                statement.else_body.set_line(statement)
            statement.else_body.body[:0] = _calls(sites, condition, False)
        case WhileStmt(expr=condition, body=body):
            body.body[:0] = _calls(sites, condition, True)
        case AssertStmt(expr=condition) as statement:
            at = site.around.index(statement) + 1
            site.around[at:at] = _calls(sites, condition, True)
    for part, _ in questions(condition):
        sites.asking.pop(id(part), None)


def narrowed(ctx: MethodContext) -> Type:
    """What a call that was put in does: the variable takes the type that it has where the condition holds, or fails."""
    checker, call = ctx.api, ctx.context
    if not isinstance(checker, TypeChecker) or not isinstance(call, CallExpr):
        return ctx.default_return_type
    found = _sites(current_body(checker)).answers.get(id(call))
    if found is None or not isinstance(call.callee, MemberExpr):
        return ctx.default_return_type
    if checker.binder.is_unreachable():
        return UninhabitedType()  # so that mypy reports the first statement that is not ours
    _, condition, holds = found
    place = call.callee.expr
    type_, key = checker.lookup_type_or_none(place), literal_hash(place)
    if type_ is not None and key is not None:
        _narrow(checker, place, type_, Condition(checker, condition, key), holds=holds)
    return ctx.default_return_type


def _narrow(checker: TypeChecker, place: Expression, type_: Type, condition: Condition, *, holds: bool) -> None:
    proper = get_proper_type(type_)
    members = [get_proper_type(item) for item in (proper.items if isinstance(proper, UnionType) else [proper])]
    types = Types(checker.modules)
    kept: list[Type] = []
    for member in members:
        fact = tensor_fact(member)
        narrower = fact and refined(fact, condition.holds if holds else condition.fails)
        if fact is None or not isinstance(member, Instance) or len(member.args) != len(_PLACES):
            kept.append(member)
        elif narrower is not None:
            kept.append(_said(types, member, fact, narrower))
    if kept:
        # Said in each branch, though it may be what is known already: so mypy forgets it where the branches meet.
        checker.binder.put(place, UnionType.make_union(kept), from_assignment=False)
    else:
        checker.binder.unreachable()


_PLACES: Final = ("dtype", "device", "shape")


def _said(types: Types, tensor: Instance, before: TensorFact, after: TensorFact) -> Instance:
    """The tensor's type with what has become known; what is as before is said as before."""
    new = [types.dtype(after.dtype), types.device(after.device), types.shape(after.shape)]
    changed = [getattr(before, place) != getattr(after, place) for place in _PLACES]
    return tensor.copy_modified(
        args=[now if differs else old for old, now, differs in zip(tensor.args, new, changed, strict=True)]
    )


def _calls(sites: Sites, condition: Expression, holds: bool) -> list[Statement]:  # noqa: FBT001 - which branch it is
    variables = {literal_hash(variable): variable for _, variable in questions(condition)}
    return [_call(sites, condition, variable, holds=holds) for variable in variables.values()]


def _call(sites: Sites, condition: Expression, variable: NameExpr, *, holds: bool) -> Statement:
    again = NameExpr(variable.name)
    again.kind, again.node, again.fullname = variable.kind, variable.node, variable.fullname
    call = CallExpr(MemberExpr(again, names.QUESTION), [], [], [])
    statement = ExpressionStmt(call)
    for node in (again, call.callee, call, statement):
        node.set_line(variable)
    sites.answers[id(call)] = (call, condition, holds)
    return statement


@once_per_tree
def _sites(body: list[Statement]) -> Sites:
    sites, changing = Sites(), shared(body)
    for site, condition in _conditions(body):
        for part, variable in questions(condition):
            if variable.name not in changing:
                sites.asking[id(part)] = site
    return sites


def _conditions(body: list[Statement]) -> Iterator[tuple[Site, Expression]]:
    for statement in body:
        match statement:
            case IfStmt(expr=[condition]) | WhileStmt(expr=condition) | AssertStmt(expr=condition):
                yield Site(statement, body), condition
        for block in blocks(statement):
            yield from _conditions(block.body)

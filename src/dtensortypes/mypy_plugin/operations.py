"""Calls of torch's operations: what the table says of them, as types and messages."""

from __future__ import annotations

from collections.abc import Callable

from mypy.checker import TypeChecker
from mypy.nodes import Context, Expression, ExpressionStmt
from mypy.plugin import AttributeContext, FunctionContext, MethodContext
from mypy.typeops import make_simplified_union
from mypy.types import Type, get_proper_type

from dtensortypes.core import ops
from dtensortypes.core.facts.tensor import ArrayFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Value
from dtensortypes.core.ops import Outcome
from dtensortypes.core.problems import Kind, Problem
from dtensortypes.mypy_plugin import names
from dtensortypes.mypy_plugin.actuals import actuals, receiver
from dtensortypes.mypy_plugin.provenance import origins
from dtensortypes.mypy_plugin.regions import is_torchs, state_at
from dtensortypes.mypy_plugin.report import report
from dtensortypes.mypy_plugin.scope import current_body, statements
from dtensortypes.mypy_plugin.types_of import Missing, Types
from dtensortypes.mypy_plugin.values import Argument, Arguments, Values, of_type
from dtensortypes.mypy_plugin.watcher import watch


def function(ctx: FunctionContext, name: str) -> Type:
    """The type of a call of one of torch's functions."""
    if is_torchs(ctx.api):
        return ctx.default_return_type
    return _Call(ctx.api, name, ctx.context, ctx.default_return_type).answered(None, actuals(ctx))


def method(ctx: MethodContext, name: str) -> Type:
    """The type of a call of a tensor's method or operator."""
    if is_torchs(ctx.api):
        return ctx.default_return_type
    return _Call(ctx.api, name, ctx.context, ctx.default_return_type).answered(ctx.type, actuals(ctx))


def attribute(ctx: AttributeContext, name: str) -> Type:
    """The type of a tensor's attribute."""
    if ctx.is_lvalue or is_torchs(ctx.api):
        return ctx.default_attr_type
    return _Call(ctx.api, name, ctx.context, ctx.default_attr_type).answered(ctx.type, [])


class _Call:
    """One call of an operation."""

    def __init__(self, checker: object, name: str, context: Context, default: Type) -> None:
        assert isinstance(checker, TypeChecker)
        self.checker = checker
        self.name = name
        self.context = context
        self.default = default
        self.types = Types(checker.modules)
        self.values = Values(checker)
        self.state = state_at(checker, context)
        watch(checker.errors, checker.modules)

    def answered(self, owner: Type | None, arguments: list[Argument]) -> Type:
        """The call's type; its problems are reported."""
        calls = self.values.calls(arguments)
        outcomes = self.outcomes([of_type(owner)] if owner is not None else [], calls)
        if not outcomes:
            return self.default
        every = self.outcomes(self.owners(owner), calls) if owner is not None else outcomes
        self.tell(every, [expression for expression, *_ in arguments])
        return self.type_of(outcomes)

    def owners(self, owner: Type) -> list[Value]:
        """What the receiver may be: where it is a union, a hook sees only one member at a time."""
        expression = receiver(self.context)
        whole = self.checker.lookup_type_or_none(expression) if expression is not None else None
        return self.values.alternatives(expression, whole) if expression and whole else [of_type(owner)]

    def outcomes(self, owners: list[Value], calls: list[Arguments]) -> list[Outcome]:
        found = [
            ops.infer(self.name, (*([owner] if owners else []), *call.positional), dict(call.named), self.state)
            for owner in owners or [None]
            for call in calls
        ]
        return [outcome for outcome in found if outcome is not None]

    def type_of(self, outcomes: list[Outcome]) -> Type:
        try:
            types = [self.types.value(outcome.result) for outcome in outcomes if outcome.result is not UNKNOWN]
        except Missing:
            return self.default
        if len(types) < len(outcomes):
            return self.default
        return make_simplified_union(types)

    def tell(self, outcomes: list[Outcome], arguments: list[Expression]) -> None:
        """Report what is wrong in every case; a problem in some cases only is not proved."""
        for problem in outcomes[0].problems:
            if all(any(other.kind is problem.kind for other in outcome.problems) for outcome in outcomes):
                operands = [e for e in (receiver(self.context), *arguments) if e is not None]
                report(self.checker, problem, self.context, origins(self.checker, problem.kind, operands))
        if all(outcome.must_use for outcome in outcomes) and self.is_discarded():
            words = self.name.rpartition(".")[2]
            advice = "assign it, as in x = x." + words + "(...)"
            reason = f'the result of "{words}" is thrown away: it returns a new tensor'
            report(self.checker, Problem(Kind.DISCARDED, reason, advice), self.context)

    def is_discarded(self) -> bool:
        return any(
            isinstance(statement, ExpressionStmt) and statement.expr is self.context
            for statement in statements(current_body(self.checker))
        )

"""Calls of torch's operations and layers: what the table says of them, as types and messages."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from functools import partial

from mypy.checker import TypeChecker
from mypy.nodes import ARG_POS, CallExpr, ComparisonExpr, Context, Expression, OpExpr, RefExpr
from mypy.operators import normal_from_reverse_op
from mypy.plugin import FunctionContext, MethodContext
from mypy.typeops import make_simplified_union
from mypy.types import (
    AnyType,
    LiteralType,
    TupleType,
    Type,
    UnionType,
    flatten_nested_unions,
    get_proper_type,
)

from dtensortypes.core import ops, problems
from dtensortypes.core.algebra.either import covers, uncovered
from dtensortypes.core.facts.dtype import FLOAT64
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import ArrayFact, ArrayItem
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Number, Value
from dtensortypes.core.ops import Outcome
from dtensortypes.core.problems import REFUSALS, Kind, Problem
from dtensortypes.mypy_plugin.answers.borne_out import borne_out
from dtensortypes.mypy_plugin.answers.equality import truth
from dtensortypes.mypy_plugin.answers.refused_by_branch import Asked, say_refused
from dtensortypes.mypy_plugin.answers.truths import say_of_truth
from dtensortypes.mypy_plugin.bodies import if_available
from dtensortypes.mypy_plugin.bodies.actuals import actuals, receiver, with_devices
from dtensortypes.mypy_plugin.bodies.in_rounds import say_of_items
from dtensortypes.mypy_plugin.bodies.iteration import say_miscounted
from dtensortypes.mypy_plugin.bodies.lists_here import list_here
from dtensortypes.mypy_plugin.bodies.narrowing import asked
from dtensortypes.mypy_plugin.bodies.regions import state_at
from dtensortypes.mypy_plugin.bodies.sizes_asked import say_not_there
from dtensortypes.mypy_plugin.bodies.values import Values
from dtensortypes.mypy_plugin.changes import reshaped
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages.report import report
from dtensortypes.mypy_plugin.messages.stretched import say_of_pairs
from dtensortypes.mypy_plugin.messages.unheard import say_of_joined, say_of_result, say_of_solved, say_unheard
from dtensortypes.mypy_plugin.messages.watcher import is_trial, watch
from dtensortypes.mypy_plugin.text.idle import is_idle
from dtensortypes.mypy_plugin.text.lost_rounds import lost_with
from dtensortypes.mypy_plugin.text.roles import is_statement, is_updated
from dtensortypes.mypy_plugin.text.scope import current_body
from dtensortypes.mypy_plugin.types.arrays import array_type, filled, item_type
from dtensortypes.mypy_plugin.types.asking import Rule, of_function, of_method, of_reflected, outcomes_of
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.outcomes import is_left_to_mypy, is_refused, of_one_shape
from dtensortypes.mypy_plugin.types.passed import Argument
from dtensortypes.mypy_plugin.types.ranks import has_run, of_any_sizes, one_of
from dtensortypes.mypy_plugin.types.rewriting import forgotten
from dtensortypes.mypy_plugin.types.solved import is_asked_for
from dtensortypes.mypy_plugin.types.types_of import MissingError, Types
from dtensortypes.mypy_plugin.types.value_of import of_type


def function(ctx: FunctionContext | MethodContext, name: str) -> Type:
    """The type of a call of one of torch's functions."""
    checker = _checker(ctx.api)
    if is_asked_for(checker, ctx.default_return_type):
        return ctx.default_return_type
    asked(checker, ctx.context)
    say_of_solved(checker, ctx.context, name)
    call = Call(checker, ctx.context, ctx.default_return_type, has_fields=bool(ops.fields_of(name)))
    type_ = call.answered(partial(of_function, name), actuals(ctx))
    place = reshaped.out_of(ctx.context)
    if place is not None and not call.is_refused():
        reshaped.store(checker, place, call.type_of(call.every) if call.every else type_.accept(forgotten()))
    elif place is not None and not call.is_refused((Kind.DTYPE, Kind.SHAPE)):  # the devices may be one in this run
        reshaped.store(checker, place, None)
    return type_


def instance_called(ctx: MethodContext, otherwise: Callable[[MethodContext], Type]) -> Type:
    """The type of a call of one of numpy's functions that are instances to mypy, as `numpy.zeros` is, or of others."""
    call = ctx.context
    name = names.public(call.callee.fullname) if isinstance(call, CallExpr) and isinstance(call.callee, RefExpr) else ""
    if name not in ops.names():
        return otherwise(ctx)
    return Call(_checker(ctx.api), call, ctx.default_return_type).answered(partial(of_function, name), actuals(ctx))


def method(ctx: MethodContext, name: str) -> Type:
    """The type of a call of a tensor's method or operator."""
    checker, place = _checker(ctx.api), receiver(ctx.context, name)
    if isinstance(ctx.context, ComparisonExpr) and not _compares_items(ctx):
        return truth(ctx, checker)  # of `x == other` mypy asks us for what `other` answers, too
    asked(checker, ctx.context)
    said, is_reflected = _as_said(checker, ctx, name)
    rule = partial(of_reflected if is_reflected else of_method, said)
    call = Call(checker, ctx.context, ctx.default_return_type, place, bool(ops.fields_of(said)))
    type_ = call.answered(rule, with_devices(checker, said, actuals(ctx)), ctx.type)
    if reshaped.is_changed(name, ctx.type, type_):
        changed = call.type_of(call.every) if call.every else call.default
        reshaped.change(checker, place, changed, ctx.context)  # `x.unsqueeze_(0)` changes x
    return if_available.moved(checker, ctx.context, ctx.type, type_)


def _compares_items(ctx: MethodContext) -> bool:
    """Whether the answer is a tensor or an array; of `x == y` numpy says that it may be anything, and so do we."""
    given = get_proper_type(ctx.default_return_type)
    return is_a(given, names.TENSOR) or is_a(given, names.NDARRAY)


def _as_said(checker: TypeChecker, ctx: MethodContext, name: str) -> tuple[str, bool]:
    """An operator as the tensor on its left says it, and whether mypy asked the one on its right.

    Python asks the left one first, mypy the more special type.
    """
    owners, _, operator = name.rpartition(".")
    is_reflected = operator in normal_from_reverse_op
    if not isinstance(ctx.context, OpExpr) or (is_reflected and not _are_tensors(ctx.arg_types[0][0])):
        return name, False
    return as_written(checker, ctx.context, f"{owners}.{normal_from_reverse_op.get(operator, operator)}"), is_reflected


def as_written(checker: TypeChecker, operation: OpExpr, name: str) -> str:
    """The operator, or that of `x -= y`, for which mypy checks `x - y` where x is a union."""
    owners, _, operator = name.rpartition(".")
    stored = f"{owners}.__i{operator[2:]}"
    return stored if stored in ops.names() and is_updated(current_body(checker), operation.left) else name


def _are_tensors(type_: Type) -> bool:
    return all(is_a(get_proper_type(member), names.TENSOR) for member in flatten_nested_unions([type_]))


def _checker(api: object) -> TypeChecker:
    assert isinstance(api, TypeChecker)
    return api


@dataclass
class Call:
    """One call: asked of the core, told to the user, answered to mypy."""

    checker: TypeChecker
    context: Context
    default: Type
    place: Expression | None = None
    """The expression of the receiver: of whose method is called, or of the layer itself."""
    has_fields: bool = False
    """Whether a tuple that it gives is a named one."""

    def __post_init__(self) -> None:
        self.types = Types(self.checker.modules)
        self.values = Values(self.checker, self.context)
        self.is_whole, self.is_open = False, False
        """Whether the answer is about all members of a union: mypy asks about an attribute of the whole of it."""
        self.every: list[Outcome] = []
        """What comes of whatever receiver and arguments may be; nothing where that is not known of all of them."""
        watch(self.checker.errors, self.checker.modules).saw(self.checker)

    def answered(self, rule: Rule, arguments: list[Argument], owner: Type | None = None) -> Type:
        """The call's type; its problems are reported."""
        state = state_at(self.checker, self.context)
        self.is_open = any(isinstance(get_proper_type(type_), AnyType) for _, type_, *_ in arguments)
        calls = self.values.calls(arguments)
        members: list[Value] = [None] if owner is None else self.owners(owner)
        own = None if owner is None else self.values.of_type(owner)
        owners, one = uncovered(members), one_of(members, own)
        is_covered = one not in owners and any(covers(other, one) for other in owners)
        outcomes = outcomes_of(rule, owners if is_covered else [one], calls, state)
        if own not in members and any(map(has_run, members)):
            outcomes = [outcome._replace(result=of_any_sizes(outcome.result)) for outcome in outcomes]
        if not outcomes:
            return self.default
        whole = [other] if (other := self.other_side()) else [self.whole(argument) for argument in arguments]
        others = calls if whole == arguments else self.values.calls(whole)
        is_all = calls == others and len(owners) == len(calls) == 1
        every = outcomes if is_all else outcomes_of(rule, owners, others, state)
        if every and len(every) == len(owners) * len(others):  # one of which nothing is known may be right
            self.every = every
            self.tell(every, [expression for expression, *_ in whole])
            say_miscounted(self.checker, self.context, [outcome.result for outcome in every], self.default)
            say_not_there(self.checker, self.context, [outcome.result for outcome in every])
        if not is_trial(self.checker) and not self.is_refused():
            say_of_items(self.checker, [self.place, *(expression for expression, *_ in arguments)])
            receivers = owners if is_covered or len(owners) > 1 else [one]
            one_call = Asked(self.context, rule, self.place, receivers, whole, state)
            say_refused(self.checker, self.values, one_call, self.type_of)
        if is_left_to_mypy([outcome.result for outcome in self.every], is_ours=True):
            return self.native()
        is_shape = any(isinstance(outcome.result, Shape) for outcome in outcomes)
        self.is_whole = isinstance(get_proper_type(owner), UnionType) and bool(self.every)
        type_ = self.type_of(every if is_shape or self.is_whole else outcomes)
        if self.every and not self.is_refused():
            say_of_truth(self.checker, self.context, type_)
            operand = self.place or (arguments[0][0] if arguments else None)
            say_of_pairs(self.checker, self.context, operand, type_)
        return type_

    def is_refused(self, kinds: Container[Kind] = REFUSALS) -> bool:
        """Whether torch refuses it for such a reason, whatever the receiver and the arguments are."""
        return bool(self.every) and all(is_refused(outcome, kinds) for outcome in self.every)

    def owners(self, owner: Type) -> list[Value]:
        """What the receiver may be: where it is a union, a hook sees only one member at a time."""
        whole = self.checker.lookup_type_or_none(self.place) if self.place is not None else None
        is_one = is_a(get_proper_type(owner), names.MODULE) and not isinstance(get_proper_type(whole), UnionType)
        if self.place is None or whole is None or is_one:  # of a module the hook knows more than mypy is told
            return [self.values.of_type(owner)]
        return self.values.alternatives(self.place, whole)

    def other_side(self) -> Argument | None:
        """The other operand of an operator, as the whole of what it may be; a hook sees one member of a union."""
        match self.context:
            case OpExpr(left=left, right=right) | ComparisonExpr(operands=[left, right]):
                expression = left if self.place is right else right
            case _:
                return None
        type_ = self.checker.lookup_type_or_none(expression)
        return None if type_ is None else (expression, type_, ARG_POS, None)

    def whole(self, argument: Argument) -> Argument:
        """The argument as all of what it may be; of an overloaded function a hook sees one member of a union."""
        expression, type_, kind, name = argument
        known = list_here(self.checker, expression) or self.checker.lookup_type_or_none(expression)
        is_member = isinstance(get_proper_type(known), UnionType) and not isinstance(get_proper_type(type_), UnionType)
        return (expression, known, kind, name) if known is not None and is_member else argument

    def type_of(self, outcomes: list[Outcome]) -> Type:
        # What torch refuses gives nothing; but an accelerator and the CPU may be one device in this run.
        outcomes = [outcome for outcome in outcomes if not is_refused(outcome, (Kind.DTYPE, Kind.SHAPE))] or outcomes
        known = uncovered([outcome.result for outcome in outcomes])
        if UNKNOWN in known or is_left_to_mypy(known, is_ours=names.imports_us(self.checker.tree)):
            return self.native()
        try:
            type_ = self.as_named(make_simplified_union([self.type_of_value(value) for value in of_one_shape(known)]))
        except MissingError:
            return self.default
        if isinstance(get_proper_type(type_), LiteralType):
            say_of_joined(self.checker, self.context, self.place)
        say_of_result(self.checker, self.context, self.default, type_)
        return type_

    def native(self) -> Type:
        """What mypy says by itself, without what annotations make up."""
        type_ = borne_out(self.checker, self.default, self.context, self.place)
        if type_ != self.default:
            say_unheard(self.checker, self.context, of_any_body=True)  # mypy believes more of it
        return type_

    def as_named(self, type_: Type) -> Type:
        """A tuple as the named tuple that torch returns: `x.max(dim=0).values`."""
        found, native = get_proper_type(type_), get_proper_type(self.default)
        if isinstance(found, UnionType):
            return UnionType([self.as_named(item) for item in found.items])
        if isinstance(found, TupleType) and isinstance(native, TupleType) and len(found.items) == len(native.items):
            return native.copy_modified(items=found.items)
        if self.has_fields and isinstance(found, TupleType) and isinstance(native, AnyType):  # stubs leave them out
            return found.copy_modified(fallback=self.types.instance(names.NAMED_RESULT))
        return type_

    def type_of_value(self, value: Value) -> Type:
        if isinstance(value, ArrayItem):
            # Numpy's float64 is one of Python's floats; of other numbers mypy says what numpy's annotations say.
            is_silent = value.dtype == FLOAT64 or is_trial(self.checker)
            return (item_type(self.types, value) if is_silent else None) or self.default
        if not isinstance(value, ArrayFact):
            return self.types.value(value)
        native = of_type(self.default)  # numpy's own annotations say much already
        if isinstance(native, Number):
            return self.default  # `np.random.rand()` is a number
        is_open = self.is_whole or (self.is_open and value.dtype is not UNKNOWN)  # of several overloads
        return array_type(self.types, filled(value, native) if isinstance(native, ArrayFact) and not is_open else value)

    def tell(self, outcomes: list[Outcome], arguments: list[Expression]) -> None:
        """Report what is wrong in every case; a problem in some cases only is not proved."""
        operands = [e for e in (self.place, *arguments) if e is not None]
        for problem in outcomes[0].problems:
            if all(any(other.kind is problem.kind for other in outcome.problems) for outcome in outcomes):
                report(self.checker, problem, self.context, operands)
        for doubt in outcomes[0].doubts:
            if all(doubt in outcome.doubts for outcome in outcomes) and not any(map(is_refused, outcomes)):
                report(self.checker, doubt, self.context, operands)
        if all(one.must_use and not is_refused(one) for one in outcomes) and (dropped := self.dropped()) is not None:
            report(self.checker, dropped, self.context)

    def dropped(self) -> Problem | None:
        """The problem of a result that nobody reads; None where somebody may, or it is no other than before."""
        body, word = current_body(self.checker), getattr(getattr(self.context, "callee", None), "name", "the call")
        lost = lost_with(self.checker.tree, self.context)
        if not (is_statement(body, self.context) or lost) or is_idle(self.checker, body, self.context):
            return None
        return problems.lost_with(lost, word) if lost else problems.discarded(word)

"""`nn.Sequential` of modules of the program's own: their `forward`s are read one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import ARG_STAR, CallExpr, FuncDef
from mypy.plugin import FunctionContext
from mypy.types import Instance, TupleType, Type, get_proper_type

from dtensortypes.core import ops
from dtensortypes.core.algebra.rename import seen_from
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import LayerFact
from dtensortypes.core.problems import Problem
from dtensortypes.mypy_plugin.answers.forwards import given_to
from dtensortypes.mypy_plugin.answers.operations import function
from dtensortypes.mypy_plugin.bodies import displays
from dtensortypes.mypy_plugin.bodies.actuals import actuals
from dtensortypes.mypy_plugin.bodies.regions import state_at
from dtensortypes.mypy_plugin.changes.filled_containers import filled_when_shared
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.messages import at_fault
from dtensortypes.mypy_plugin.messages.report import report
from dtensortypes.mypy_plugin.objects import own_layers, sequences
from dtensortypes.mypy_plugin.text.definitions import forward_of
from dtensortypes.mypy_plugin.text.scope import current_body, current_function, own_names
from dtensortypes.mypy_plugin.types.contents import in_turn
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.types_of import Types, anything
from dtensortypes.mypy_plugin.types.value_of import layer_fact, of_type


class _Wrong(NamedTuple):
    """What is wrong with a layer's call, and the layer, if its `forward` is one of the program's."""

    problem: Problem
    module: Instance | None = None


def made(ctx: FunctionContext) -> Type:
    """The type of a new `nn.Sequential`, with the program's own modules among its layers."""
    if isinstance(ctx.api, TypeChecker) and id(ctx.context) in filled_when_shared(current_body(ctx.api)):
        return ctx.default_return_type
    result = get_proper_type(function(ctx, names.public(names.SEQUENTIAL)))
    given = _given_types(ctx)
    parts = in_turn(result) or [anything()]  # of one that is unknown it is open whether it is a dict of layers
    if not isinstance(result, Instance) or len(parts) != len(given) or not any(map(_is_read, given)):
        return result
    config = get_proper_type(result.args[-1])
    if not isinstance(config, TupleType):
        return result
    mixed = [type_ if _is_read(type_) else part for part, type_ in zip(parts, given, strict=True)]
    whole = config.copy_modified(items=[config.items[0], TupleType(mixed, config.partial_fallback)])
    return result.copy_modified(args=[*result.args[:-1], whole])


def _given_types(ctx: FunctionContext) -> list[Type]:
    """The types of the layers that the call is given; nothing where they are not known one by one."""
    found: list[Type] = []
    for expression, type_, kind, _ in actuals(ctx):
        held = [type_]
        if kind is ARG_STAR:
            held = displays.held(ctx.api, expression, type_) or [] if isinstance(ctx.api, TypeChecker) else []
        found += held
    return found


def called(checker: TypeChecker, call: CallExpr, module: Instance) -> Type | None:
    """The type of the call where own modules are among the layers; None where there are none, or more is given."""
    parts = _in_turn(checker, module)
    given = [checker.lookup_type_or_none(argument) for argument in call.args]
    if len(given) != 1 or given[0] is None or not parts:
        return None
    found, problems = _through(checker, call, parts, given[0])
    for problem, own in problems:
        method = None if own is None else forward_of(own)
        if isinstance(method, FuncDef):
            at_fault.say(checker, call, method, own, problem)
        else:
            report(checker, problem, call)
    return found or anything()


def _in_turn(checker: TypeChecker, module: Type) -> list[Type]:
    """The layers of a sequence that is looked at layer by layer; of torch's layers alone the table knows the whole."""
    proper = get_proper_type(module)
    if not isinstance(proper, Instance) or not proper.type.has_base(names.SEQUENTIAL):
        return []
    parts = in_turn(proper) if proper.type.fullname == names.SEQUENTIAL else []
    if parts:
        return parts if any(map(_is_read, parts)) else []
    return sequences.layers(checker, proper) if sequences.is_own(proper) else []


def _through(
    checker: TypeChecker, call: CallExpr, parts: list[Type], passed: Type
) -> tuple[Type | None, Sequence[_Wrong]]:
    """What the layers make of what the first one is given, and what is wrong with that."""
    for part in parts:
        found, problems = _given(checker, call, part, passed)
        if found is None or problems:
            return None, problems
        passed = found
    return passed, ()


def _given(checker: TypeChecker, call: CallExpr, part: Type, passed: Type) -> tuple[Type | None, Sequence[_Wrong]]:
    """What one of the layers makes of what it is given, and what is wrong with that."""
    proper = get_proper_type(part)
    if inner := _in_turn(checker, proper):
        return _through(checker, call, inner, passed)
    if isinstance(proper, Instance) and own_layers.is_called(proper):
        proper = own_layers.inherited(checker, proper) or proper
    layer = layer_fact(proper) if isinstance(proper, Instance) else UNKNOWN
    if isinstance(layer, LayerFact):
        seen = seen_from(of_type(passed), own_names(current_function(checker)))
        outcome = ops.call_layer(layer, (seen,), {}, state_at(checker, call))
        if outcome is None:
            return None, ()
        return Types(checker.modules).value(outcome.result), [_Wrong(problem) for problem in outcome.problems]
    if not isinstance(proper, Instance) or not _is_own(proper):
        return None, ()
    told, method = given_to(checker, call, proper, passed), forward_of(proper)
    if told.result is not None and not told.problems and isinstance(method, FuncDef):
        at_fault.suits(checker, call, method, proper, passed)
    return told.result, [_Wrong(problem, proper) for problem in told.problems]


def _is_read(type_: Type) -> bool:
    """Whether it is a module of the program's own, or a sequence with such a one in it."""
    return _is_own(type_) or any(map(_is_read, in_turn(type_)))


def _is_own(type_: Type) -> bool:
    proper = get_proper_type(type_)
    return is_a(proper, names.MODULE) and names.is_users(proper.type.fullname)

"""Where it is said what a call finds wrong in a body: at the line of the body, as torch's traceback ends there.

A call that the body suits shows that the body is right: what another call finds wrong in it is said at that other call.
So is a tensor of another dtype, or on another device, than the module that it is given to. Where the body calls others
it is the one in which the line stands that other calls may have shown to be right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo
from mypy.nodes import CallExpr, Context, Expression, FuncDef, MemberExpr
from mypy.types import Instance, ProperType, TupleType, Type, get_proper_type

from dtensortypes.core.algebra.lift import DTYPE_DOMAIN
from dtensortypes.core.facts.device import Device
from dtensortypes.core.facts.dtype import DType
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import ARGUMENT, REFUSALS, Kind, Problem
from dtensortypes.mypy_plugin.bodies.given import valued
from dtensortypes.mypy_plugin.bodies.readable import is_inside
from dtensortypes.mypy_plugin.bodies.regions import state_at
from dtensortypes.mypy_plugin.changes.states import state_of
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.codes import CODES
from dtensortypes.mypy_plugin.messages.expected import is_expected
from dtensortypes.mypy_plugin.messages.led_to import concerned
from dtensortypes.mypy_plugin.messages.proved import PLACE
from dtensortypes.mypy_plugin.messages.report import line_in, report
from dtensortypes.mypy_plugin.messages.ruled_out import is_ruled_out
from dtensortypes.mypy_plugin.messages.shown import Given, Shown, told
from dtensortypes.mypy_plugin.messages.stretched import is_meant
from dtensortypes.mypy_plugin.messages.watcher import is_trial, watch
from dtensortypes.mypy_plugin.messages.wrong_by_itself import is_wrong
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.text.definitions import stands_in
from dtensortypes.mypy_plugin.text.expressions import is_self, lines
from dtensortypes.mypy_plugin.text.places import place_of
from dtensortypes.mypy_plugin.text.scope import current_body, function_at, statements, targets
from dtensortypes.mypy_plugin.types.facts_of import is_a
from dtensortypes.mypy_plugin.types.types_of import anything
from dtensortypes.mypy_plugin.types.value_of import of_type
from dtensortypes.mypy_plugin.types.veiled import unveiled

_FURTHER_IN: Final = r', in line (\d+) of "[\w.]+"(?! in )'


class Blamed(NamedTuple):
    """What one call has found wrong in a body, as it is said there, and as it is to be said at the call."""

    kind: Kind
    there: list[ErrorInfo]
    here: list[ErrorInfo]
    given: Given


@dataclass
class Verdict:
    """What the calls of a function say of its body."""

    shown: list[Shown] = field(default_factory=list)
    blamed: list[Blamed] = field(default_factory=list)
    refused: set[tuple[int, int]] = field(default_factory=set)
    """Where the calls stand that it refuses: mypy comes to each again, in a loop with what later rounds may have."""

    def is_suited(self, kind: Kind, given: Given) -> bool:
        """Whether it takes in this regard what other calls give, of which this is not one with its names in numbers."""
        return any(one.shows(kind, given) for one in self.shown)

    def has_shown(self, given: Given) -> bool:
        """Whether it is known in all regards already that the body takes such calls."""
        is_whole = frozenset().union(*(one.kinds for one in self.shown)) >= REFUSALS
        return is_whole and any(Kind.SHAPE in one.kinds and one.given.stands_for(given) for one in self.shown)


def _verdict(checker: TypeChecker, function: FuncDef) -> Verdict:
    answers = watch(checker.errors, checker.modules).answers
    found = answers.setdefault((Verdict, function), Verdict())
    assert isinstance(found, Verdict)
    return found


def say(checker: TypeChecker, call: Expression, function: FuncDef, receiver: Type | None, problem: Problem) -> None:
    """Report what the call finds wrong in the body, there or here."""
    verdict = _verdict(checker, function)
    if problem.kind in REFUSALS:
        _refuse(verdict, call)
    is_declared = str(problem).startswith(ARGUMENT)
    is_silent = is_ruled_out(checker, call) or is_meant(checker, call, problem)
    if is_silent or is_expected(checker, call, is_declared=is_declared):
        return
    is_wrong_itself = is_wrong(checker, call, function, receiver, problem)
    is_of_call = not is_wrong_itself and _is_of_call(checker, call, function, receiver, problem)
    if is_trial(checker):
        is_here = stands_in(checker.tree, function) or is_inside(checker, function)
        reason = problem.reason if is_here and not is_of_call else re.sub(PLACE, _in_words, problem.reason)
        report(checker, problem._replace(reason=reason), call, concerned(checker, call, function, problem))
        return
    place, operands = _place(checker, problem), concerned(checker, call, function, problem)
    if place is None or is_of_call:
        report(checker, problem, call, operands)
        return
    reason = re.sub(PLACE, f', as line {call.line} calls "{function.name}"', problem.reason)
    here = _words(checker, problem, call, operands)
    there = _words(checker, problem._replace(reason=reason, origins=()), place)
    there += [one for one in here if one.severity == "note"]
    said = _without_foretold(checker, place.line)
    of_line = [info for info in said if _is_of(info, place.line)]
    before = [info for info in of_line if any(info in one.there for one in verdict.blamed)]
    if (of_line and not before) or _is_said_further_in(problem, said):
        return  # said for a call of another function, or by mypy in the body
    for info in [] if before else here if any(_is_ignored(checker, info) for info in here) else there:
        checker.errors.add_error_info(info)
        watch(checker.errors, checker.modules).foretold.hear(checker.path, info)
    if not is_wrong_itself:
        blamed = _blamed(checker, function, problem)
        given = _given(checker, call, receiver) if blamed is function else Given(None, ())
        _verdict(checker, blamed).blamed.append(Blamed(problem.kind, before or there, here, given))


def _refuse(verdict: Verdict, call: Expression) -> None:
    if [one.call for one in verdict.shown] == [call]:  # mypy knew less when it came to it first
        verdict.shown[0] = verdict.shown[0]._replace(kinds=frozenset())
    verdict.refused.add((call.line, call.column))


def say_in_body(checker: TypeChecker, call: Expression, function: FuncDef, problem: Problem) -> None:
    """Report what is wrong in a body whoever calls it, which mypy has not checked yet: perhaps it knows less there.

    What a call says of the line when mypy comes to the body takes the place of this.
    """
    place, said = _place(checker, problem), checker.errors.error_info_map.get(checker.errors.file, [])
    if place is None or is_trial(checker) or any(_is_of(info, place.line) for info in said):
        return
    if is_meant(checker, call, problem):
        return
    is_own, own = _blamed(checker, function, problem) is function, watch(checker.errors, checker.modules)
    reason = re.sub(PLACE, "" if is_own else f', as line {call.line} calls "{function.name}"', problem.reason)
    own.answers[say_in_body, place.line] = words = _words(checker, problem._replace(reason=reason), place)
    for info in words:
        checker.errors.add_error_info(info)
        own.foretold.hear(checker.path, info)


def _without_foretold(checker: TypeChecker, line: int) -> list[ErrorInfo]:
    """What has been said in the file, without what was foretold of this line."""
    said = checker.errors.error_info_map.get(checker.errors.file, [])
    foretold = watch(checker.errors, checker.modules).answers.pop((say_in_body, line), [])
    assert isinstance(foretold, list)
    said[:] = [info for info in said if info not in foretold]
    return said


def _is_said_further_in(problem: Problem, said: Sequence[ErrorInfo]) -> bool:
    """Whether it is said already at the line, of a body that the body calls, where a trial has found it."""
    further = re.search(_FURTHER_IN, problem.reason)
    return further is not None and any(_is_of(info, int(further[1])) for info in said)


def suits(
    checker: TypeChecker, call: CallExpr, function: FuncDef, receiver: Type | None, passed: Type | None = None
) -> None:
    """The body takes what this call gives, or `passed`: what other calls find wrong in it is said at those calls."""
    verdict = _verdict(checker, function)
    if not stands_in(checker.tree, function):
        return
    if (call.line, call.column) in verdict.refused:
        return
    if not call.args and isinstance(call.callee, MemberExpr) and is_self(call.callee.expr):
        return  # of the object nothing is known there
    given = Given(receiver, (passed,)) if passed else _given(checker, call, receiver)
    if verdict.has_shown(given):
        return
    more = told(given.values, receiver)
    more -= {Kind.DTYPE} if state_at(checker, call).autocast is UNKNOWN else set()
    said = checker.errors.error_info_map.get(checker.errors.file, [])
    verdict.shown += [Shown(call, given, more)] if more else []
    blamed = [one for one in verdict.blamed if one.kind in more and verdict.is_suited(one.kind, one.given)]
    verdict.blamed[:] = [one for one in verdict.blamed if one not in blamed]
    blamed = [one for one in blamed if any(info in said for info in one.there)]
    said[:] = [info for info in said if not any(info in one.there for one in blamed)]
    # What has been said in the file is none of what a trial holds back.
    with watch(checker.errors, checker.modules).heard(is_of_file=True):
        for info in (info for one in blamed for info in one.here):
            checker.errors.add_error_info(info)


def _given(checker: TypeChecker, call: Expression, receiver: Type | None) -> Given:
    args = call.args if isinstance(call, CallExpr) else []
    return Given(receiver, tuple(checker.lookup_type_or_none(one) or anything() for one in args))


def _in_words(place: re.Match[str]) -> str:
    return f", in {place[0][2:-1]}"


def _words(
    checker: TypeChecker, problem: Problem, place: Context, operands: Sequence[Expression] = ()
) -> list[ErrorInfo]:
    """What there is to say of the problem at this place, not said yet."""
    with checker.msg.filter_errors(filter_errors=True, save_filtered_errors=True) as withheld:
        report(checker, problem, place, operands)
    return withheld.filtered_errors()


def _is_ignored(checker: TypeChecker, info: ErrorInfo) -> bool:
    ignored = checker.errors.ignored_lines.get(checker.errors.file, {})
    return any(checker.errors.is_ignored_error(line, info, ignored) for line in info.origin_span)


def _is_of(info: ErrorInfo, line: int) -> bool:
    return info.severity == "error" and info.line == line and info.code in CODES.values()


def _place(checker: TypeChecker, problem: Problem) -> Context | None:
    """The place in the body; None where that is in another file."""
    found = re.search(PLACE, problem.reason)
    if not found or found[3]:
        return None
    around = function_at(checker.tree, line := int(found[1]))  # none is around a lambda of the file's own
    return line_in(around.body.body if around else checker.tree.defs, line)


def _blamed(checker: TypeChecker, function: FuncDef, problem: Problem) -> FuncDef:
    """The function of this file in which the problem is, be it one that the body called: others call that one, too."""
    found = re.search(PLACE, problem.reason)
    if found is None or found[3] or int(found[1]) in lines(function):  # nor is it the one around a lambda
        return function
    return function_at(checker.tree, int(found[1])) or function


def _is_shown_by_others(verdict: Verdict, kind: Kind) -> bool:
    """Whether a call has shown that a body takes such a tensor in this regard, whose object is known in it, too."""
    return any(kind in one.kinds and _is_known(get_proper_type(one.given.receiver), kind) for one in verdict.shown)


def _is_known(owner: ProperType | None, kind: Kind) -> bool:
    if kind is Kind.SHAPE or not isinstance(owner, Instance) or not is_a(owner, names.MODULE):
        return True
    state = state_of(unveiled(owner))
    return (state.device if kind is Kind.DEVICE else state.dtype) is not UNKNOWN


def _is_of_call(
    checker: TypeChecker, call: Expression, function: FuncDef, receiver: Type | None, problem: Problem
) -> bool:
    """Whether the caller is at fault: others do call the body rightly, or the tensors are not such as the module is."""
    if not isinstance(call, CallExpr) or _is_rebuilt(checker, call):
        return True
    owner, blamed = get_proper_type(receiver), _blamed(checker, function, problem)
    verdict = _verdict(checker, blamed)
    if blamed is function:
        is_suited = verdict.is_suited(problem.kind, _given(checker, call, receiver))
    else:
        is_suited = _is_shown_by_others(verdict, problem.kind)
    if problem.kind is Kind.SHAPE or not isinstance(owner, Instance) or not is_a(owner, names.MODULE):
        return is_suited
    state = state_of(unveiled(owner))
    facts = [fact for argument in call.args for fact in _tensors(valued(checker, argument))]
    given: set[object] = {f.device for f in facts if isinstance(f.device, Device)}
    told: object = state.device
    is_other = isinstance(told, Device) and not given <= {told}
    if problem.kind is not Kind.DEVICE:
        given, told = {f.dtype for f in facts if isinstance(f.dtype, DType) and f.dtype.is_float}, state.dtype
        is_other = not DTYPE_DOMAIN.possible(state.dtype).issuperset(given)
    # The same call may have been looked at before, when nothing was known of the module.
    is_again = given == {told} and all(
        (call.line, call.column) == (one.call.line, one.call.column) for one in verdict.shown
    )
    return is_other or (is_suited and not is_again)


def _tensors(type_: Type) -> Iterator[TensorFact]:
    """The tensor that is given, or those in the list, dict or object that is."""
    proper, fact = get_proper_type(type_), of_type(type_)
    if isinstance(fact, TensorFact):
        yield fact
    elif not is_a(proper, names.MODULE):
        held = objects.arguments(proper) or (proper.items if isinstance(proper, TupleType) else ())
        for part in held or (proper.args if isinstance(proper, Instance) else ()):
            yield from _tensors(part)


def _is_rebuilt(checker: TypeChecker, call: CallExpr) -> bool:
    """Whether the caller has given the object it calls other parts: `model.fc = nn.Linear(16, 2)`."""
    own = place_of(call.callee)
    given = (target for statement in statements(current_body(checker)) for target, _ in targets(statement))
    return bool(own) and any(isinstance(target, MemberExpr) and place_of(target.expr) == own for target in given)

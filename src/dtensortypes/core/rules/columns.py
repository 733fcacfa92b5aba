"""The columns of one entry, and what they say of a call: each column fails for itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple, TypeAlias, TypeVar

from dtensortypes.core.facts.device import META, Device, DeviceFact
from dtensortypes.core.facts.dtype import DTypeFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Value
from dtensortypes.core.problems import Kind, Problem, Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.devices import as_device
from dtensortypes.core.rules.gradients import refuse_gradients
from dtensortypes.core.rules.inplace import refuse_growth, refuse_leaving, refuse_storing
from dtensortypes.core.rules.lifted import lifted
from dtensortypes.core.rules.promotion import PROMOTING, implicit_change
from dtensortypes.core.rules.shapes import broadcast
from dtensortypes.core.rules.state import State, regions
from dtensortypes.core.rules.taking import Takes
from dtensortypes.core.rules.words import Autocast, Demand, DeviceWord, DTypeWord, ShapeWord, ValueWord

T = TypeVar("T")
D = TypeVar("D")

Shapes: TypeAlias = Shape | tuple[Shape, ...] | Items


class Outcome(NamedTuple):
    """What a call gives and what is wrong with it; `must_use` where dropping the result is a bug.

    `doubts` are what torch does, and hardly anyone means.
    """

    result: Value = UNKNOWN
    problems: tuple[Problem, ...] = ()
    must_use: bool = False
    doubts: tuple[Problem, ...] = ()

    @property
    def refuses_dtypes(self) -> bool:
        return any(problem.kind is Kind.DTYPE for problem in self.problems)


class Findings:
    """The problems of one call, each once."""

    __slots__ = ("problems",)

    def __init__(self, problems: Iterable[Problem] = ()) -> None:
        self.problems = list(problems)

    def of(self, rule: Callable[[Call], T], call: Call, otherwise: D) -> T | D:
        """What the rule says; where it refuses, its problem is noted and `otherwise` stands in."""
        try:
            return rule(call)
        except Refused as refused:
            self.note(refused.problem)
            return otherwise

    def note(self, problem: Problem) -> None:
        if problem not in self.problems:
            self.problems.append(problem)


class Columns(NamedTuple):
    """What an operation does to dtype, device and shape; a tuple of words where it gives several tensors.

    `takes` refuses dtypes, `autocast` casts the arguments first, `value` says the result where it is no tensor, and
    `demands` refuse other arguments.
    """

    dtype: DTypeWord | tuple[DTypeWord, ...]
    device: DeviceWord
    shape: ShapeWord | tuple[ShapeWord, ...]
    takes: Takes | None = None
    autocast: Autocast | None = None
    value: ValueWord | None = None
    demands: tuple[Demand, ...] = ()

    def outcome(self, call: Call) -> Outcome:
        findings = Findings()
        on_meta = _on_meta(call)
        if not on_meta:
            for demand in self.demands:
                findings.of(demand, call, None)
        result: Value
        if self.value is not None:
            result = findings.of(self.value, call, UNKNOWN)
        else:
            dtypes = self._dtypes(call, findings, on_meta=on_meta)
            device = findings.of(self._device, call, UNKNOWN)
            result = _tensors(dtypes, device, self._shapes(call, findings))
        if call["requires_grad"] is True:
            findings.of(lambda call: refuse_gradients(call, result), call, None)
        return Outcome(result, tuple(findings.problems))

    def outcome_in_place(self, call: Call) -> Outcome:
        """As `outcome`, where the result must find room in self; a region casts nothing for it."""
        outcome = self.outcome(replace(call, state=call.state._replace(autocast=None)))
        result, findings = outcome.result, Findings(outcome.problems)
        if not isinstance(result, TensorFact) or result == call.first:
            return outcome
        pointwise = self.shape is broadcast
        findings.of(lambda call: refuse_storing(call, result.dtype, pointwise=pointwise), call, None)
        findings.of(lambda call: refuse_leaving(call, result.device), call, None)
        shape = result.shape
        if self.shape is broadcast:
            findings.of(lambda call: refuse_growth(call, result.shape), call, None)
            shape = call.first.shape
        kept = TensorFact(call.first.dtype, call.first.device, shape)
        return Outcome(kept, tuple(findings.problems))

    def outcome_into(self, call: Call, out: Value) -> Outcome:
        """As `outcome`, with the result in the tensor, or the tensors, `out`; those are given its shape."""
        outcome = self.outcome(replace(call, state=call.state._replace(autocast=None)))
        findings = Findings(outcome.problems)
        return Outcome(self._stored(call, outcome.result, out, findings), tuple(findings.problems))

    def _stored(self, call: Call, result: Value, out: Value, findings: Findings) -> Value:
        match result, out:
            case TensorFact(), TensorFact():
                into = replace(call, arguments={"out": out})
                if self.shape is broadcast:  # other operations cast what they are given first
                    findings.of(lambda call: refuse_storing(call, result.dtype, pointwise=True), into, None)
                findings.of(lambda call: refuse_leaving(call, result.device), into, None)
                return replace(out, shape=result.shape)
            case tuple(), tuple() if len(result) == len(out) and isinstance(self.dtype, tuple):
                return tuple(self._stored(call, one, other, findings) for one, other in zip(result, out, strict=True))
        return UNKNOWN

    def _dtypes(self, call: Call, findings: Findings, *, on_meta: bool) -> tuple[DTypeFact, ...] | DTypeFact:
        if on_meta:
            findings = Findings()  # without numbers there is no kernel that could refuse a dtype
        elif self.autocast and call.state.autocast is UNKNOWN:
            outside, *inside = regions(call.state)
            wrong = self._wrong_in(outside, call)
            if wrong and all(self._wrong_in(state, call) for state in inside):
                for problem in wrong:
                    findings.note(problem)
        return self._dtypes_in_region(call, findings)

    def _wrong_in(self, state: State, call: Call) -> list[Problem]:
        """What is wrong with the call's dtypes in this region."""
        findings = Findings()
        self._dtypes_in_region(replace(call, state=state), findings)
        return [problem for problem in findings.problems if problem.kind is Kind.DTYPE]

    def _dtypes_in_region(self, call: Call, findings: Findings) -> tuple[DTypeFact, ...] | DTypeFact:
        if self.autocast and call.state.autocast is not None:
            call = findings.of(self.autocast, call, call)
        words = self.dtype if isinstance(self.dtype, tuple) else (self.dtype,)
        facts = tuple(findings.of(lifted(word, self.takes), call, UNKNOWN) for word in words)
        change = implicit_change(call, facts[0]) if words[0] in PROMOTING else None
        if change is not None:
            findings.note(change)
        return facts if isinstance(self.dtype, tuple) else facts[0]

    def _device(self, call: Call) -> DeviceFact:
        found = self.device(call)
        return found.device if isinstance(found, TensorFact) else found

    def _shapes(self, call: Call, findings: Findings) -> Shapes:
        if isinstance(self.shape, tuple):
            return tuple(_shape(findings.of(word, call, UNKNOWN_SHAPE)) for word in self.shape)
        found = findings.of(self.shape, call, UNKNOWN_SHAPE)
        return found if isinstance(found, tuple | Items) else _shape(found)


def _on_meta(call: Call) -> bool:
    """Whether torch works out shapes alone; its meta kernels check less than those that compute."""
    asked = call["device"]
    if asked is not None and as_device(asked) == META:
        return True
    return any(isinstance(one.device, Device) and one.device.type == META.type for one in call.tensors)


def _shape(found: object) -> Shape:
    if isinstance(found, TensorFact):
        return found.shape
    return found if isinstance(found, Shape) else UNKNOWN_SHAPE


def _tensors(dtype: DTypeFact | tuple[DTypeFact, ...], device: DeviceFact, shape: Shapes) -> Value:
    """The result: a tensor, or a tuple of tensors where a column says several."""
    if isinstance(dtype, tuple):
        shapes = shape if isinstance(shape, tuple) else (_shape(shape),) * len(dtype)
        return tuple(TensorFact(one, device, other) for one, other in zip(dtype, shapes, strict=True))
    if isinstance(shape, tuple):
        return tuple(TensorFact(dtype, device, one) for one in shape)
    if isinstance(shape, Items):
        return Items(TensorFact(dtype, device, _shape(shape.item)))
    return TensorFact(dtype, device, shape)

"""Where the generated wrappers turn when they are not sure: a call, or its return value, is judged and told about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import torch

from dtensortypes.core.algebra.align import Declared as Source
from dtensortypes.core.algebra.align import DimClaim, RunClaim
from dtensortypes.core.algebra.solve import Bound as BoundSize
from dtensortypes.core.algebra.unify import Bindings
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.pattern import AxisRun
from dtensortypes.core.facts.shape import SCALAR, Shape
from dtensortypes.core.problems import too_narrow
from dtensortypes.runtime.enforcing import passes
from dtensortypes.runtime.errors import TensorTypeError
from dtensortypes.runtime.finding import Found, Wrong
from dtensortypes.runtime.judge import Bound, judged, until_wrong
from dtensortypes.runtime.live import device_fact, dim_fact, dtype_fact
from dtensortypes.runtime.matching import readings
from dtensortypes.runtime.nodes import ANY_SHAPE, Node
from dtensortypes.runtime.postponed import postponed
from dtensortypes.runtime.reading import is_ambiguous, tensors
from dtensortypes.runtime.report import refused
from dtensortypes.runtime.signature import Signature

Judgement = TypeVar("Judgement")


@dataclass(frozen=True, slots=True)
class Opened:
    """A call whose arguments have been judged: `fault` is the error to raise, if they are wrong.

    `place` is the user's line that made it; None for the one that runs.
    """

    signature: Signature
    arguments: Mapping[str, object]
    bound: Bound
    fault: TensorTypeError | None = None
    place: str | None = None

    def closed(self, result: object) -> TensorTypeError | None:
        """The error to raise if the return value is wrong."""
        if torch.compiler.is_dynamo_compiling():
            return outside(self._closed, result)
        return self._closed(result)

    def _closed(self, result: object) -> TensorTypeError | None:
        return self.signature.enforced(self.found(result))

    def found(self, result: object) -> TensorTypeError | None:
        """The error of a return value that is wrong, whatever the mode makes of it."""
        tree = self.signature.returns.tree
        if tree is None:
            return None
        try:
            judged([(tree, result, self.signature.outcome)], self.bound, self.arguments)
        except Wrong as wrong:
            if self._reads_otherwise(tree, result):
                return None
            bound, place = self.bound, self.place  # but no name for what is raised, which would keep this frame alive
            return refused(
                self.signature, self.arguments, self._blamed(wrong, tree, result), bound, result, place=place
            )
        return None

    def _reads_otherwise(self, tree: Node, result: object) -> bool:
        """Whether the result is right after all, where a union among the arguments is read in another way."""
        values = _values(self.signature, self.arguments)
        if not any(is_ambiguous(node) for node, _, _ in values):
            return False
        try:
            judged([*values, (tree, result, self.signature.outcome)], Bound(), self.arguments)
        except Wrong:
            return False
        return True

    def _blamed(self, wrong: Wrong, tree: Node, result: object) -> Wrong:
        """The same said of the return value, where arguments that were right do not broadcast to it."""
        if wrong.path.startswith(self.signature.outcome):
            return wrong
        for one in readings(tree, result, self.signature.outcome, self.arguments):
            if not isinstance(one, Found):
                continue
            run = one.hint.pattern.run
            if run is not None and run.name in self.bound.dims.runs and not run.broadcastable:
                return Wrong(one.path, too_narrow(one.fact.shape, one.hint.pattern))
        return wrong


@dataclass(frozen=True, slots=True)
class Refused:
    """A call whose arguments are surely wrong; what is wrong with them is found when it is asked for."""

    signature: Signature
    arguments: Mapping[str, object]
    fault: TensorTypeError | None

    @property
    def bound(self) -> Bound:
        """What was bound before the argument that is wrong."""
        return until_wrong(_values(self.signature, self.arguments), self.arguments)

    def closed(self, result: object) -> TensorTypeError | None:
        """The error to raise if the return value is wrong, where the mode let the call go on."""
        return Opened(self.signature, self.arguments, self.bound).closed(result)


@dataclass(frozen=True, slots=True)
class Passed:
    """A call whose arguments are right, by checks that nobody heard of."""

    signature: Signature
    arguments: Mapping[str, object]
    bound: Mapping[str, Any]
    fault: None = None

    def closed(self, result: object) -> TensorTypeError | None:
        """The error to raise if the return value is wrong."""
        return closed(self.signature, self.arguments, result, self.bound)


def opened(signature: Signature, arguments: Mapping[str, object]) -> Opened | Refused | Passed:
    """The call with its arguments judged."""
    if torch.compiler.is_dynamo_compiling():
        if not leave_graph(signature, arguments):
            return Passed(signature, arguments, {})
        return outside(_opened, signature, arguments)
    return _opened(signature, arguments)


def _opened(signature: Signature, arguments: Mapping[str, object]) -> Opened | Refused | Passed:
    told = signature.quiet.begin(arguments)
    if told is False:
        fault = postponed(signature, arguments, lambda kept, place: _tried(signature, kept, place).fault)
        if fault is not None:
            return Refused(signature, arguments, signature.enforced(fault))
    if told is None or told is False:
        case = _tried(signature, arguments)
        return replace(case, fault=signature.enforced(case.fault))
    return Passed(signature, arguments, told)


def _tried(signature: Signature, arguments: Mapping[str, object], place: str | None = None) -> Opened:
    values = _values(signature, arguments)
    try:
        return Opened(signature, arguments, judged(values, Bound(), arguments))
    except Wrong as wrong:
        before = until_wrong(values, arguments)
        return Opened(signature, arguments, before, refused(signature, arguments, wrong, before, place=place))


def closed(
    signature: Signature, arguments: Mapping[str, object], result: object, bound: Mapping[str, Any]
) -> TensorTypeError | None:
    """The error to raise if the return value is wrong, under what the wrapper had bound when the call began."""
    if torch.compiler.is_dynamo_compiling():
        if not leave_graph(signature, {**arguments, signature.outcome: result}):
            return None
        return outside(_closed, signature, arguments, result, bound)
    return _closed(signature, arguments, result, bound)


def _closed(
    signature: Signature, arguments: Mapping[str, object], result: object, bound: Mapping[str, Any]
) -> TensorTypeError | None:
    sure = signature.quiet.end(arguments, bound, result)
    if sure:
        return None
    if sure is False:
        values = {**arguments, signature.outcome: result}
        fault = postponed(signature, values, lambda kept, place: _ended(signature, kept, bound, place))
        if fault is not None:
            return signature.enforced(fault)
    return Opened(signature, arguments, given(signature, bound)).closed(result)


def _ended(
    signature: Signature, values: Mapping[str, object], bound: Mapping[str, Any], place: str
) -> TensorTypeError | None:
    arguments = {slot.name: values[slot.name] for slot in signature.slots}
    return Opened(signature, arguments, given(signature, bound), place=place).found(values[signature.outcome])


def outside(judge: Callable[..., Judgement], *arguments: Any) -> Judgement:
    """What the judge says, once a graph has been left: Dynamo, which would take seconds to follow it, does not look."""
    judgement: Judgement = torch.compiler.disable(judge)(*arguments)  # type: ignore[no-untyped-call]
    return judgement


def leave_graph(signature: Signature, values: Mapping[str, object]) -> bool:
    """Have the call judged outside of the graph; where a graph may not break, this text is all that is said.

    False where the mode lets the call pass, whatever is wrong with it.
    """
    text = f'a tensor is not what "{signature.function}" declares, or can be judged outside of a graph only'
    for name, value in values.items():
        if isinstance(value, torch.Tensor):
            text += f"; {name} is {value.dtype} {value.device}, {value.ndim} dims"
    for slot in (*signature.slots, signature.returns):
        if slot.tree is not None:
            text += f"; {slot.name} is declared {slot.declared}"
    if passes(text, signature.module, signature.settings.mode):
        return False
    torch._dynamo.graph_break(msg=text)
    return True


def _values(signature: Signature, arguments: Mapping[str, object]) -> list[tuple[Node, object, str]]:
    """The arguments with tensors in them, each with its tree and its name."""
    return [(slot.tree, arguments[slot.name], slot.name) for slot in signature.slots if slot.tree is not None]


def given(signature: Signature, bound: Mapping[str, Any]) -> Bound:
    """The wrapper's variables as bindings that remember which argument bound them."""
    of_kind: dict[str, dict[str, Any]] = {"dim ": {}, "run ": {}, "stretched ": {}, "dtype ": {}, "device ": {}}
    for key, value in bound.items():
        kind, space, name = key.partition(" ")
        if value is not None:
            of_kind[kind + space][name] = value
    dims = {name: _size(name, size, signature) for name, size in of_kind["dim "].items()}
    runs = {name: Shape(tuple(map(dim_fact, sizes))) for name, sizes in of_kind["run "].items()}
    claims = tuple(
        RunClaim(AxisRun(name, True), Shape(tuple(map(dim_fact, sizes))), Source(ANY_SHAPE, SCALAR))
        for name, sizes in of_kind["stretched "].items()
    )
    return Bound(
        Bindings(dims, {**runs, **{claim.run.name or "": claim.dims for claim in claims}}, runs, (), claims),
        {name: (dtype_fact(dtype), _whence(name, signature)) for name, dtype in of_kind["dtype "].items()},
        {name: (device_fact(device), _whence(name, signature)) for name, device in of_kind["device "].items()},
    )


def _size(name: str, value: int, signature: Signature) -> BoundSize:
    dim, size = Dim.of(name), dim_fact(value)
    for slot in signature.slots:
        for hint in tensors(slot.tree) if slot.tree else ():
            for place, axis in enumerate(hint.pattern.axes):
                if axis.dim == dim and not axis.broadcastable:
                    source = Source(hint.pattern, SCALAR, slot.name)
                    return BoundSize(size, DimClaim(axis, size, place, source))
    return BoundSize(size)


def _whence(name: str, signature: Signature) -> str:
    """The first argument whose hint has this type variable."""
    for slot in signature.slots:
        for hint in tensors(slot.tree) if slot.tree else ():
            if name in {hint.dtype.notation, hint.device.notation}:
                return slot.name
    return "the arguments"

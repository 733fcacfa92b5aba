"""Where the generated wrappers turn when they are not sure: a call, or its return value, is judged and told about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import torch

from dtensortypes.core.algebra.align import Declared as Source
from dtensortypes.core.algebra.align import DimClaim, RunClaim
from dtensortypes.core.algebra.solve import Bound as BoundSize
from dtensortypes.core.algebra.unify import Bindings
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.pattern import AxisRun
from dtensortypes.core.facts.shape import SCALAR, Shape
from dtensortypes.core.problems import too_narrow
from dtensortypes.runtime.errors import TensorTypeError
from dtensortypes.runtime.judge import Bound, judged
from dtensortypes.runtime.live import device_fact, dtype_fact
from dtensortypes.runtime.matching import Wrong, readings
from dtensortypes.runtime.nodes import ANY_SHAPE, Node
from dtensortypes.runtime.reading import tensors
from dtensortypes.runtime.report import refused
from dtensortypes.runtime.signature import Signature


@dataclass(frozen=True, slots=True)
class Opened:
    """A call whose arguments have been judged: `fault` is the error to raise, if they are wrong."""

    signature: Signature
    arguments: Mapping[str, object]
    bound: Bound
    fault: TensorTypeError | None = None

    def closed(self, result: object) -> TensorTypeError | None:
        """The error to raise if the return value is wrong."""
        tree = self.signature.returns.tree
        if tree is None:
            return None
        try:
            judged([(tree, result, self.signature.outcome)], self.bound, self.arguments)
        except Wrong as wrong:
            return refused(self.signature, self.arguments, self._blamed(wrong, tree, result), self.bound, result)
        return None

    def _blamed(self, wrong: Wrong, tree: Node, result: object) -> Wrong:
        """The same said of the return value, where arguments that were right do not broadcast to it."""
        if wrong.path.startswith(self.signature.outcome):
            return wrong
        for one in readings(tree, result, self.signature.outcome)[0]:
            run = one.hint.pattern.run
            if run is not None and run.name in self.bound.dims.runs and not run.broadcastable:
                return Wrong(one.path, too_narrow(one.fact.shape, one.hint.pattern))
        return wrong


def opened(signature: Signature, arguments: Mapping[str, object]) -> Opened:
    """The call with its arguments judged."""
    if torch.compiler.is_dynamo_compiling():
        _leave_graph(signature, arguments)
    values = [(slot.tree, arguments[slot.name], slot.name) for slot in signature.slots if slot.tree is not None]
    try:
        return Opened(signature, arguments, judged(values, Bound(), arguments))
    except Wrong as wrong:
        before = _until_wrong(values, arguments)
        return Opened(signature, arguments, before, refused(signature, arguments, wrong, before))


def closed(
    signature: Signature, arguments: Mapping[str, object], result: object, bound: Mapping[str, Any]
) -> TensorTypeError | None:
    """The error to raise if the return value is wrong, under what the wrapper had bound when the call began."""
    if torch.compiler.is_dynamo_compiling():
        _leave_graph(signature, {**arguments, signature.outcome: result})
    return Opened(signature, arguments, _given(signature, bound)).closed(result)


def _leave_graph(signature: Signature, values: Mapping[str, object]) -> None:
    """Have the call judged outside of the graph; where a graph may not break, this text is all that is said."""
    text = f'a tensor is not what "{signature.function}" declares, or can be judged outside of a graph only'
    for name, value in values.items():
        if isinstance(value, torch.Tensor):
            text += f"; {name} is {value.dtype} {value.device}, {value.ndim} dims"
    for slot in (*signature.slots, signature.returns):
        if slot.tree is not None:
            text += f"; {slot.name} is declared {slot.tree.notation}"
    torch._dynamo.graph_break(msg=text)


def _until_wrong(values: list[tuple[Node, object, str]], arguments: Mapping[str, object]) -> Bound:
    """What was bound before the argument that is wrong."""
    bound = Bound()
    for value in values:
        try:
            bound = judged([value], bound, arguments)
        except Wrong:
            break
    return bound


def _given(signature: Signature, bound: Mapping[str, Any]) -> Bound:
    """The wrapper's variables as bindings that remember which argument bound them."""
    of_kind: dict[str, dict[str, Any]] = {"dim ": {}, "run ": {}, "stretched ": {}, "dtype ": {}, "device ": {}}
    for key, value in bound.items():
        kind, space, name = key.partition(" ")
        if value is not None:
            of_kind[kind + space][name] = value
    dims = {name: _size(name, size, signature) for name, size in of_kind["dim "].items()}
    runs = {name: Shape(tuple(map(Dim.of, sizes))) for name, sizes in of_kind["run "].items()}
    claims = tuple(
        RunClaim(AxisRun(name, True), Shape(tuple(map(Dim.of, sizes))), Source(ANY_SHAPE, SCALAR))
        for name, sizes in of_kind["stretched "].items()
    )
    return Bound(
        Bindings(dims, {**runs, **{claim.run.name or "": claim.dims for claim in claims}}, runs, (), claims),
        {name: (dtype_fact(dtype), _whence(name, signature)) for name, dtype in of_kind["dtype "].items()},
        {name: (device_fact(device), _whence(name, signature)) for name, device in of_kind["device "].items()},
    )


def _size(name: str, value: int, signature: Signature) -> BoundSize:
    dim = Dim.of(name)
    for slot in signature.slots:
        for hint in tensors(slot.tree) if slot.tree else ():
            for place, axis in enumerate(hint.pattern.axes):
                if axis.dim == dim and not axis.broadcastable:
                    source = Source(hint.pattern, SCALAR, slot.name)
                    return BoundSize(Dim.of(value), DimClaim(axis, Dim.of(value), place, source))
    return BoundSize(Dim.of(value))


def _whence(name: str, signature: Signature) -> str:
    """The first argument whose hint has this type variable."""
    for slot in signature.slots:
        for hint in tensors(slot.tree) if slot.tree else ():
            if name in {hint.dtype.notation, hint.device.notation}:
                return slot.name
    return "the arguments"

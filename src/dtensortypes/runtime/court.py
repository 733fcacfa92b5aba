"""Where the generated wrappers turn when they are not sure: a call, or its return value, is judged and told about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dtensortypes.core.algebra.align import DimClaim
from dtensortypes.core.algebra.align import Declared as Source
from dtensortypes.core.algebra.solve import Bound as BoundSize
from dtensortypes.core.algebra.unify import Bindings
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.pattern import Axis
from dtensortypes.core.facts.shape import SCALAR, Shape
from dtensortypes.runtime.errors import TensorTypeError
from dtensortypes.runtime.judge import Bound, Variable, judged
from dtensortypes.runtime.live import device_fact, dtype_fact
from dtensortypes.runtime.matching import Wrong
from dtensortypes.runtime.nodes import Node, TensorHint
from dtensortypes.runtime.report import RETURN, refused
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
            judged([(tree, result, RETURN)], self.bound, self.arguments)
        except Wrong as wrong:
            return refused(self.signature, self.arguments, wrong, self.bound, result)
        return None


def opened(signature: Signature, arguments: Mapping[str, object]) -> Opened:
    """The call with its arguments judged."""
    values = [(slot.tree, arguments[slot.name], slot.name) for slot in signature.slots if slot.tree is not None]
    try:
        return Opened(signature, arguments, judged(values, Bound(), arguments))
    except Wrong as wrong:
        before = _until(values, wrong, arguments)
        return Opened(signature, arguments, before, refused(signature, arguments, wrong, before))


def closed(
    signature: Signature, arguments: Mapping[str, object], result: object, bound: Mapping[str, Any]
) -> TensorTypeError | None:
    """The error to raise if the return value is wrong, under what the wrapper had bound when the call began."""
    return Opened(signature, arguments, _given(signature, bound)).closed(result)


def _until(values: list[tuple[Node, object, str]], wrong: Wrong, arguments: Mapping[str, object]) -> Bound:
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
    dims, runs = {}, {}
    dtypes: dict[str, Variable] = {}
    devices: dict[str, Variable] = {}
    for name, value in bound.items():
        kind, _, key = name.partition(" ")
        if value is None:
            continue
        if kind == "dim":
            dims[key] = _size(key, value, signature)
        elif kind == "run":
            runs[key] = Shape(tuple(map(Dim.of, value)))
        elif kind == "dtype":
            dtypes[key] = (dtype_fact(value), _whence(key, signature))
        else:
            devices[key] = (device_fact(value), _whence(key, signature))
    return Bound(Bindings(dims, runs, runs), dtypes, devices)


def _size(name: str, value: int, signature: Signature) -> BoundSize:
    for slot in signature.slots:
        if isinstance(slot.tree, TensorHint):
            for place, axis in enumerate(slot.tree.pattern.axes):
                if axis.dim == Dim.of(name) and not axis.broadcastable:
                    source = Source(slot.tree.pattern, SCALAR, slot.name)
                    return BoundSize(Dim.of(value), DimClaim(Axis(Dim.of(name)), Dim.of(value), place, source))
    return BoundSize(Dim.of(value))


def _whence(name: str, signature: Signature) -> str:
    """The first argument whose hint has this type variable."""
    for slot in signature.slots:
        if isinstance(slot.tree, TensorHint) and name in {slot.tree.dtype.notation, slot.tree.device.notation}:
            return slot.name
    return "the arguments"

"""What is wrong with an instance, found by the judge; the generated checks only know that nothing is."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Final

import torch
from torch import nn

from dtensortypes.core.problems import missing
from dtensortypes.runtime.classes.layout import Layout
from dtensortypes.runtime.court import leave_graph, outside
from dtensortypes.runtime.errors import TensorTypeError
from dtensortypes.runtime.finding import Wrong
from dtensortypes.runtime.judge import Bound, judged, until_wrong
from dtensortypes.runtime.postponed import postponed
from dtensortypes.runtime.report import refused
from dtensortypes.runtime.settings import configuration
from dtensortypes.runtime.signature import Slot

_ABSENT: Final = object()


def fault_in(layout: Layout, instance: object, given: Mapping[str, object] | None = None) -> Exception | None:
    """The error to raise for an instance that is not as declared; what is given is about to be what it has.

    There may be no instance yet: then all is given.
    """
    given = given or {}
    if torch.compiler.is_dynamo_compiling():
        return outside(_enforced, layout, instance, given) if leave_graph(layout, given) else None
    if instance is None and _stand_in(given):
        return None
    return _enforced(layout, instance, given)


def _stand_in(given: Mapping[str, object]) -> bool:
    """Whether Dynamo makes a NamedTuple of its own notes on values: in torch 2.11 it follows no `__new__` of one."""
    module = sys.modules.get("torch._dynamo.variables.base")
    return module is not None and any(issubclass(type(value), module.VariableTracker) for value in given.values())


def _enforced(layout: Layout, instance: object, given: Mapping[str, object]) -> Exception | None:
    if len(given) == 1:
        (name,) = given
        layout = layout.around[name]
    return layout.enforced(_fault(layout, instance, _held(layout, instance, given), [*given]))


def found_in(layout: Layout, instance: object) -> Exception | None:
    """The same of what the instance has, whatever the mode makes of it."""
    return _fault(layout, instance, _held(layout, instance, {}), [])


def _held(layout: Layout, instance: object, given: Mapping[str, object]) -> dict[str, object]:
    """What the instance has, in the order of its declaration; not what has no size yet."""
    values = {
        slot.name: given[slot.name] if slot.name in given else getattr(instance, slot.name, _ABSENT)
        for slot in layout.slots
    }
    return {name: value for name, value in values.items() if not _is_uninitialized(value)}


def _is_uninitialized(value: object) -> bool:
    return isinstance(value, nn.UninitializedParameter | nn.UninitializedBuffer)


def _fault(layout: Layout, instance: object, values: Mapping[str, object], last: list[str]) -> Exception | None:
    there = {name: value for name, value in values.items() if value is not _ABSENT}
    present = layout if len(there) == len(layout.slots) else layout.of_only(there)
    for slot in layout.slots:
        if slot.name in layout.required and values.get(slot.name) is _ABSENT:
            return refused(present, there, Wrong(slot.name, missing(slot.declared)), Bound())
    for slot in present.slots:
        fault = _plain_fault(layout, slot, there[slot.name])
        if fault is not None:
            return fault
    instance = instance if instance is not None else SimpleNamespace(**there)
    told = present.quiet.begin({"self": instance, **there})
    if told is False and not present.refers:
        wrong = postponed(present, there, lambda kept, place: _tensor_fault(present, None, kept, last, place))
        if wrong is not None:
            return wrong
    return _tensor_fault(present, instance, there, last) if told is None or told is False else None


def _plain_fault(layout: Layout, slot: Slot, value: object) -> Exception | None:
    if not slot.for_beartype:
        return None
    from beartype.door import die_if_unbearable

    subject, conf = layout.subject(slot.name), configuration(layout.conf)
    try:
        die_if_unbearable(value, slot.hint, conf=conf, exception_prefix=f"{subject[0].upper()}{subject[1:]} ")
    except conf.violation_door_type as violation:
        return violation.with_traceback(None)
    return None


def _tensor_fault(
    layout: Layout, instance: object, there: Mapping[str, object], last: list[str], place: str | None = None
) -> TensorTypeError | None:
    """What tensor does not fit the others; what is given comes last, as it is to fit what is there."""
    arguments = {"self": instance}
    values = [(tree, there[name], name) for name, tree in sorted(layout.nodes.items(), key=lambda one: one[0] in last)]
    try:
        judged(values, Bound(), arguments)
    except Wrong as wrong:
        return refused(layout, there, wrong, until_wrong(values, arguments), place=place)
    return None

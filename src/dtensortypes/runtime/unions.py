"""Unions of tensors: several hints that are one, and two that no tensor can both be."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Any

from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import Device, one_of_devices
from dtensortypes.core.facts.dtype import DType, one_of_dtypes
from dtensortypes.core.facts.pattern import Pattern
from dtensortypes.runtime.arrays import is_array_class
from dtensortypes.runtime.live import torch_dtypes
from dtensortypes.runtime.nodes import Either, Node, TensorHint


def united(members: tuple[Node, ...]) -> Node:
    """The union of these, tensors that differ in one place only as one."""
    flat = [one for member in members for one in (member.members if isinstance(member, Either) else (member,))]
    merged: list[Node] = []
    for member in flat:
        last = merged[-1] if merged else None
        joined = _joined(last, member) if isinstance(last, TensorHint) and isinstance(member, TensorHint) else None
        merged[-1:] = [joined] if joined else [*merged[-1:], member]
    return merged[0] if len(merged) == 1 else Either(tuple(merged))


def _joined(one: TensorHint, other: TensorHint) -> TensorHint | None:
    """Two tensor hints in one, where they differ only in a dtype or only in a device."""
    alike = (one.pattern, one.placements, one.kind) == (other.pattern, other.placements, other.kind)
    if not alike or Var in {type(one.dtype), type(one.device)}:
        return None
    written = f"{one.notation} | {other.notation}" if one.written or other.written else ""
    if one.device == other.device and isinstance(one.dtype, DType | OneOf) and isinstance(other.dtype, DType | OneOf):
        dtypes = one_of_dtypes(_members(one.dtype) | _members(other.dtype))
        return replace(one, dtype=dtypes, written=written)
    if one.dtype == other.dtype and isinstance(one.device, Device | OneOf) and isinstance(other.device, Device | OneOf):
        return replace(one, device=one_of_devices(_members(one.device) | _members(other.device)), written=written)
    return None


def _members(fact: Any) -> frozenset[Any]:
    return fact.members if isinstance(fact, OneOf) else frozenset({fact})


def apart(one: TensorHint, other: TensorHint) -> bool:
    """Whether no value can be both, by its class, its dtype or its number of dims."""
    if is_array_class(one.kind) != is_array_class(other.kind):
        return True
    dtypes, others = torch_dtypes(one.dtype), torch_dtypes(other.dtype)
    if dtypes is not None and others is not None and not dtypes & others:
        return True
    (least, most), (least2, most2) = _ranks(one.pattern), _ranks(other.pattern)
    return most < least2 or most2 < least


def _ranks(pattern: Pattern) -> tuple[float, float]:
    return len(pattern.axes), inf if pattern.run else len(pattern.axes)

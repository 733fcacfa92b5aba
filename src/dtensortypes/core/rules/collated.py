"""What a data loader's `default_collate` makes of its items: one batch (torch/utils/data/_utils/collate.py)."""

from __future__ import annotations

from dataclasses import replace

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import BOOL, FLOAT64, INT64, Category
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.facts.value import Number, Value


def collated(item: Value, count: Dim | Unknown = UNKNOWN) -> Value:
    """The batch of such items: one dim more, numbers as tensors, tuples item by item; UNKNOWN for anything else.

    Of how many is not known unless `count` says so: the last batch may be smaller than the others.
    """
    match item:
        case TensorFact():
            return replace(item, shape=_stacked(item.shape, count))
        case ArrayFact(dtype=dtype) if dtype is not None:
            return TensorFact(dtype, CPU, _stacked(item.shape, count))
        case bool() | Number(category=Category.BOOL):
            return TensorFact(BOOL, CPU, Shape((count,)))
        case int() | Number(category=Category.INTEGER):
            return TensorFact(INT64, CPU, Shape((count,)))
        case float() | Number(category=Category.FLOAT):
            return TensorFact(FLOAT64, CPU, Shape((count,)))
        case tuple():
            return tuple(collated(one, count) for one in item)
    return UNKNOWN


def converted(item: Value) -> Value:
    """What a loader without batches gives for the item: arrays become tensors, numbers stay (`default_convert`)."""
    match item:
        case ArrayFact(dtype=dtype) if dtype is not None:
            return TensorFact(dtype, CPU, item.shape)
        case tuple():
            return tuple(map(converted, item))
    return item


def uncollated(batch: Value) -> Value:
    """An item that would be collated to this batch, its number of items forgotten; UNKNOWN where there is none."""
    match batch:
        case TensorFact(shape=Shape(left=(_, *rest), run=run, right=right)):
            return replace(batch, shape=Shape(tuple(rest), run, right))
        case tuple():
            return tuple(map(uncollated, batch))
    return UNKNOWN


def _stacked(shape: Shape, count: Dim | Unknown) -> Shape:
    return replace(shape, left=(count, *shape.left))

"""Torch is the judge: `default_collate` makes of a list of items what the rule says of one of them."""

import numpy as np
import pytest
import torch
from torch.utils.data import default_collate, default_convert

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import BY_NAME
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Number
from dtensortypes.core.rules.collated import collated, converted, uncollated

KINDS = {bool: 0, int: 1, float: 2}


def fact(value):
    """What is known of a live value."""
    match value:
        case torch.Tensor():
            dtype = BY_NAME[str(value.dtype).removeprefix("torch.")]
            return TensorFact(dtype, CPU, Shape.of(*value.shape))
        case np.ndarray():
            return ArrayFact(BY_NAME[value.dtype.name], Shape.of(*value.shape))
        case tuple():
            return tuple(map(fact, value))
    return value


def batch(value):
    """What is known of a live batch, but its length: the last batch of an epoch may be smaller."""
    if isinstance(value, (tuple, list)):
        return tuple(map(batch, value))
    known = fact(value)
    return TensorFact(known.dtype, known.device, Shape((UNKNOWN, *known.shape.left[1:])))


ITEMS = [
    *(torch.zeros(3, 4, dtype=dtype) for dtype in (torch.float16, torch.int32, torch.bool, torch.complex64)),
    torch.tensor(1.0),
    *(np.zeros((2, 3), dtype) for dtype in ("float64", "float32", "int64", "uint8", "bool")),
    *(3, 1.5, True),
    (torch.zeros(3), 1),
    (np.zeros(2), (1.5, torch.zeros(3, dtype=torch.int64))),
]


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: str(fact(item)))
def test_items_are_collated_as_torch_does(item):
    assert collated(fact(item)) == batch(default_collate([item, item]))


@pytest.mark.parametrize("number", [True, 3, 1.5])
def test_a_number_of_unknown_value_is_collated_as_its_kind(number):
    assert collated(Number(KINDS[type(number)])) == collated(number)


@pytest.mark.parametrize("item", ["text", None, UNKNOWN, ArrayFact(None)])
def test_nothing_is_said_of_other_items(item):
    assert collated(item) is UNKNOWN


def test_what_is_unknown_of_the_item_is_unknown_of_the_batch():
    assert collated((TensorFact(), UNKNOWN)) == (TensorFact(shape=collated(TensorFact()).shape), UNKNOWN)
    assert collated(TensorFact()).shape.notation == "_ ..."


@pytest.mark.parametrize("item", [torch.zeros(2, 3), np.zeros(3), (torch.zeros(3), np.zeros((2, 2), np.int64)), 1.5])
def test_without_batches(item):
    found = default_convert(item)
    assert converted(fact(item)) == fact(tuple(found) if isinstance(found, list) else found)


@pytest.mark.parametrize("made", [torch.zeros(2, 3), (torch.zeros(3), torch.zeros(3, 4).long())])
def test_an_item_of_a_batch_collates_to_such_a_batch(made):
    assert collated(uncollated(fact(made))) == batch(made)


@pytest.mark.parametrize("made", [torch.zeros(()), 1.5, "word"])
def test_what_is_no_batch_has_no_items(made):
    assert uncollated(fact(made)) is UNKNOWN


def test_batches_of_one_size():
    item = (torch.zeros(3), 1, 2.5, True, np.zeros(2))
    live = default_collate([item] * 4)
    assert collated(fact(item), Dim.of(4)) == tuple(map(fact, live))

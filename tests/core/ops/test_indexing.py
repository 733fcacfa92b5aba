"""Indexing: places, slices, masks and index tensors; the dtype is self's."""

import pytest
import torch

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import FLOAT32
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.ops import infer
from tests.core.ops.judge import told

X = torch.ones(4, 5, 6)


@pytest.mark.parametrize(
    "index",
    [0, -1, slice(1, 3), ..., None, (0, 1), (slice(None), 2), (..., 0), (None, 0), [0, 1], torch.tensor([0, 1]),
     (slice(None), torch.tensor([[0, 1]])), (torch.tensor([0]), slice(None), torch.tensor([1]))],
)  # fmt: skip
def test_getitem(index):
    assert told("torch.Tensor.__getitem__", X, index) == "exact"


def test_too_many_indexes():
    assert told("torch.Tensor.__getitem__", X, (0, 0, 0, 0)) == "predicted"


def test_a_mask_finds_as_many_as_there_are():
    assert told("torch.Tensor.__getitem__", X, X > 0) == "unknown"


def test_an_index_is_an_integer():
    assert told("torch.Tensor.__getitem__", X, torch.ones(2)) == "predicted"
    assert told("torch.gather", X, 0, torch.zeros(1, 1, 1)) == "predicted"


def test_assignment_must_fit():
    assert told("torch.Tensor.__setitem__", X, 0, torch.ones(6)) == "exact"
    assert told("torch.Tensor.__setitem__", X, 0, torch.ones(7)) == "predicted"


@pytest.mark.parametrize(
    ("value", "fits"),
    [("... _", True), ("... 1 _", True), ("1 ... _", True), ("... 2", False), ("2 ... _", False), ("... 1 2", False)],
)
def test_ones_on_the_left_do_not_count_even_where_the_rank_is_not_known(value, fits):
    given = (TensorFact(FLOAT32, CPU, Shape.of(4)), 0, TensorFact(FLOAT32, CPU, parse_shape(value)))
    assert (infer("torch.Tensor.__setitem__", given, {}).problems == ()) is fits


@pytest.mark.parametrize(
    ("index", "value", "verdict"),
    [
        (torch.tensor([0, 1]), torch.ones(2, 5, 6).double(), "predicted"),
        (torch.tensor([0, 1]), torch.tensor(1.0).double(), "predicted"),
        ((slice(None), torch.tensor([0, 1])), torch.ones(4, 2, 6).double(), "predicted"),
        (torch.tensor([0, 1]), torch.ones(2, 5, 6), "exact"),
        (torch.tensor(0), torch.ones(5, 6).double(), "exact"),
        (slice(0, 2), torch.ones(2, 5, 6).double(), "exact"),
        (X > 0, torch.tensor(1.0).double(), "exact"),
    ],
)
def test_what_is_put_to_several_places_has_their_dtype(index, value, verdict):
    assert told("torch.Tensor.__setitem__", X, index, value) == verdict

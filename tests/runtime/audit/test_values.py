"""Live arguments as values: what each kind of them is, and how it is shown."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn.utils.rnn import pack_sequence

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import FLOAT32, INT64, Category
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, LayerFact, Number, Packed, Slice
from dtensortypes.runtime.audit.values import call_of, index_of, spelled, value_of

X = torch.zeros(2, 3)
FACT = TensorFact(FLOAT32, CPU, Shape.of(2, 3))


@pytest.mark.parametrize(
    ("live", "value"),
    [
        (X, FACT),
        (torch.nn.Parameter(X), FACT),
        (X.shape, Shape.of(2, 3)),
        (torch.int64, INT64),
        (torch.device("cpu"), CPU),
        ([X, 1], (FACT, 1)),
        (range(3), (0, 1, 2)),
        (slice(None, 2), Slice(None, 2, None)),
        (X.max(dim=0), (TensorFact(FLOAT32, CPU, Shape.of(3)), TensorFact(INT64, CPU, Shape.of(3)))),
        (np.zeros((2, 1), "float32"), ArrayFact(FLOAT32, Shape.of(2, 1))),
        (np.int64(3), 3),
        (np.float32(0.5), 0.5),
        (np.datetime64("2020"), UNKNOWN),
        (pack_sequence([X]), Packed(FACT)),
        (torch.strided, UNKNOWN),
        ([0] * 2000, UNKNOWN),
        (object(), UNKNOWN),
    ],
    ids=lambda one: type(one).__name__,
)
def test_each_kind(live, value):
    assert value_of(live) == value


@given(st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.just(...))
def test_what_python_knows_stands_for_itself(live):
    value = value_of(live)
    assert value == live
    assert type(value) is type(live)


def test_a_list_is_one_item_of_an_index():
    assert index_of([0, 1]) == ((0, 1),)
    assert index_of((0, 1)) == (0, 1)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (FACT, 'Tensor[Float32, CPU, "2 3"]'),
        (Shape.of(2), "Size(2,)"),
        (ArrayFact(None, Shape.of(2)), 'ndarray[?, "2"]'),
        (Number(Category.FLOAT), "float"),
        (Slice(None, 2, None), ":2:"),
        (Items(1), "[1, ...]"),
        (LayerFact("torch.nn.ReLU", (("inplace", False),)), "torch.nn.ReLU(inplace=False)"),
        ((1,), "(1,)"),
        (tuple(range(9)), "(0, 1, 2, 3, 4, 5, and 3 more)"),
        (..., "..."),
        (UNKNOWN, "?"),
        ("same", "'same'"),
    ],
    ids=lambda one: str(one)[:40],
)
def test_in_words(value, text):
    assert spelled(value) == text


def test_a_call():
    assert call_of((FACT, INT64), {"dim": None}) == '(Tensor[Float32, CPU, "2 3"], Int64, dim=None)'

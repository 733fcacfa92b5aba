"""A tensor's fact prints as the annotation a user would write."""

import pytest

from dtensortypes.core.facts.device import CUDA
from dtensortypes.core.facts.dtype import FLOAT32
from dtensortypes.core.facts.shape import SCALAR, UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN


@pytest.mark.parametrize(
    ("fact", "notation"),
    [
        (TensorFact(), "Tensor"),
        (TensorFact(FLOAT32), "Tensor[Float32]"),
        (TensorFact(FLOAT32, CUDA), "Tensor[Float32, CUDA]"),
        (TensorFact(UNKNOWN, CUDA), "Tensor[Any, CUDA]"),
        (TensorFact(FLOAT32, UNKNOWN, Shape.of("b", 3)), 'Tensor[Float32, Any, "b 3"]'),
        (TensorFact(FLOAT32, CUDA, SCALAR), 'Tensor[Float32, CUDA, ""]'),
    ],
)
def test_the_notation_leaves_an_unknown_tail_out(fact, notation):
    assert fact.notation == notation


def test_an_array_of_which_nothing_is_known():
    assert ArrayFact().dtype is UNKNOWN
    assert ArrayFact().shape == UNKNOWN_SHAPE

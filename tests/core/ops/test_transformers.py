"""Attention and transformers are asked as programs ask them."""

from itertools import product

import pytest
import torch

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import FLOAT16, FLOAT32
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.ops import call_layer, infer, is_stateless

X = TensorFact(FLOAT32, CPU, Shape.of("b", "t", 8))


def layer(name, *args, **kwargs):
    return infer(f"torch.nn.{name}", args, kwargs).result


def test_self_attention():
    attention = layer("MultiheadAttention", 8, 2, batch_first=True)
    attended, weights = call_layer(attention, [X, X, X], {}).result
    assert (attended, weights.shape) == (X, Shape.of("b", "t", "t"))
    assert call_layer(attention, [X, X, X], {"need_weights": False}).result == (X, None)


def test_a_transformer_has_the_state_of_its_layers():
    inner = layer("TransformerEncoderLayer", 8, 2, dtype=FLOAT16)
    encoder = layer("TransformerEncoder", inner, 6)
    assert encoder.dtype == FLOAT16
    assert not is_stateless(encoder)
    assert call_layer(encoder, [X], {}).problems
    assert call_layer(layer("TransformerEncoder", layer("TransformerEncoderLayer", 8, 2), 6), [X], {}).result == X


@pytest.mark.parametrize("batch_first", [False, True])
def test_torch_refuses_the_same_keys_and_values(batch_first):
    sizes = [(2, 3, 8), (3, 2, 8), (2, 2, 8), (3, 3, 8), (2, 8), (3, 8)]
    attention = torch.nn.MultiheadAttention(8, 2, batch_first=batch_first)
    said = layer("MultiheadAttention", 8, 2, batch_first=batch_first)
    for shapes in product(sizes, repeat=3):
        answer = call_layer(said, [TensorFact(FLOAT32, CPU, Shape.of(*shape)) for shape in shapes], {})
        try:
            attention(*map(torch.zeros, shapes))
        except (AssertionError, RuntimeError):
            assert answer.problems, shapes
        else:
            assert not answer.problems, shapes

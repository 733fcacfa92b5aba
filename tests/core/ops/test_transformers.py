"""Attention and transformers are asked as programs ask them."""

from itertools import product

import pytest
import torch

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import FLOAT16, FLOAT32
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.ops import call_layer, infer, is_stateless
from tests.core.ops.judge import fact_of

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


@pytest.mark.parametrize("options", [{}, {"dtype": torch.float64}, {"device": "meta"}])
def test_the_mask_of_what_comes_later(options):
    mask = torch.nn.Transformer.generate_square_subsequent_mask(5, **options)
    said = infer("torch.nn.Transformer.generate_square_subsequent_mask", (5,), _as_facts(options)).result
    assert said == fact_of(mask)


def _as_facts(options):
    return {name: value if isinstance(value, str) else fact_of(value) for name, value in options.items()}

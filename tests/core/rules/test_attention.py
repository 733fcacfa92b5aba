"""What attention gives, with and without its weights."""

from functools import partial
from itertools import product

import pytest
import torch

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import BFLOAT16, BOOL, FLOAT16, FLOAT32, FLOAT64, INT64
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import LayerFact
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.attention import (
    as_layers,
    fitting,
    heads,
    heads_of_weights,
    items_kept,
    items_of,
    mask_of_query,
    masks,
)
from dtensortypes.core.rules.call import Call

LAYER = {"embed_dim": 8, "num_heads": 2, "batch_first": False, "add_bias_kv": False, "add_zero_attn": False}
ASKED = {"need_weights": True, "average_attn_weights": True}


def of(text, dtype=FLOAT32):
    return TensorFact(dtype, CPU, parse_shape(text))


def call(query, key, **config):
    given = {"query": of(query), "key": of(key), "value": of(key), "weight": of("...")}
    return Call("MultiheadAttention", given | LAYER | ASKED | config, ("query", "key", "value", "weight"))


@pytest.mark.parametrize(
    ("query", "key", "config", "weights"),
    [
        ("t b 8", "s b 8", {}, "b t s"),
        ("b t 8", "b s 8", {"batch_first": True}, "b t s"),
        ("t 8", "s 8", {}, "t s"),
        ("t b 8", "s b 8", {"average_attn_weights": False}, "b 2 t s"),
        ("t b 8", "s b 8", {"add_bias_kv": True, "add_zero_attn": True}, "b t s+2"),
        ("t b 8", "s b 8", {"batch_first": UNKNOWN}, "..."),
    ],
)
def test_weights(query, key, config, weights):
    attended, cared = heads(call(query, key, **config))
    assert attended == of(query)
    assert cared.shape.notation == weights


def test_weights_that_nobody_wants():
    assert heads(call("t b 8", "s b 8", need_weights=False)) == (of("t b 8"), None)
    assert heads(call("t b 8", "s b 8", need_weights=UNKNOWN)) == (of("t b 8"), UNKNOWN)


def test_what_is_not_taken():
    with pytest.raises(Refused, match="items of 8 numbers"):
        heads(call("t b 6", "s b 6"))
    with pytest.raises(Refused, match="2 or 3 dims"):
        heads(call("8", "8"))
    with pytest.raises(Refused, match="one dtype"):
        heads(call("t b 8", "s b 8").with_values({"key": of("s b 8", FLOAT64)}))


def test_items_go_through():
    assert items_kept(Call("TransformerEncoderLayer", {"src": of("t b 8"), "d_model": 8})).notation == "t b 8"
    with pytest.raises(Refused):
        items_kept(Call("TransformerEncoderLayer", {"src": of("t b 6"), "d_model": 8}))


def test_the_function_is_given_the_weights():
    given = {"embed_dim_to_check": 8, "bias_k": None, "add_zero_attn": True}
    attended, cared = heads_of_weights(call("t b 8", "s b 8", **given))
    assert attended == of("t b 8")
    assert cared.shape.notation == "b t s+1"


@pytest.mark.parametrize("mask", [BOOL, FLOAT32, BFLOAT16, UNKNOWN])
@pytest.mark.parametrize("query", [BFLOAT16, UNKNOWN])
def test_masks_that_are_taken(query, mask):
    mask_of_query(Call("attention", {"query": of("b n d", query), "attn_mask": of("n n", mask)}, ()))


@pytest.mark.parametrize("mask", [FLOAT16, FLOAT64, INT64])
def test_masks_that_are_refused(mask):
    with pytest.raises(Refused, match="as the query is"):
        mask_of_query(Call("attention", {"query": of("b n d", BFLOAT16), "attn_mask": of("n n", mask)}, ()))


@pytest.mark.parametrize(("dtype", "is_refused"), [(BOOL, False), (FLOAT16, False), (INT64, True), (UNKNOWN, False)])
def test_masks_are_bools_or_floats(dtype, is_refused):
    given = call("t b 8", "s b 8", key_padding_mask=of("b s", dtype))
    if is_refused:
        with pytest.raises(Refused):
            masks("key_padding_mask")(given)
    else:
        masks("key_padding_mask")(given)


SHAPES = ((5, 8), (5, 3, 8), (5, 2, 8), (4, 3, 8), (5, 3, 6))


@pytest.mark.parametrize("batch_first", [False, True])
@pytest.mark.parametrize("kdim", [None, 6])
def test_keys_and_values_are_as_torch_takes_them(batch_first, kdim):
    config = {"batch_first": batch_first, "kdim": kdim, "vdim": None}
    layer = torch.nn.MultiheadAttention(8, 2, **config)
    for shapes in product(SHAPES, repeat=3):
        facts = [TensorFact(FLOAT32, CPU, Shape.of(*shape)) for shape in shapes]
        asked = call("...", "...", **config).with_values(dict(zip(("query", "key", "value"), facts, strict=True)))
        assert is_refused(heads, asked) == is_refused(layer, *map(torch.ones, shapes)), shapes


@pytest.mark.parametrize("batch_first", [False, True])
def test_a_memory_suits_its_target(batch_first):
    layer = torch.nn.TransformerDecoderLayer(8, 2, batch_first=batch_first)
    for target, memory in product(SHAPES[:4], SHAPES):
        given = {"tgt": TensorFact(shape=Shape.of(*target)), "memory": TensorFact(shape=Shape.of(*memory))}
        asked = Call("TransformerDecoderLayer", {**given, "d_model": 8, "batch_first": batch_first})
        refused = is_refused(layer, torch.ones(target), torch.ones(memory))
        assert is_refused(items_of("memory"), asked) == refused, (target, memory)


def test_copies_of_a_layer_take_what_it_takes():
    inner = LayerFact("torch.nn.TransformerEncoderLayer", (("d_model", 8), ("nhead", 2), ("batch_first", False)))
    for shape in SHAPES:
        asked = Call("TransformerEncoder", {"encoder_layer": inner, "src": TensorFact(shape=Shape.of(*shape))})
        encoder = torch.nn.TransformerEncoder(torch.nn.TransformerEncoderLayer(8, 2), 1, enable_nested_tensor=False)
        assert is_refused(as_layers("encoder_layer", "src", masks=()), asked) == is_refused(encoder, torch.ones(shape))
    others = Call("TransformerEncoder", {"encoder_layer": UNKNOWN, "src": TensorFact(shape=Shape.of(5, 3, 6))})
    assert not is_refused(as_layers("encoder_layer", "src", masks=()), others)


MASKS = ((5, 7), (7, 5), (5, 5), (1, 7), (3, 5, 7), (6, 5, 7), (6, 7, 5), (3, 2, 5, 7), (7,))
PADDINGS = (None, (3, 7), (7, 3), (3, 5), (1, 7), (7,), (3, 1, 7))


@pytest.mark.parametrize("is_batched", [False, True])
@pytest.mark.parametrize("batch_first", [False, True])
@pytest.mark.parametrize("mask", [None, *MASKS])
def test_masks_fit_as_torchs_do(mask, batch_first, is_batched):
    layer = torch.nn.MultiheadAttention(8, 2, batch_first=batch_first)
    query, key = (_batched(size, batch_first=batch_first) if is_batched else (size, 8) for size in (5, 7))
    ask = fitting("attn_mask", "key_padding_mask", asked="query", held="key")
    for padding in PADDINGS:
        shapes = {"query": query, "key": key, "attn_mask": mask, "key_padding_mask": padding}
        facts = {name: shape and TensorFact(shape=Shape.of(*shape)) for name, shape in shapes.items()}
        given = Call("MultiheadAttention", {**LAYER, "batch_first": batch_first, **facts})
        left_out = {
            name: shape and torch.zeros(shape, dtype=torch.bool) for name, shape in shapes.items() if "mask" in name
        }
        is_open = mask == (3, 5, 7) and padding is not None
        values = torch.ones(query), torch.ones(key), torch.ones(key)
        assert is_open or is_refused(ask, given) == is_refused(partial(layer, *values, **left_out))


def _batched(size, *, batch_first):
    return (3, size, 8) if batch_first else (size, 3, 8)


def test_masks_of_what_a_program_gives_a_transformer_may_be_any():
    facts = {"tgt": of("t b 8"), "tgt_mask": of("n n"), "nhead": 2, "batch_first": False}
    ask = fitting("tgt_mask", "tgt_key_padding_mask", asked="tgt", held="tgt")
    assert is_refused(ask, Call("Transformer", facts))
    assert not is_refused(ask, Call("Transformer", {**facts, "custom_decoder": UNKNOWN}))


def is_refused(ask, *args):
    try:
        ask(*args)
    except (Refused, RuntimeError, AssertionError):
        return True
    return False

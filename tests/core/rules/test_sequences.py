"""Sequences of several lengths, padded as torch pads them."""

import pytest
import torch

from dtensortypes import audit
from dtensortypes.core.facts.device import ACCELERATOR, CPU, CUDA
from dtensortypes.core.facts.dtype import FLOAT32, INT64
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Packed
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.problems import Kind, Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.sequences import lengths_at_hand, packed_together, padded_again, padded_together
from tests.core.ops.judge import told

SHAPES = ((3,), (2,), (3, 2), (2, 2), (4, 1), (2, 3), (3, 2, 2))


@pytest.mark.parametrize("batch_first", [False, True])
def test_as_torch_does(batch_first):
    for one in SHAPES:
        for other in SHAPES:
            sequences = [torch.ones(one), torch.ones(other).double()]
            expected = {"exact", "predicted"} if len(one) == len(other) else {"exact", "missed"}
            assert told("torch.nn.utils.rnn.pad_sequence", sequences, batch_first=batch_first) in expected, (one, other)


def of(text):
    return TensorFact(FLOAT32, CPU, parse_shape(text))


@pytest.mark.parametrize(
    ("sequences", "batch_first", "padded"),
    [
        ((of("s 8"), of("t 8")), True, "2 max(s,t) 8"),
        ((of("s 8"), of("s 8")), False, "s 2 8"),
        ((of("s 8"), of("s 8")), UNKNOWN, "_ _ 8"),
        (Items(of("s 8")), True, "_ _ 8"),
        ((of("s 8"), UNKNOWN), True, "..."),
        (UNKNOWN, True, "..."),
    ],
)
def test_lengths_by_name(sequences, batch_first, padded):
    call = Call("pad_sequence", {"sequences": sequences, "batch_first": batch_first})
    assert padded_together(call).notation == padded


@pytest.mark.parametrize(
    ("device", "lengths", "enforce_sorted", "refused"),
    [
        (CUDA, "b", True, Kind.DEVICE),
        (CPU, "b", True, None),
        (ACCELERATOR, "b", True, None),
        (UNKNOWN, "b", True, None),
        (CPU, "b 1", True, Kind.SHAPE),
        (CPU, "b+1", True, Kind.SHAPE),
        (CPU, "b+1", False, None),
        (CPU, "c", UNKNOWN, None),
        (CPU, "_", True, None),
    ],
)
def test_lengths_are_at_hand(device, lengths, enforce_sorted, refused):
    given = {
        "input": TensorFact(FLOAT32, CUDA, parse_shape("b t 8")),
        "lengths": TensorFact(INT64, device, parse_shape(lengths)),
        "batch_first": True,
        "enforce_sorted": enforce_sorted,
    }
    found = None
    try:
        lengths_at_hand(Call("pack_padded_sequence", given))
    except Refused as error:
        found = error.problem.kind
    assert found is refused


PACKED = Packed(of("_ 8"))


@pytest.mark.parametrize(("whole", "items"), [("b t 8", "_ 8"), ("b t 8 2", "_ 8 2"), ("b t", "_"), ("... 8", "...")])
def test_what_is_packed(whole, items):
    assert packed_together(Call("pack_padded_sequence", {"input": of(whole)})) == Packed(of(items))


def test_what_is_padded_again():
    padded = (of("_ _ 8"), TensorFact(INT64, CPU, parse_shape("_")))
    assert padded_again(Call("pad_packed_sequence", {"sequence": PACKED})) == padded
    assert padded_again(Call("pad_packed_sequence", {"sequence": UNKNOWN})) is UNKNOWN


@pytest.mark.parametrize("layer", [torch.nn.RNN, torch.nn.GRU, torch.nn.LSTM])
@pytest.mark.parametrize("batch_first", [False, True])
def test_packed_as_torch_does(layer, batch_first):
    packed = torch.nn.utils.rnn.pack_padded_sequence(torch.ones(2, 4, 3), torch.tensor([4, 2]), batch_first=True)
    with audit() as report:
        again, _ = layer(3, 5, 2, bidirectional=True, batch_first=batch_first)(packed)
        torch.nn.utils.rnn.pad_packed_sequence(again, batch_first=True)
    assert not report.disagreements

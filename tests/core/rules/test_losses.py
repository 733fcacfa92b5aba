"""Losses are one number, or one for each item, row, class or sequence."""

from dataclasses import replace

import pytest

from dtensortypes.core.facts.device import CPU, Device
from dtensortypes.core.facts.dtype import COMPLEX64, FLOAT16, FLOAT32, FLOAT64, INT32, INT64
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.losses import (
    beside_rows,
    class_loss,
    distance_of_both,
    linear_loss,
    lost,
    lost_by_class,
    lost_by_item,
    lost_by_row,
    lost_by_sequence,
    lost_by_target,
    one_length_each,
)


def of(text, dtype=FLOAT32):
    return TensorFact(dtype, CPU, Shape.of(*(int(d) if d.isdecimal() else d for d in text.split())))


def test_losses():
    each = {"input": of("b c"), "target": of("b c")}
    word = lost("input", "target")
    assert word(Call("mse", each | {"reduction": "none"})).notation == "b c"
    assert word(Call("mse", each | {"reduction": "mean"})) == Shape()
    assert word(Call("mse", each | {"reduction": UNKNOWN})) == UNKNOWN_SHAPE
    assert word(Call("mse", each | {"reduction": "mean", "reduce": False})) == UNKNOWN_SHAPE
    by_class = {"input": of("b c h"), "target": TensorFact(INT64, CPU, Shape.of("b", "h"))}
    assert lost_by_class(Call("ce", by_class | {"reduction": "none"})).notation == "b h"
    assert class_loss(Call("ce", by_class)) == FLOAT32
    with pytest.raises(Refused):
        class_loss(Call("ce", by_class | {"weight": of("c", FLOAT64)}))


def test_probabilities_are_promoted_and_classes_are_not():
    given = {"input": of("b c"), "target": of("b c", FLOAT64), "weight": None}
    assert class_loss(Call("ce", given)) == FLOAT64
    assert class_loss(Call("ce", given | {"target": of("b c", FLOAT16), "weight": of("c", FLOAT16)})) == FLOAT32
    assert class_loss(Call("ce", given | {"target": of("b c", UNKNOWN)})) is UNKNOWN
    with pytest.raises(Refused, match="classes or probabilities, not complex64"):
        class_loss(Call("ce", given | {"target": of("b c", COMPLEX64)}))


@pytest.mark.parametrize(
    ("word", "text", "each"),
    [
        (lost_by_row("input"), "b n", "b"), (lost_by_item, "b c", "b"), (lost_by_item, "c", ""),
        (lost_by_sequence, "t b c", "b"), (lost_by_sequence, "t c", ""),
    ],
)  # fmt: skip
def test_one_for_each(word, text, each):
    given = {"input": of(text)}
    assert word(Call("loss", given | {"reduction": "none"})).notation == each
    assert word(Call("loss", given | {"reduction": "sum"})) == Shape()


def test_what_is_wanted_of_each_row_is_stretched_with_the_rows():
    word = lost_by_row("input", wanted="target")
    assert word(Call("loss", {"input": of("1 8"), "target": of("5"), "reduction": "none"})).notation == "5"
    with pytest.raises(Refused):
        word(Call("loss", {"input": of("4 8"), "target": of("5"), "reduction": "sum"}))


def test_what_has_too_many_dims():
    for word in (lost_by_item, lost_by_sequence):
        with pytest.raises(Refused):
            word(Call("loss", {"input": of("a b c d"), "reduction": "mean"}))


def test_distances_are_promoted_in_pairs():
    def found(*dtypes, swap=False):
        tensors = dict(zip(("anchor", "positive", "negative"), map(TensorFact, dtypes), strict=True))
        return distance_of_both(Call("triplet", tensors | {"swap": swap}))

    assert found(FLOAT32, FLOAT32, FLOAT64) == FLOAT64
    assert found(INT64, INT64, FLOAT16) == FLOAT32
    assert found(COMPLEX64, COMPLEX64, COMPLEX64, swap=True) == FLOAT32
    assert found(FLOAT32, UNKNOWN, FLOAT32) is UNKNOWN


def test_losses_of_products():
    target = {"target": of("b", INT64), "reduction": "none"}
    call = Call("linear_cross_entropy", {"input": of("b n"), "linear_weight": of("c n")} | target)
    assert linear_loss(call) == FLOAT32
    assert lost_by_target(call).notation == "b"
    assert lost_by_target(call.with_values({"target": of("b c")})).notation == "b"
    half = call.with_values({"input": of("b n", FLOAT16)})
    assert linear_loss(half.with_values({"options": UNKNOWN})) is UNKNOWN
    for refused in (half, call.with_values({"input": of("b n", FLOAT64)})):
        with pytest.raises(Refused):
            linear_loss(refused)


def test_each_sequence_has_its_length():
    word = one_length_each("lengths")
    word(Call("ctc_loss", {"log_probs": of("t 4 c"), "lengths": of("4", INT64)}))
    word(Call("ctc_loss", {"log_probs": of("t 4 c"), "lengths": UNKNOWN}))
    with pytest.raises(Refused, match=r"not \(3,\)"):
        word(Call("ctc_loss", {"log_probs": of("t 4 c"), "lengths": of("3", INT64)}))


def test_lengths_lie_anywhere():
    cuda = Device("cuda")
    rows, lengths = replace(of("t 4 c"), device=cuda), of("4", INT64)
    call = Call("ctc_loss", {"log_probs": rows, "targets": of("4 s", INT32), "input_lengths": lengths})
    assert beside_rows(call) == cuda
    assert beside_rows(call.with_values({"targets": replace(of("4 s", INT64), device=cuda)})) == cuda
    with pytest.raises(Refused, match="mixes devices: cuda and cpu"):
        beside_rows(call.with_values({"targets": of("4 s", INT64)}))

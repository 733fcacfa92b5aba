"""Losses as layers."""

import pytest

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import FLOAT32, INT64
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.core.ops import call_layer, infer


def of(text, dtype=FLOAT32):
    return TensorFact(dtype, CPU, parse_shape(text))


@pytest.mark.parametrize(
    ("name", "args", "each"),
    [
        ("MSELoss", (of("b n"), of("b n")), "b n"), ("CrossEntropyLoss", (of("b c"), of("b", INT64)), "b"),
        ("GaussianNLLLoss", (of("b n"), of("b n"), of("b n")), "b n"),
        ("MarginRankingLoss", (of("n"), of("n"), of("n")), "n"),
        ("TripletMarginLoss", (of("b n"), of("b n"), of("b n")), "b"),
        ("MultiMarginLoss", (of("b c"), of("b", INT64)), "b"),
        ("MultiLabelSoftMarginLoss", (of("b c"), of("b c")), "b"),
        ("CTCLoss", (of("t b c"), of("b s", INT64), of("b", INT64), of("b", INT64)), "b"),
    ],
)  # fmt: skip
def test_one_number_or_one_for_each(name, args, each):
    for reduction, shape in (("mean", ""), ("none", each)):
        layer = infer(f"torch.nn.{name}", (), {"reduction": reduction}).result
        assert call_layer(layer, args, {}).result == of(shape)


def test_a_softmax_in_parts():
    layer = infer("torch.nn.AdaptiveLogSoftmaxWithLoss", (4, 10, (2, 5)), {}).result
    assert call_layer(layer, [of("b 4"), of("b", INT64)], {}).result == (of("b"), of(""))

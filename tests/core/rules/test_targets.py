"""Losses refuse targets that are proved not to fit, and nothing of which a size or a dtype is unknown."""

from dataclasses import replace

import pytest

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import FLOAT32, INT32, INT64
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Run, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.targets import (
    as_places,
    classes,
    classes_if_ignored,
    classes_or_probabilities,
    of_one_rank,
    one_class_each,
    one_for_each_item,
    one_for_each_row,
    one_target_each,
    one_weight_each,
    reduction,
    scored_by_weight,
    strict_reduction,
    targets_by_weight,
    variances,
    weighted_by_class,
    weighted_by_item,
)


def of(text, dtype=FLOAT32):
    return TensorFact(dtype, shape=Shape.of(*(int(d) if d.isdecimal() else d for d in text.split())))


def places(text):
    return of(text, INT64)


def takes(demand, **arguments):
    try:
        demand(Call("f", arguments))
    except Refused:
        return False
    return True


SCORES, BATCH = of("b c"), of("b c h w")
LOOSE = TensorFact(FLOAT32, shape=Shape((UNKNOWN, Dim.of("c"))))
OPEN = TensorFact(FLOAT32, shape=Shape(SCORES.shape.left, Run()))


@pytest.mark.parametrize(
    ("demand", "taken", "refused"),
    [
        (reduction(), {"reduction": "elementwise_mean"}, {"reduction": "abc"}),
        (reduction(), {"reduction": "abc", "reduce": True}, {"reduction": "batchmean"}),
        (reduction("batchmean"), {"reduction": "batchmean"}, {"reduction": "mean "}),
        (strict_reduction, {"reduction": "sum"}, {"reduction": "elementwise_mean"}),
        (as_places, {"target": places("b")}, {"target": of("b", INT32)}),
        (classes, {"target": places("b")}, {"target": places("b c")}),
        (classes, {"input": of("c"), "target": places("")}, {"input": of("c"), "target": places("4")}),
        (classes, {"target": places("b")}, {"target": of("b")}),
        (classes, {"input": BATCH, "target": places("b h w")}, {"input": BATCH, "target": places("b w h")}),
        (classes, {"target": places("b")}, {"input": OPEN, "target": places("1")}),
        (classes_or_probabilities, {"target": SCORES}, {"target": places("b c")}),
        (classes_or_probabilities, {"target": LOOSE}, {"target": replace(LOOSE, dtype=INT64)}),
        (classes_or_probabilities, {"input": LOOSE, "target": SCORES}, {"input": LOOSE, "target": places("b c")}),
        (classes_or_probabilities, {"target": places("b")}, {"target": of("b")}),
        (classes_or_probabilities, {"target": SCORES, "ignore_index": -1}, {"target": SCORES, "ignore_index": 0}),
        (weighted_by_class, {"weight": of("c")}, {"weight": of("b")}),
        (one_class_each, {"target": places("b")}, {"target": places("c")}),
        (one_class_each, {"weight": of("c")}, {"weight": of("b")}),
        (one_class_each, {"input": of("b 1")}, {"input": of("b 0")}),
        (one_target_each, {"target": places("b c")}, {"target": places("b b")}),
        (one_target_each, {"input": of(""), "target": places("1")}, {"input": of("4"), "target": places("")}),
        (variances, {"input": of("5 4"), "var": of("5 1")}, {"input": of("5 4"), "var": of("1 1")}),
        (variances, {"input": of("5 4"), "var": of("5")}, {"input": of("5 4"), "var": of("4")}),
        (scored_by_weight, {"linear_weight": of("k c")}, {"linear_weight": of("k b")}),
        (scored_by_weight, {"linear_weight": of("k c"), "linear_bias": of("k")},
         {"linear_weight": of("k c"), "linear_bias": of("c")}),
        (scored_by_weight, {"linear_weight": of("k n c")}, {"input": of("c"), "linear_weight": of("k n c")}),
        (targets_by_weight, {"linear_weight": of("k c"), "target": places("b")},
         {"linear_weight": of("k c"), "target": places("c")}),
        (one_weight_each, {"num_classes": 3, "weight": of("3")}, {"num_classes": 3, "weight": of("4")}),
        (one_for_each_item, {"target": SCORES}, {"target": of("b 1")}),
        (one_for_each_row, {"input1": SCORES, "target": of("b")}, {"input1": SCORES, "target": of("")}),
        (of_one_rank, {"anchor": SCORES, "negative": SCORES}, {"anchor": SCORES, "negative": of("c")}),
        (classes_if_ignored, {"ignore_index": 1, "target": places("b")}, {"ignore_index": 1, "target": SCORES}),
    ],
)  # fmt: skip
def test_the_edge(demand, taken, refused):
    assert takes(demand, **{"input": SCORES} | taken)
    assert not takes(demand, **{"input": SCORES} | refused)
    for name in refused:
        for unknown in (UNKNOWN, TensorFact(), TensorFact(UNKNOWN, shape=UNKNOWN_SHAPE)):
            told = {"input": SCORES} | refused
            assert takes(demand, **told | dict.fromkeys((name, "input"), unknown))


def test_two_shapes_of_which_nothing_is_known_may_differ():
    unknown = TensorFact(FLOAT32, shape=UNKNOWN_SHAPE)
    assert takes(classes_or_probabilities, input=unknown, target=TensorFact(INT64, shape=UNKNOWN_SHAPE))
    assert takes(classes_or_probabilities, input=unknown, target=unknown)


def test_nothing_is_looked_at_where_there_are_no_items():
    assert takes(as_places, input=of("0 4"), target=of("0"))


@pytest.mark.parametrize(
    ("items", "weight", "is_refused"),
    [
        ("4 3", "3", False),
        ("4 3", "4 1", False),
        ("4 3", "", False),
        ("b 3", "n", False),
        ("4 3", "5", True),
        ("4 1", "3", True),
        ("4 3", "1 1 1", True),
    ],
)
def test_weights_of_items_stretch_and_do_not_stretch_them(items, weight, is_refused):
    call = Call("loss", {"input": of(items), "weight": of(weight), "pos_weight": None})
    demand = weighted_by_item("weight", "pos_weight")
    if is_refused:
        with pytest.raises(Refused):
            demand(call)
    else:
        demand(call)

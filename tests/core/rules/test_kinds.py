"""Kinds of values, with doubt as a third answer."""

import pytest

from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.device import CPU, CUDA
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import FLOAT, FLOAT32, Category
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Number
from dtensortypes.core.rules.kinds import KINDS, fits


@pytest.mark.parametrize(
    ("value", "kinds", "verdict"),
    [
        (TensorFact(), "Tensor", True), (3, "Tensor", False), (UNKNOWN, "Tensor", None), (3, "Tensor number", True),
        (UNKNOWN, "", True), (True, "int", False), (Dim.of("n"), "int", True), (Number(Category.FLOAT), "int", False),
        (Number(Category.FLOAT), "number", True), ((1, 2), "ints", True), ((1, UNKNOWN), "ints", None),
        ((1, "a"), "ints", False), (Shape(), "ints", True), (Items(1), "ints", True),
        ((TensorFact(),), "Tensors", True),
        (FLOAT32, "dtype", True), (FLOAT, "dtype", True), (Var("D"), "dtype", None), (Var("D", FLOAT), "dtype", True),
        (CPU, "dtype", False), (CPU, "device", True), ("cuda", "device", True), (1, "device", True),
        (OneOf(frozenset({CPU, CUDA})), "device", True), (FLOAT, "device", False), (Var("V", CPU), "device", True),
        (True, "True", True), (Number(Category.BOOL), "True", None), (False, "True", False), (None, "None", True),
    ],
)  # fmt: skip
def test_verdicts(value, kinds, verdict):
    assert fits(value, tuple(kinds.split())) is verdict


def test_every_kind_doubts_the_unknown():
    assert {fits(UNKNOWN, (kind,)) for kind in KINDS} == {None}

"""Numpy's defaults are 64 bits wide, and a tensor made of an array has its dtype."""

import numpy as np
import pytest

from dtensortypes.core.facts.device import CPU, CUDA
from dtensortypes.core.facts.dtype import BFLOAT16, FLOAT32, FLOAT64, INT64
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.ops import infer
from dtensortypes.core.problems import Kind
from tests.core.ops.judge import told


@pytest.mark.parametrize(
    ("name", "args", "fact"),
    [
        ("random.rand", (3, 2), ArrayFact(FLOAT64, Shape.of(3, 2))),
        ("zeros", ((3,), "float32"), ArrayFact(FLOAT32, Shape.of(3))),
        ("zeros", (3, "float"), ArrayFact(FLOAT64, Shape.of(3))),
        ("array", ((1, 2),), ArrayFact(INT64, Shape.of(2))),
        ("arange", (5,), ArrayFact(INT64, Shape.of(5))),
        ("ndarray.astype", (ArrayFact(FLOAT64, Shape.of("n")), FLOAT32), ArrayFact(FLOAT32, Shape.of("n"))),
    ],
)
def test_numpys_defaults(name, args, fact):
    assert infer(f"numpy.{name}", args, {}).result == fact


@pytest.mark.parametrize("dtype", ["float64", "float32", "int32", "uint8", "bool", "complex128"])
def test_from_numpy_keeps_the_dtype(dtype):
    assert told("torch.from_numpy", np.ones((2, 3), dtype)) == "exact"


def test_from_numpy_takes_numbers():
    assert told("torch.from_numpy", np.array(["a"])) == "predicted"


@pytest.mark.parametrize("name", ["array", "asarray", "ascontiguousarray"])
def test_numpy_takes_no_tensor_that_it_cannot_read(name):
    said = [
        [problem.kind for problem in infer(f"numpy.{name}", (tensor,), {}).problems]
        for tensor in (TensorFact(FLOAT32, CPU), TensorFact(FLOAT32, CUDA), TensorFact(BFLOAT16, CPU), TensorFact())
    ]
    assert said == [[], [Kind.DEVICE], [Kind.DTYPE], []]

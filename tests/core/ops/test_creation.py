"""What is made of sizes is float32, what is made of data has the data's dtype."""

import pytest
import torch

from dtensortypes.core.facts.device import CPU, CUDA
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import FLOAT32, FLOAT64
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.ops import State, infer, makes
from tests.core.ops.judge import told


@pytest.mark.parametrize("name", ["zeros", "ones", "empty", "rand", "randn"])
def test_sizes_come_one_by_one_or_together(name):
    for args in ((2, 3), ((2, 3),), ([2, 3],), (torch.Size([2, 3]),)):
        assert told(f"torch.{name}", *args) == "exact"
    assert told(f"torch.{name}", 2, dtype=torch.float64, device="meta") == "exact"


@pytest.mark.parametrize("data", [1, 1.5, True, 1j, [], [[1, 2]], [1, 2.5], [True, 2], torch.ones(2).half()])
def test_data_have_a_dtype(data):
    for name in ("tensor", "as_tensor", "asarray"):
        assert told(f"torch.{name}", data) == "exact"


def test_the_program_may_set_defaults():
    state = State(default_dtype=FLOAT64, default_device=CUDA)
    assert infer("torch.zeros", (2,), {}, state).result == TensorFact(FLOAT64, CUDA, Shape.of(2))
    assert infer("torch.tensor", (1.5,), {}, state).result == TensorFact(FLOAT64, CUDA, Shape())


def test_sizes_may_be_named():
    assert infer("torch.arange", (Dim.of("n"),), {}).result.shape == Shape.of("n")
    assert infer("torch.eye", (Dim.of("n"),), {}).result == TensorFact(FLOAT32, CPU, Shape.of("n", "n"))


@pytest.mark.parametrize(
    ("name", "is_maker"),
    [
        ("torch.zeros", True), ("torch.full", True), ("torch.from_numpy", True), ("numpy.random.rand", True),
        ("torch.argmax", True), ("torch.add", False), ("torch.cat", False), ("torch.zeros_like", False),
        ("torch.tensor", False), ("numpy.sum", False), ("torch.nn.Linear", False), ("torch.nothing", False),
    ],
)  # fmt: skip
def test_what_is_known_whatever_is_given(name, is_maker):
    assert makes(name) is is_maker

"""One line gives the method, the function, and the in-place form."""

import pytest

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import FLOAT32, FLOAT64, INT64
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.ops import fields_of, infer, names, place_of_field
from dtensortypes.core.ops.entry import ENTRIES, TABLE, op, strike_out


@pytest.mark.parametrize(
    ("name", "there"),
    [
        ("torch.sum", True), ("torch.Tensor.sum", True), ("torch.Tensor.add_", True), ("torch.relu_", True),
        ("torch.Tensor.__iadd__", True), ("torch.Tensor.half", True), ("torch.Tensor.shape", True),
        ("torch.Tensor.sum_", False), ("torch.half", False), ("torch.Tensor.zeros", False), ("torch.shape", False),
    ],
)  # fmt: skip
def test_names(name, there):
    assert (name in names()) is there


def test_the_first_line_that_fits_is_meant():
    x = TensorFact(FLOAT32, CPU, Shape.of("n", "m"))
    assert infer("torch.max", (x,), {}).result == TensorFact(FLOAT32, CPU, Shape())
    assert infer("torch.max", (x, 0), {}).result == tuple(TensorFact(d, CPU, Shape.of("m")) for d in (FLOAT32, INT64))
    assert infer("torch.max", (x, x), {}).result == x
    assert infer("torch.max", (x, UNKNOWN), {}).result is UNKNOWN


def test_self_is_called_input_in_functions():
    x = TensorFact(FLOAT32, CPU, Shape.of("n"))
    assert infer("torch.sum", (), {"input": x, "dim": 0}).result == TensorFact(FLOAT32, CPU, Shape())


def test_functions_may_be_told_where_the_result_goes():
    x, out = TensorFact(FLOAT32, CPU, Shape.of("n")), TensorFact(FLOAT64, CPU, Shape.of(0))
    assert infer("torch.add", (x, x), {"out": out}).result == TensorFact(FLOAT64, CPU, Shape.of("n"))
    assert infer("torch.add", (x, x), {"out": None}).result == x
    assert infer("torch.add", (x, x), {"out": TensorFact(INT64, CPU)}).problems
    assert infer("torch.Tensor.add", (x, x), {"out": out}).result is UNKNOWN


def test_members_have_names():
    assert fields_of("torch.max") == ("values", "indices")
    assert fields_of("torch.add") == fields_of("torch.nonsense") == ()
    assert place_of_field("Vh", frozenset({"U", "S", "Vh"})) == 2
    assert place_of_field("Vh", frozenset({"U", "Vh"})) is None


def test_lines_are_struck_out():
    names()
    before, lines = {name: [*spellings] for name, spellings in TABLE.items()}, len(ENTRIES)
    op("sum(self, nonsense)")
    op("nonsense(self)")
    assert "torch.nonsense" in TABLE
    strike_out(lines)
    assert before == TABLE
    assert len(ENTRIES) == lines

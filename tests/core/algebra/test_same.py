"""Whether two values are equal: yes, no, or not known."""

import pytest

from dtensortypes.core.algebra.same import same
from dtensortypes.core.facts.device import ACCELERATOR, CPU, CUDA, Device
from dtensortypes.core.facts.dtype import FLOAT, FLOAT16, FLOAT32, INT64
from dtensortypes.core.facts.shape import Run, Shape
from dtensortypes.core.facts.unknown import UNKNOWN


@pytest.mark.parametrize(
    ("one", "other", "verdict"),
    [
        (FLOAT32, FLOAT32, True),
        (FLOAT32, FLOAT16, False),
        (FLOAT, INT64, False),
        (FLOAT, FLOAT16, None),
        (UNKNOWN, FLOAT16, None),
        (CPU, CPU, True),
        (CPU, CUDA, False),
        (CUDA, CUDA, None),  # torch.device("cuda") is not the device of any tensor
        (CUDA, Device("cuda", 0), None),
        (Device("cuda", 0), Device("cuda", 0), True),
        (Device("cuda", 0), Device("cuda", 1), False),
        (ACCELERATOR, CUDA, None),
        (ACCELERATOR, CPU, None),
        (3, 3, True),
        (3, 4, False),
        ("cuda", "cpu", False),
        (None, 3, False),
        (Shape.of(2, 3), (2, 3), True),
        (Shape.of(2, 3), (2, 4), False),
        (Shape.of(2, "n"), (2, 4), None),
        (Shape.of("b", "n"), Shape.of("n", "b"), None),
        (Shape.of("b", "n"), (2, 3, 4), False),
        (Shape(run=Run()), (2, 3), None),
        (FLOAT32, "float32", None),
    ],
)
def test_same(one, other, verdict):
    assert same(one, other) is verdict
    assert same(other, one) is verdict

from typing import Any

import pytest

from dtensortypes import Tensor
from dtensortypes.runtime.knowable import strangers, unknowable
from dtensortypes.runtime.nodes import TensorHint


def hints(*shapes):
    return [TensorHint(*Tensor[Any, Any, shape].__tensor__) for shape in shapes]


@pytest.mark.parametrize(
    ("shapes", "size"),
    [
        (["n*m", "n", "m"], None),
        (["n*m", "2*n", "n+m"], None),
        (["n+1"], None),
        (["n*{self.m}"], "n*{self.m}"),
        (["n+{self.m}"], None),
        (["n*m"], "m*n"),
        (["n+m", "m"], None),
        (["n//2"], "n//2"),
        (["#n", "*s _ ..."][:1], None),
    ],
)
def test_a_size_that_no_call_can_tell(shapes, size):
    assert unknowable(hints(*shapes)) == size


def test_a_reference_to_nothing():
    assert strangers(hints("{self.dim} {size}"), ["self"]) == "{size}"
    assert strangers(hints("{self.dim} {size}"), ["self", "size"]) is None

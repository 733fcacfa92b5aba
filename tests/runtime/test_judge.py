from typing import Any

import pytest
import torch

from dtensortypes import Tensor
from dtensortypes.core.facts.dim import Dim
from dtensortypes.runtime.finding import Wrong
from dtensortypes.runtime.judge import Bound, judged
from dtensortypes.runtime.reading import read


def hinted(*shapes):
    return [(read(Tensor[Any, Any, shape]), value, path) for path, shape, value in shapes]


def test_bindings_grow_from_value_to_value():
    bound = judged(hinted(("x", "b n", torch.zeros(2, 3))), Bound(), {})
    bound = judged(hinted(("y", "n m", torch.zeros(3, 4))), bound, {})
    assert bound.dims.sizes == {"b": Dim.of(2), "n": Dim.of(3), "m": Dim.of(4)}
    with pytest.raises(Wrong) as caught:
        judged(hinted(("z", "m", torch.zeros(5))), bound, {})
    assert caught.value.path == "z"


def test_an_expression_waits_for_its_names():
    bound = judged(hinted(("x", "n*m", torch.zeros(6))), Bound(), {})
    judged(hinted(("y", "n m", torch.zeros(2, 3))), bound, {})
    with pytest.raises(Wrong):
        judged(hinted(("y", "n m", torch.zeros(2, 4))), bound, {})


def test_a_reference_is_read_from_the_arguments():
    judged(hinted(("x", "{size}", torch.zeros(6))), Bound(), {"size": 6})
    judged(hinted(("x", "{size}", torch.zeros(6))), Bound(), {})
    with pytest.raises(Wrong):
        judged(hinted(("x", "{size}", torch.zeros(6))), Bound(), {"size": 5})

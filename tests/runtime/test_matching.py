import collections

import numpy as np
import pytest
import torch

from dtensortypes import Float32, Float64, Tensor
from dtensortypes.runtime.matching import Wrong, described, readings
from dtensortypes.runtime.reading import read

F32 = Tensor[Float32]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "None"),
        (torch.zeros(2, 3), "float32 cpu (2, 3)"),
        (np.zeros(2), "a numpy.ndarray"),
        (3, "an int"),
        ([torch.zeros(2)], "a list"),
    ],
)
def test_values_in_words(value, words):
    assert described(value) == words


def test_each_way_to_read_a_value():
    hint = read(Tensor | list[Tensor] | None)
    assert [len(one) for one in readings(hint, torch.zeros(2), "x")] == [1]
    assert [[found.path for found in one] for one in readings(hint, [torch.zeros(2)] * 2, "x")] == [["x[0]", "x[1]"]]
    assert readings(hint, None, "x") == [()]


@pytest.mark.parametrize(
    ("hint", "value", "path"),
    [
        (F32, torch.zeros(2).double(), "x"),
        (list[F32], [torch.zeros(2), None], "x[1]"),
        (list[list[F32]], [[], [None]], "x[1][0]"),
        (dict[str, F32], collections.OrderedDict(a=None), "x['a']"),
        (dict[int, F32], {"a": torch.zeros(2)}, "key 'a' of x"),
        (tuple[F32, int], (torch.zeros(2), "1"), "x[1]"),
        (tuple[F32, int], [torch.zeros(2), 1], "x"),
        (collections.abc.Sequence[F32], "text", "x"),
        (collections.abc.Sequence[F32], torch.zeros(2), "x"),
        (list[F32] | None, [None], "x[0]"),
        (F32 | list[Tensor[Float64]], [torch.zeros(2)], "x[0]"),
    ],
)
def test_the_path_leads_to_what_is_wrong(hint, value, path):
    with pytest.raises(Wrong) as caught:
        readings(read(hint), value, "x")
    assert caught.value.path == path

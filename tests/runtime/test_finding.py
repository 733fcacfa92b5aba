import numpy as np
import pytest
import torch
from jaxtyping import Float32 as Theirs

from dtensortypes import CPU, Float32, Tensor
from dtensortypes.runtime.finding import Wrong, found, unreadable
from dtensortypes.runtime.reading import read

HINT = read(Tensor[Float32, CPU, "n n"])


def test_a_tensor_that_fits_alone():
    x = torch.zeros(2, 2)
    one = found(HINT, x, "x")
    assert (one.path, one.hint, one.tensor, str(one.fact.shape)) == ("x", HINT, x, "(2, 2)")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, 'is None, declared Tensor[Float32, CPU, "n n"]; where it may be None, declare it Tensor[...] | None'),
        (
            np.zeros(2),
            'is a numpy.ndarray, declared Tensor[Float32, CPU, "n n"]; make it a tensor with torch.from_numpy',
        ),
        (torch.zeros(2, 2, dtype=torch.int64), 'is int64, declared Float32 ("n n"); cast with .float()'),
        (torch.zeros(2, 2, device="meta"), 'is on meta, declared CPU ("n n"); move it with .to("cpu")'),
        (torch.zeros(2), 'has shape (2,), declared "n n": 1 dim, not 2'),
        (torch.zeros(2, 3), 'has shape (2, 3), declared "n n": dim 1 is 3, but "n" is 2 in dim 0'),
    ],
)
def test_one_that_does_not(value, reason):
    with pytest.raises(Wrong) as caught:
        found(HINT, value, "x")
    assert (caught.value.path, str(caught.value.problem)) == ("x", reason)


def test_arrays_are_found_by_their_own_hints():
    hint = read(Theirs[np.ndarray, "n"])
    assert str(found(hint, np.zeros(2, "float32"), "x").fact.shape) == "(2,)"
    with pytest.raises(Wrong):
        found(hint, torch.zeros(2), "x")


def test_what_raises_when_it_is_looked_at():
    wrong = unreadable([], "its items", KeyError(), HINT, "x")
    assert (
        str(wrong.problem) == 'is a list that does not tell its items (KeyError), declared Tensor[Float32, CPU, "n n"]'
    )

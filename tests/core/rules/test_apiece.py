"""Several tensors given back, each in its own dtype."""

import pytest

from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import FLOAT32, INT64
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.apiece import each_of_rank, grid, of_rank, stretched_together
from dtensortypes.core.rules.call import Call


def of(dtype, *dims):
    return TensorFact(dtype, CPU, Shape.of(*dims))


def several(*tensors, indexing=None):
    return Call("meshgrid", {"tensors": tensors, "indexing": indexing}, ("tensors",))


def test_stretched():
    stretched = stretched_together(several(of(FLOAT32, "n"), of(INT64, "b", 1)))
    assert stretched == (of(FLOAT32, "b", "n"), of(INT64, "b", "n"))
    some = Call("broadcast_tensors", {"tensors": Items(of(FLOAT32, "n"))})
    assert stretched_together(some) == Items(TensorFact(FLOAT32, CPU))
    in_list = Call("meshgrid", {"tensors": Items(of(FLOAT32, "n"), is_list=True), "indexing": None})
    assert grid(in_list) == Items(TensorFact(FLOAT32, CPU))  # torch gives a tuple


def test_ranks():
    assert of_rank(3)(Call("f", {"self": of(FLOAT32, "n", "m")})) == Shape.of("n", "m", 1)
    assert of_rank(3)(Call("f", {"self": of(FLOAT32, "n")})) == Shape.of(1, "n", 1)
    assert of_rank(2)(Call("f", {"self": TensorFact()})) == UNKNOWN_SHAPE
    assert each_of_rank(2)(several(of(FLOAT32, "n"), of(INT64))) == (of(FLOAT32, 1, "n"), of(INT64, 1, 1))


def test_grids():
    pair = of(FLOAT32, "n"), of(FLOAT32, "m")
    assert grid(several(*pair)) == (of(FLOAT32, "n", "m"),) * 2
    assert grid(several(*pair, indexing="xy")) == (of(FLOAT32, "m", "n"),) * 2
    assert grid(several(*pair, indexing=UNKNOWN)) == (of(FLOAT32, UNKNOWN, UNKNOWN),) * 2
    assert grid(several(of(FLOAT32), of(FLOAT32, "n"), indexing="ij"))[0] == of(FLOAT32, 1, "n")
    with pytest.raises(Refused, match="takes vectors"):
        grid(several(of(FLOAT32, "n", "m"), of(FLOAT32, "n")))
    with pytest.raises(Refused, match="one dtype"):
        grid(several(of(FLOAT32, "n"), of(INT64, "n")))

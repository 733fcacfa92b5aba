from typing import TypeVar

import numpy as np
import pytest

from dtensortypes import Bool, Float, Float32, Quantised, Tensor
from dtensortypes.core.facts.dtype import FLOAT32
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.runtime.arrays import array_class, array_dtypes, array_fact, is_array_class
from dtensortypes.runtime.reading import read


def test_the_class_of_arrays(monkeypatch):
    assert array_class() is np.ndarray
    assert is_array_class(np.matrix)
    assert not is_array_class(int)
    monkeypatch.delitem(__import__("sys").modules, "numpy")
    assert array_class() is None
    assert not is_array_class(np.ndarray)


def test_what_an_array_is():
    fact = array_fact(np.zeros((2, 3), "float32"))
    assert (fact.dtype, fact.device, fact.shape) == (FLOAT32, UNKNOWN, Shape.of(2, 3))
    assert array_fact(np.zeros(2, "U3")).dtype.name == "str96"


@pytest.mark.parametrize(
    ("dtype", "dtypes"),
    [
        (Float32, {"float32"}),
        (Float, {"float16", "float32", "float64"}),
        (Bool, {"bool"}),
        (TypeVar("D", bound=Float32), {"float32"}),
        (Quantised, set()),
    ],
)
def test_numpys_dtypes_that_are_allowed(dtype, dtypes):
    assert array_dtypes(read(Tensor[dtype]).dtype) == {np.dtype(name) for name in dtypes}


def test_every_dtype():
    assert array_dtypes(UNKNOWN) is None

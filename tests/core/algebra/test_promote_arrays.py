"""Numpy is the judge of how the dtypes of arrays meet."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.algebra.promote_arrays import promoted, together
from dtensortypes.core.facts.dtype import BY_NAME, FLOAT32
from dtensortypes.core.facts.unknown import UNKNOWN

NAMES = ["bool", *(f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64))]
NAMES += ["float16", "float32", "float64", "complex64", "complex128"]


@pytest.mark.parametrize(("one", "other"), [*product(NAMES, NAMES)])
def test_two_dtypes(one, other):
    assert promoted(BY_NAME[one], BY_NAME[other]) == BY_NAME[np.promote_types(one, other).name]


@given(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4))
def test_arrays_one_by_one(names):
    found = names[0]
    for name in names[1:]:
        found = np.promote_types(found, name).name
    assert together([BY_NAME[name] for name in names]) == BY_NAME[found]


def test_one_that_is_not_known():
    assert together([FLOAT32, UNKNOWN]) is UNKNOWN
    assert together([FLOAT32, None]) is UNKNOWN

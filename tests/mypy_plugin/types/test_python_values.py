"""The names of Python and numpy that stand for values."""

import numpy as np
import pytest

from dtensortypes.core.facts.dtype import BOOL, DType
from dtensortypes.mypy_plugin.types.python_values import CONSTANTS, NUMPY_DTYPES


@pytest.mark.parametrize("name", sorted(NUMPY_DTYPES))
def test_numpys_dtypes(name):
    found = NUMPY_DTYPES[name]
    scalar = getattr(np, name.removeprefix("numpy."), None)
    assert isinstance(found, DType)
    assert scalar is None or np.dtype(scalar).name == ("bool" if found == BOOL else found.name)


def test_constants():
    assert (CONSTANTS["builtins.True"], CONSTANTS["builtins.None"]) == (True, None)
    assert CONSTANTS["builtins.bool"] == BOOL

"""What numpy calls its dtypes, in words."""

import numpy as np
import pytest

from dtensortypes.core.facts.dtype import BY_NAME
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.rules.arrays import _NUMPYS, as_numpy_dtype


@pytest.mark.parametrize("word", sorted(_NUMPYS))
def test_words(word):
    assert not hasattr(np, word) or BY_NAME.get(np.dtype(word).name, _NUMPYS[word]) == _NUMPYS[word]


def test_other_words_say_nothing():
    assert as_numpy_dtype("U7") is UNKNOWN
    assert as_numpy_dtype(3) is UNKNOWN

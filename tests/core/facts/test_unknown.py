"""There is one unknown, and it survives being copied and sent."""

import copy
import pickle

from dtensortypes.core.facts.unknown import UNKNOWN, Unknown


def test_there_is_one_unknown():
    assert list(Unknown) == [UNKNOWN]
    assert copy.deepcopy(UNKNOWN) is UNKNOWN
    assert pickle.loads(pickle.dumps(UNKNOWN)) is UNKNOWN  # noqa: S301 - our own


def test_it_prints_as_users_write_it():
    assert UNKNOWN.notation == "Any"
    assert repr(UNKNOWN) == "UNKNOWN"

from types import SimpleNamespace

import pytest

from dtensortypes.runtime.references import root, source, value_of

SELF = SimpleNamespace(dim=3, sizes=[4, 5], inner=SimpleNamespace(k=6))


@pytest.mark.parametrize(
    ("name", "start", "value"),
    [("{n}", "n", 7), ("{self.dim}", "self", 3), ("{self.sizes[1]}", "self", 5), ("{self.inner.k}", "self", 6)],
)
def test_a_reference_is_followed(name, start, value):
    assert root(name) == start
    assert value_of(name, {"self": SELF, "n": 7}) == value
    assert source(name, "me") == name[1:-1].replace(start, "me", 1)


def test_outside_of_a_call_it_is_nothing():
    assert value_of("{self.dim}", {}) is None

"""Signatures bind as Python binds, and take sizes as torch does."""

import pytest

from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.rules.signature import Signature

SUM = Signature.parse("(self, dim=None, keepdim=False, *, dtype=None)")
ZEROS = Signature.parse("(*size: int, dtype=None)")


def test_binding():
    x = TensorFact()
    assert SUM.bind([x, 1], {}).arguments == {"self": x, "dim": 1, "keepdim": False, "dtype": None}
    assert SUM.bind([], {"input": x, "axis": 1}).arguments["dim"] == 1
    for args, kwargs in (([], {}), ([x, 1, True, 2], {}), ([x], {"nonsense": 1}), ([3], {}), ([x, 1], {"dim": 1})):
        assert SUM.bind(args, kwargs) is None


def test_sizes():
    for args in ([2, 3], [(2, 3)]):
        assert ZEROS.bind(args, {}).arguments["size"] == (2, 3)
    assert ZEROS.bind([], {"size": (2,)}).arguments["size"] == (2,)
    assert ZEROS.bind([Shape.of(2)], {}).arguments["size"] == Shape.of(2)
    assert ZEROS.bind([], {}).arguments["size"] == ()
    assert ZEROS.bind([1.5], {}) is None
    assert not ZEROS.bind([UNKNOWN], {}).sure


def test_doubt_and_operands():
    add = Signature.parse("(self, other: Tensor | number, *, alpha=1)")
    assert add.operands == ("self", "other")
    assert add.bind([TensorFact(), 1], {}).sure
    assert not add.bind([TensorFact(), UNKNOWN], {}).sure
    assert add.bind([TensorFact(), "a"], {}) is None


def test_other_names_are_pairs():
    rearrange = Signature.parse("(tensor, pattern, **axes_lengths)")
    assert rearrange.bind([1, "a"], {"h": 2, "w": 3}).arguments["axes_lengths"] == (("h", 2), ("w", 3))
    assert rearrange.bind([1, "a"], {}).arguments["axes_lengths"] == ()
    assert rearrange.bind([1], {"pattern": "a", "h": 2}).arguments == {
        "tensor": 1, "pattern": "a", "axes_lengths": (("h", 2),),
    }  # fmt: skip


def test_a_line_that_is_no_python():
    with pytest.raises(SyntaxError):
        Signature.parse("(self, dim=")

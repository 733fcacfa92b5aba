"""Areas and slopes of sampled curves, in names."""

import pytest

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import FLOAT32, INT64
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items
from dtensortypes.core.problems import Refused
from dtensortypes.core.rules.calculus import area, differing, shortened, slopes, under_curve, under_curve_so_far
from dtensortypes.core.rules.call import Call


def curve(*dims, x=None, dim=-1):
    y = TensorFact(INT64, shape=Shape.of(*dims))
    return Call("trapezoid", {"y": y, "x": x, "dim": dim}, ("y", "x"))


def test_sizes():
    assert under_curve(curve("b", "n")) == Shape.of("b")
    assert under_curve_so_far(curve("b", "n")) == Shape.of("b", Dim.of("n") - 1)
    assert under_curve(curve("b", "n", x=TensorFact(FLOAT32, shape=Shape.of("n")))) == Shape.of("b")
    assert under_curve(curve("b", "n", x=TensorFact(FLOAT32, shape=Shape.of("c", "b", "n")))) == UNKNOWN_SHAPE
    assert under_curve(curve("b", "n", dim=UNKNOWN)) == UNKNOWN_SHAPE
    assert under_curve_so_far(curve(0)) == Shape.of(0)


def test_there_is_an_x_for_each_y():
    with pytest.raises(Refused, match="an x for each y"):
        under_curve(curve("b", "n", x=TensorFact(FLOAT32, shape=Shape.of("m"))))
    with pytest.raises(Refused, match="zero-dim"):
        under_curve(curve())


def test_an_area_is_a_float_unless_there_is_none():
    assert area(curve("n")) == FLOAT32
    assert area(curve(0)) == INT64
    assert area(curve(UNKNOWN)) is UNKNOWN


def test_a_slope_for_each_dim():
    def given(shape, dim):
        return slopes(Call("gradient", {"input": TensorFact(FLOAT32, shape=shape), "dim": dim}))

    shape = Shape.of("b", "n")
    assert given(shape, None) == (shape, shape)
    assert given(shape, -1) == given(shape, (0,)) == (shape,)
    assert given(shape, UNKNOWN) == Items(shape)
    assert given(UNKNOWN_SHAPE, None) == Items(UNKNOWN_SHAPE)


def test_a_curve_and_its_places_are_stretched():
    assert under_curve(curve("b", "n", x=TensorFact(FLOAT32, shape=Shape.of(1, "n")))) == Shape.of("b")
    assert under_curve(curve("b", "n", x=TensorFact(FLOAT32, shape=Shape.of("b", 1)))) == UNKNOWN_SHAPE


def difference(n, *added):
    own = TensorFact(INT64, shape=Shape.of("b", "n"))
    parts = dict(zip(("prepend", "append"), added, strict=False))
    return Call("diff", {"self": own, "n": n, "dim": -1} | parts, ("self", *parts))


def test_differences():
    part = TensorFact(FLOAT32, shape=Shape.of("b", 2))
    assert shortened(difference(1)) == Shape.of("b", Dim.of("n") - 1)
    assert shortened(difference(1, part)) == Shape.of("b", Dim.of("n") + 1)
    assert shortened(difference(1, UNKNOWN)) == Shape.of("b", UNKNOWN)
    assert [differing(difference(n, part)) for n in (0, 1, UNKNOWN)] == [INT64, FLOAT32, UNKNOWN]
    assert shortened(difference(0, part)) == Shape.of("b", "n")

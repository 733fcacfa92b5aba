"""Names of another signature are equal to themselves and prove nothing else."""

import pytest
from hypothesis import given

from dtensortypes.core.algebra.broadcast import broadcast
from dtensortypes.core.algebra.rename import seen_from
from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dim import Dim, differ
from dtensortypes.core.facts.dtype import FLOAT32
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.value import Items
from dtensortypes.core.problems import Refused
from tests.strategies import patterns


def foreign(name: str) -> Dim:
    dim = seen_from(Dim.of(name), frozenset())
    assert isinstance(dim, Dim)
    return dim


def test_a_foreign_name_is_itself():
    assert foreign("n") == foreign("n")
    assert foreign("n") - foreign("n") == Dim.of(0)


@pytest.mark.parametrize("other", [Dim.of("m"), Dim.of(1), Dim.of(3), foreign("m"), foreign("n") * 2, Dim.of("m") + 1])
def test_nothing_is_proved_to_differ_from_a_foreign_name(other):
    assert not differ(foreign("n"), other)


def test_own_names_keep_their_promises():
    shape = seen_from(Shape.of("n", "m"), {"n", "m"})
    assert shape == Shape.of("n", "m")
    assert differ(*shape.left)


@given(patterns.map(lambda pattern: pattern.shape))
def test_marking_twice_is_marking_once(shape):
    once = seen_from(shape, {"n"})
    assert seen_from(once, {"n"}) == once
    assert (
        seen_from(shape, frozenset(n for d in shape.left + shape.right if isinstance(d, Dim) for n in d.names)) == shape
    )


def test_every_shape_in_a_value_is_marked():
    tensor = TensorFact(FLOAT32, CPU, Shape.of("n", 3))
    marked = TensorFact(FLOAT32, CPU, Shape((foreign("n"), Dim.of(3))))
    assert seen_from(tensor, frozenset()) == marked
    assert seen_from((tensor, Items(tensor), 3), frozenset()) == (marked, Items(marked), 3)


def test_foreign_dims_meet_own_ones_in_silence():
    with pytest.raises(Refused):
        broadcast(Shape.of("n"), Shape.of("m"))
    assert broadcast(Shape.of("n"), seen_from(Shape.of("m"), frozenset())) == Shape.of("n")

"""A loss that stretches both of its tensors is doubted, and torch warns of it; others are not."""

import math
import warnings

import pytest
import torch
from hypothesis import assume, given
from hypothesis import strategies as st

from dtensortypes.core import ops
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import FLOAT32
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.rules.doubts import of_pairs

LOSSES = ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss")
SHAPES = st.lists(st.sampled_from([1, 2, 3]), max_size=3)


def doubts(loss, left, right):
    tensors = [TensorFact(FLOAT32, shape=shape) for shape in (left, right)]
    return ops.infer(f"torch.nn.functional.{loss}", tensors, {}).doubts


@given(st.sampled_from(LOSSES), SHAPES, SHAPES)
def test_torch_warns_of_what_is_doubted(loss, left, right):
    try:
        whole = torch.broadcast_shapes(left, right)
    except RuntimeError:
        assume(False)
    found = doubts(loss, Shape.of(*left), Shape.of(*right))
    stretches_both = math.prod(whole) > max(math.prod(left), math.prod(right))
    assert bool(found) == (stretches_both and len(left) != len(right))
    if found:
        with pytest.warns(UserWarning, match="different to the input size"):
            getattr(torch.nn.functional, loss)(torch.zeros(left), torch.zeros(right))


@given(SHAPES)
def test_equal_shapes_are_quiet(shape):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        torch.nn.functional.mse_loss(torch.zeros(shape), torch.zeros(shape))
    assert doubts("mse_loss", Shape.of(*shape), Shape.of(*shape)) == ()


def test_a_size_that_is_not_known_may_be_any():
    n = Dim.of("n")
    assert doubts("mse_loss", Shape((n, Dim.of(1))), Shape((n,)))
    assert doubts("mse_loss", Shape((UNKNOWN, Dim.of(1))), Shape((UNKNOWN,)))
    assert not doubts("mse_loss", Shape((UNKNOWN, UNKNOWN)), Shape((UNKNOWN,)))
    assert not doubts("mse_loss", Shape((n, Dim.of(3))), Shape((Dim.of(3),)))


def test_all_pairs_may_be_meant():
    b, n = Dim.of("b"), Dim.of("n")
    assert not doubts("smooth_l1_loss", Shape((b, Dim.of(1), n)), Shape((b, n, Dim.of(1))))


@given(SHAPES, SHAPES)
def test_of_other_operations_a_column_and_its_vector_are_doubted(one, other):
    found = of_pairs("-", Shape.of(*one), Shape.of(*other))
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    assert bool(found) == (longer == [*shorter, 1] and shorter != [] and shorter[-1] != 1)
    if found:
        pairs = torch.zeros(one) - torch.zeros(other)
        assert pairs.numel() == math.prod(shorter) * shorter[-1]
        assert str(tuple(pairs.shape)) in str(found)


@pytest.mark.parametrize(("one", "other"), [((UNKNOWN, 1), (UNKNOWN,)), ((3, 1), (UNKNOWN,)), ((UNKNOWN,), ("n", 1))])
def test_sizes_that_may_be_the_same(one, other):
    left, right = (Shape(tuple(Dim.of(one) if one is not UNKNOWN else one for one in dims)) for dims in (one, other))
    assert of_pairs("==", left, right) is not None

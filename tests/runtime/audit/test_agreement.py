"""When what was told is exact, unknown or wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.facts.choice import OneOf
from dtensortypes.core.facts.device import CPU, CUDA, Device
from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.dtype import FLOAT16, FLOAT32, INT64, Category
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Run, Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.facts.value import Items, Number, Packed
from dtensortypes.runtime.audit.agreement import EXACT, agreement

GIVEN = TensorFact(FLOAT32, CPU, Shape.of(2, 3))
EITHER = OneOf(frozenset({FLOAT16, FLOAT32}))
shapes = st.lists(st.integers(0, 4), max_size=4).map(lambda dims: Shape.of(*dims))


def untold(told, given):
    return set(agreement(told, given).untold)


def wrong(told, given):
    return set(agreement(told, given).wrong)


@given(st.sampled_from([FLOAT32, INT64]), st.sampled_from([CPU, CUDA]), shapes)
def test_a_fact_agrees_with_itself_and_nothing_is_told_by_nothing(dtype, device, shape):
    fact = TensorFact(dtype, device, shape)
    assert agreement(fact, fact) == EXACT
    assert agreement((fact, 1), (fact, 1)) == EXACT
    assert agreement(TensorFact(), fact).wrong == frozenset()
    assert untold(TensorFact(), fact) == {"dtype", "device", "shape"}


def test_packed_sequences_agree_where_their_items_do():
    assert agreement(Packed(GIVEN), Packed(GIVEN)) == EXACT
    assert untold(Packed(TensorFact(FLOAT32, CPU, Shape((UNKNOWN, *GIVEN.shape.left[1:])))), Packed(GIVEN)) == {"shape"}
    assert wrong(GIVEN, Packed(GIVEN)) == {"result"}


@given(shapes, shapes)
def test_shapes_agree_where_they_are_equal(told, given):
    assert (agreement(told, given) == EXACT) == (told == given)
    assert bool(wrong(told, given)) == (told != given)


@given(shapes, st.integers(0, 4), st.integers(0, 4))
def test_a_run_leaves_open_what_it_hides_alone(shape, left, right):
    dims = shape.left
    if left + right <= len(dims):
        told = Shape(dims[:left], Run(), dims[len(dims) - right :])
        assert (untold(told, shape), wrong(told, shape)) == ({"shape"}, set())
        assert wrong(Shape((*dims[:left], Dim.of(9)), Run(), ()), shape) == {"shape"}


@pytest.mark.parametrize(
    ("told", "given"),
    [
        (None, None), (..., ...), (3, 3), (Dim.of(3), 3), (Number(Category.INTEGER), 3), (Number(Category.BOOL), True),
        (FLOAT32, FLOAT32), (CUDA, Device("cuda", 0)), ((2, Dim.of(3)), Shape.of(2, 3)), (Shape.of(2), (2,)),
        (ArrayFact(FLOAT32, Shape.of(2)), ArrayFact(FLOAT32, Shape.of(2))),
    ],
)  # fmt: skip
def test_exact(told, given):
    assert agreement(told, given) == EXACT


@pytest.mark.parametrize(
    ("told", "given", "parts"),
    [
        (UNKNOWN, 3, {"result"}),
        (3, UNKNOWN, {"result"}),
        (TensorFact(EITHER, CPU, Shape.of(2, 3)), GIVEN, {"dtype"}),
        (TensorFact(FLOAT32, CPU, Shape.of(2, "n")), GIVEN, {"shape"}),
        (TensorFact(FLOAT32, CPU, UNKNOWN_SHAPE), GIVEN, {"shape"}),
        (Items(GIVEN), (GIVEN, GIVEN), {"length"}),
        (EITHER, FLOAT16, {"result"}),
    ],
)
def test_unknown(told, given, parts):
    assert (untold(told, given), wrong(told, given)) == (parts, set())


@pytest.mark.parametrize(
    ("told", "given", "parts"),
    [
        (TensorFact(INT64), GIVEN, {"dtype"}),
        (TensorFact(EITHER), TensorFact(INT64, CPU, Shape.of()), {"dtype"}),
        (TensorFact(device=CUDA), GIVEN, {"device"}),
        (TensorFact(device=Device("cuda", 1)), TensorFact(FLOAT32, Device("cuda", 0), Shape.of()), {"device"}),
        (TensorFact(shape=Shape.of(2, "n", "m")), GIVEN, {"shape"}),
        (GIVEN, None, {"result"}),
        (GIVEN, (GIVEN,), {"result"}),
        ((GIVEN,), (GIVEN, GIVEN), {"result"}),
        (True, 1, {"result"}),
        (Dim.of(3), 4, {"shape"}),
        (Number(Category.INTEGER), True, {"result"}),
        (Items(TensorFact(INT64)), (GIVEN,), {"dtype"}),
    ],
)
def test_wrong(told, given, parts):
    assert wrong(told, given) == parts

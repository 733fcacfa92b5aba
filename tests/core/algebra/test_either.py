"""What is said of either is true of both."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.algebra.either import covers, either, uncovered
from dtensortypes.core.facts.choice import OneOf
from dtensortypes.core.facts.device import ACCELERATOR, CPU, CUDA, MPS, Device, one_of_devices
from dtensortypes.core.facts.dtype import DTYPES, FLOAT16, FLOAT32, INT64, one_of_dtypes
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Run, Shape
from dtensortypes.core.facts.tensor import ArrayFact, TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.facts.value import LayerFact
from tests.strategies import dims, disguised, holds


def known(members, one_of):
    """Facts about one of the members, each with the member it is true of."""
    some = st.lists(st.sampled_from(members), min_size=1, max_size=3, unique=True)
    choices = some.flatmap(lambda m: st.tuples(st.sampled_from(m), st.just(one_of(frozenset(m)))))
    return st.one_of(choices, st.tuples(st.sampled_from(members), st.just(UNKNOWN)))


dtypes = known(DTYPES[:6], one_of_dtypes)
devices = known([CPU, CUDA, Device("cuda", 1), MPS, ACCELERATOR], one_of_devices)


@st.composite
def tensors(draw):
    """A tensor, and facts that are true of it."""
    (dtype, some_dtype), (device, some_device), sizes = draw(dtypes), draw(devices), draw(dims(0, 3))
    return (dtype, device, sizes), TensorFact(some_dtype, some_device, draw(disguised(sizes)))


def true_of(fact, tensor):
    dtype, device, sizes = tensor
    return _allows(fact.dtype, dtype) and _allows(fact.device, device) and holds(fact.shape, sizes)


def _allows(fact, member):
    return isinstance(fact, Unknown) or fact == member or (isinstance(fact, OneOf) and member in fact.members)


@given(tensors(), tensors())
def test_what_is_said_of_either_is_true_of_both(one, other):
    (first, fact), (second, other_fact) = one, other
    said = either(fact, other_fact)
    assert true_of(said, first)
    assert true_of(said, second)


@given(tensors(), tensors())
def test_the_order_does_not_matter_and_equals_add_nothing(one, other):
    fact, other_fact = one[1], other[1]
    assert either(fact, other_fact) == either(other_fact, fact)
    assert either(fact, fact) == fact


@given(tensors(), tensors())
def test_what_covers_another_is_true_of_it(one, other):
    (_, fact), (tensor, other_fact) = one, other
    if covers(fact, other_fact):
        assert true_of(fact, tensor)
    assert covers(either(fact, other_fact), other_fact)


@given(st.lists(tensors().map(lambda one: one[1]) | st.sampled_from([None, 1, UNKNOWN]), max_size=5))
def test_what_is_left_out_is_covered_by_what_is_left_and_nothing_of_that_is(values):
    left = uncovered(values)
    assert all(value in left or any(covers(other, value) for other in left) for value in values)
    assert all(one is other or not covers(one, other) for one in left for other in left)
    assert [value for value in values if any(value is one for one in left)] == left


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        (TensorFact(FLOAT16, CPU), TensorFact(FLOAT32, CPU), TensorFact(OneOf(frozenset({FLOAT16, FLOAT32})), CPU)),
        (TensorFact(INT64, CPU, Shape.of(2, "n")), TensorFact(INT64, CUDA, Shape.of(3, "n")),
         TensorFact(INT64, OneOf(frozenset({CPU, CUDA})), Shape.of(UNKNOWN, "n"))),
        (TensorFact(shape=Shape.of("n")), TensorFact(shape=Shape.of("n", "m")), TensorFact(shape=UNKNOWN_SHAPE)),
        (TensorFact(shape=Shape(run=Run("a"))), TensorFact(shape=Shape(run=Run("b"))), TensorFact(shape=UNKNOWN_SHAPE)),
        ((1, TensorFact(INT64)), (2, TensorFact(INT64)), (UNKNOWN, TensorFact(INT64))),
        ((1, 2), (1, 2, 3), UNKNOWN),
        (1, True, UNKNOWN),
        (1, 1.0, UNKNOWN),
        ("cuda", "cuda", "cuda"),
        (None, TensorFact(), UNKNOWN),
        (ArrayFact(INT64), TensorFact(INT64), UNKNOWN),
        (LayerFact("Linear"), LayerFact("Linear"), LayerFact("Linear")),
    ],
)  # fmt: skip
def test_values(one, other, said):
    assert either(one, other) == said
    assert either(other, one) == said


def test_one_value_alone_is_itself_and_many_fold():
    assert either(3) == 3
    assert either(3, 3, 4) is UNKNOWN


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (
            ArrayFact(FLOAT32, Shape.of(3, 4)),
            ArrayFact(FLOAT32, Shape.of(3, 5)),
            ArrayFact(FLOAT32, Shape.of(3, UNKNOWN)),
        ),
        (ArrayFact(FLOAT32, Shape.of(3)), ArrayFact(INT64, Shape.of(3)), ArrayFact(UNKNOWN, Shape.of(3))),
        (ArrayFact(None, Shape.of(3)), ArrayFact(None, Shape.of(3, 4)), ArrayFact(None)),
        (ArrayFact(FLOAT32), TensorFact(FLOAT32), UNKNOWN),
    ],
)
def test_arrays(one, other, both):
    assert either(one, other) == either(other, one) == both

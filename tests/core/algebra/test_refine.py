"""What is left of all that a tensor may be, where a condition on it holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtensortypes.core.algebra.lift import DTYPE_DOMAIN
from dtensortypes.core.algebra.refine import refined, sized
from dtensortypes.core.facts.choice import Var
from dtensortypes.core.facts.device import ACCELERATOR, CPU, CUDA
from dtensortypes.core.facts.dtype import DTYPES, FLOAT, FLOAT16, FLOAT32, FLOAT64, one_of_dtypes
from dtensortypes.core.facts.shape import Run, Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN

PLAIN = TensorFact()


def is_dtype(*dtypes):
    def holds(fact):
        possible = DTYPE_DOMAIN.possible(fact.dtype)
        return True if possible <= set(dtypes) else None if possible & set(dtypes) else False

    return holds


@given(st.sets(st.sampled_from(DTYPES), min_size=1), st.sets(st.sampled_from(DTYPES), min_size=1))
def test_nothing_that_satisfies_the_condition_is_excluded(possible, wanted):
    fact = TensorFact(one_of_dtypes(frozenset(possible)))
    found = refined(fact, is_dtype(*wanted))
    left = possible & wanted
    assert (found is None) == (not left)
    if found is not None:
        assert left <= DTYPE_DOMAIN.possible(found.dtype) <= possible


@pytest.mark.parametrize(
    ("fact", "holds", "dtype"),
    [
        (PLAIN, is_dtype(FLOAT16), FLOAT16),
        (PLAIN, is_dtype(*FLOAT.members), FLOAT),
        (PLAIN, is_dtype(*(set(DTYPES) - {FLOAT16})), UNKNOWN),  # too many to name
        (TensorFact(FLOAT), is_dtype(FLOAT32, FLOAT64), one_of_dtypes(frozenset({FLOAT32, FLOAT64}))),
        (TensorFact(Var("D", FLOAT)), is_dtype(FLOAT16), Var("D", FLOAT)),
        (TensorFact(FLOAT32), is_dtype(FLOAT32), FLOAT32),
    ],
)
def test_dtypes(fact, holds, dtype):
    assert refined(fact, holds).dtype == dtype


def test_devices():
    def on_cuda(fact):
        return None if fact.device in {UNKNOWN, ACCELERATOR} else fact.device == CUDA

    assert refined(PLAIN, on_cuda).device == CUDA
    assert refined(TensorFact(device=CPU), on_cuda) is None
    assert refined(TensorFact(device=ACCELERATOR), on_cuda).device == ACCELERATOR


@pytest.mark.parametrize(
    ("shape", "rank", "found"),
    [
        (Shape(run=Run()), 2, Shape((UNKNOWN, UNKNOWN))),
        (
            Shape(Shape.of("b").left, Run(), Shape.of("n").left),
            3,
            Shape((*Shape.of("b").left, UNKNOWN, *Shape.of("n").left)),
        ),
        (Shape.of("b", "n"), 2, Shape.of("b", "n")),
    ],
)
def test_ranks(shape, rank, found):
    def has_rank(fact):
        return None if fact.shape.rank is None else fact.shape.rank == rank

    assert refined(TensorFact(shape=shape), has_rank).shape == found


def test_a_rank_that_is_too_small_is_impossible():
    def is_scalar(fact):
        return None if fact.shape.rank is None else fact.shape.rank == 0

    assert refined(TensorFact(shape=Shape(Shape.of("b").left, Run())), is_scalar) is None


@pytest.mark.parametrize(
    ("shape", "sizes", "found"),
    [
        (Shape.of(UNKNOWN, "n"), {0: 3}, Shape.of(3, "n")),
        (Shape.of(UNKNOWN, UNKNOWN), {0: 1, 1: 4}, Shape.of(1, 4)),
        (Shape.of("b", "n"), {0: 3}, Shape.of("b", "n")),  # still one of the sizes that it stands for
        (Shape.of("b", "n", "b"), {0: 1}, Shape.of(UNKNOWN, "n", UNKNOWN)),
        (Shape(run=Run()), {0: 1}, Shape(run=Run())),
        (Shape.of("b"), {}, Shape.of("b")),
    ],
)
def test_sizes(shape, sizes, found):
    assert sized(TensorFact(shape=shape), sizes).shape == found

"""Dtype words see concrete dtypes; what is open is tried."""

from dtensortypes.core.facts.choice import OneOf, Var
from dtensortypes.core.facts.dtype import FLOAT, FLOAT16, FLOAT32, FLOAT64, INT64
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.lifted import lifted
from dtensortypes.core.rules.promotion import promoted

D = Var("D", FLOAT)


def add(*tensors):
    arguments = {str(at): tensor for at, tensor in enumerate(tensors)}
    return lifted(promoted, None)(Call("+", arguments, tuple(arguments)))


def test_variables_and_choices():
    row = Shape.of("n")
    assert add(TensorFact(D, shape=row), TensorFact(D, shape=row)) == D
    assert add(TensorFact(D, shape=row), TensorFact(INT64, shape=row)) == D
    assert add(TensorFact(FLOAT, shape=row), TensorFact(FLOAT64, shape=row)) == FLOAT64
    assert add(TensorFact(UNKNOWN, shape=row), TensorFact(INT64, shape=row)) is UNKNOWN


def test_a_rank_that_is_not_known_may_be_0():
    assert add(TensorFact(FLOAT32), TensorFact(FLOAT64)) == OneOf(frozenset({FLOAT32, FLOAT64}))
    assert add(TensorFact(INT64), TensorFact(FLOAT64)) == FLOAT64
    assert add(TensorFact(FLOAT32), TensorFact(FLOAT32)) == FLOAT32


def test_many_tensors_of_one_dtype_are_no_work():
    assert add(*[TensorFact(FLOAT32)] * 40) == FLOAT32


def test_a_word_that_does_not_know_makes_the_result_unknown():
    word = lambda call: UNKNOWN if call.first.dtype == FLOAT16 else FLOAT32  # noqa: E731 - a word is a function
    assert lifted(word, None)(Call("f", {"self": TensorFact(FLOAT)})) is UNKNOWN

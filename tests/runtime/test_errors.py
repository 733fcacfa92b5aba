import pickle

from dtensortypes import TensorTypeError
from dtensortypes.core.problems import Kind, Problem


def test_the_reason_comes_first():
    error = TensorTypeError(Problem(Kind.DTYPE, "x is wrong", "cast it"), "  > x  Tensor")
    assert isinstance(error, TypeError)
    assert str(error) == "x is wrong\n\n  > x  Tensor\n\ncast it"
    assert str(TensorTypeError(Problem(Kind.DTYPE, "x is wrong"))) == "x is wrong"


def test_it_has_the_name_by_which_users_know_it():
    assert f"{TensorTypeError.__module__}.{TensorTypeError.__qualname__}" == "dtensortypes.TensorTypeError"


def test_it_goes_to_other_processes():
    there = pickle.dumps(TensorTypeError(Problem(Kind.SHAPE, "x"), "table"))
    error = pickle.loads(there)  # noqa: S301 - our own bytes
    assert (error.problem, error.table) == (Problem(Kind.SHAPE, "x"), "table")

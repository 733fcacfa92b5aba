"""A call is refused where something is wrong with it; numbers are mypy's own affair."""

from dtensortypes.core.facts.dtype import Category
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.value import Number
from dtensortypes.core.ops import Outcome
from dtensortypes.core.problems import Kind, Problem
from dtensortypes.mypy_plugin.types.outcomes import is_left_to_mypy, is_refused, of_one_shape

INTEGER, FLOAT = Number(Category.INTEGER), Number(Category.FLOAT)


def test_refused():
    wrong = Outcome(None, (Problem(Kind.DEVICE, "mixes devices"),))
    assert is_refused(wrong)
    assert not is_refused(wrong, (Kind.DTYPE,))
    assert not is_refused(Outcome())


def test_numbers():
    assert is_left_to_mypy([INTEGER, FLOAT], is_ours=False)
    assert not is_left_to_mypy([INTEGER], is_ours=True)
    assert is_left_to_mypy([INTEGER, True], is_ours=True)
    assert not is_left_to_mypy([Shape()], is_ours=False)


def test_one_shape():
    assert len(of_one_shape([Shape.of(2), Shape.of(3)])) == 1
    assert of_one_shape([INTEGER, FLOAT]) == [INTEGER, FLOAT]

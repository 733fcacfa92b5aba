"""Of a result of open rank as much is said as mypy keeps apart from others."""

from dtensortypes.core.facts.shape import UNKNOWN_SHAPE
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.mypy_plugin.ranks import has_run, is_open, of_any_shape, of_any_sizes


def tensor(text):
    return TensorFact(shape=parse_shape(text))


def test_what_is_open():
    assert [has_run(tensor(text)) for text in ("2 3", "2 ...", "...")] == [False, True, True]
    assert [is_open(tensor(text)) for text in ("2 3", "2 ...", "...")] == [False, True, False]
    assert not has_run(UNKNOWN)
    assert not is_open(3)


def test_what_is_said_of_it():
    assert of_any_sizes(tensor("2 ... n")) == tensor("_ ... _")
    assert of_any_shape(tensor("2 ...")).shape == UNKNOWN_SHAPE
    assert of_any_sizes(3) == of_any_shape(3) == 3

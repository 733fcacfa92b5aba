"""Of a result of open rank as much is said as a loop that changes the rank comes to an end with."""

from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.mypy_plugin.ranks import has_run, of_any_sizes


def tensor(text):
    return TensorFact(shape=parse_shape(text))


def test_what_is_open():
    assert [has_run(tensor(text)) for text in ("2 3", "2 ...", "...")] == [False, True, True]
    assert not has_run(UNKNOWN)


def test_what_is_said_of_it():
    assert of_any_sizes(tensor("2 ... n")) == tensor("_ ... _")
    assert of_any_sizes(tensor("2 n")) == tensor("2 n")
    assert of_any_sizes(3) == 3

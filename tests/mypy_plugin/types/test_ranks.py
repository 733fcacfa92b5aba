"""Of a result of open rank as much is said as a loop that changes the rank comes to an end with."""

from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.shapes import parse_shape
from dtensortypes.mypy_plugin.types.ranks import has_run, of_any_sizes, one_of


def tensor(text):
    return TensorFact(shape=parse_shape(text))


def test_what_is_open():
    assert [has_run(tensor(text)) for text in ("2 3", "2 ...", "...")] == [False, True, True]
    assert not has_run(UNKNOWN)


def test_what_is_said_of_it():
    assert of_any_sizes(tensor("2 ... n")) == tensor("_ ... _")
    assert of_any_sizes(tensor("2 n")) == tensor("2 n")
    assert of_any_sizes(3) == 3


def test_a_receiver_has_the_one_shape_that_is_left_of_those_it_may_have():
    assert one_of([tensor("..."), tensor("...")], tensor("2 n")) == tensor("...")
    assert one_of([tensor("2"), tensor("3")], tensor("2")) == tensor("2")
    assert one_of([UNKNOWN], tensor("2")) == tensor("2")

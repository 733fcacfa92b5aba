"""What several outcomes agree on."""

from dtensortypes.core.facts.choice import OneOf
from dtensortypes.core.facts.device import CPU
from dtensortypes.core.facts.dtype import FLOAT32, FLOAT64
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.tensor import TensorFact
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Kind, Problem
from dtensortypes.core.rules.columns import Outcome
from dtensortypes.core.rules.joined import joined

EITHER = OneOf(frozenset({FLOAT32, FLOAT64}))


def of(text):
    return TensorFact(FLOAT32, CPU, Shape.of(*(int(d) if d.isdecimal() else d for d in text.split())))


def test_parts_agree_each_for_itself():
    one, other = of("n"), TensorFact(FLOAT64, CPU, Shape.of("n"))
    assert joined([Outcome(one), Outcome(other)]).result == TensorFact(EITHER, CPU, Shape.of("n"))
    assert joined([Outcome((one,)), Outcome((other,))]).result == (TensorFact(EITHER, CPU, Shape.of("n")),)
    assert joined([Outcome(one), Outcome((one,))]).result is UNKNOWN
    assert joined([Outcome(one)]).result == one


def test_only_shared_problems_are_problems():
    first, second = Problem(Kind.DTYPE, "a"), Problem(Kind.DTYPE, "b")
    assert joined([Outcome(1, (first, second), must_use=True), Outcome(1, (second,))]) == Outcome(1, (second,))

"""The size of a slice of a dim, whose bounds may be names, counted from the end, or unknown."""

from __future__ import annotations

from dtensortypes.core.algebra.bounds import at_least, ceiling, larger, smaller
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.facts.value import Slice, Value
from dtensortypes.core.problems import Kind, refuse

_NOTHING = Dim.of(0)


def sliced(size: DimFact, bounds: Slice) -> DimFact:
    """How many places of a dim the slice takes."""
    step = _number(bounds.step, Dim.of(1))
    if isinstance(step, Dim) and step.constant is not None and step.constant < 1:
        raise refuse(Kind.SHAPE, f"a slice's step must be greater than 0 in torch, not {step}", "use .flip()")
    if isinstance(size, Unknown):
        return UNKNOWN
    start, stop = _place(bounds.start, size, _NOTHING), _place(bounds.stop, size, size)
    if isinstance(start, Unknown) or isinstance(stop, Unknown) or isinstance(step, Unknown):
        return UNKNOWN
    return ceiling(larger(stop - start, _NOTHING), step)


def _number(value: Value, default: Dim) -> DimFact:
    """A bound as a size, if it is known."""
    match value:
        case None:
            return default
        case int():
            return Dim.of(int(value))
        case Dim():
            return value
        case _:
            return UNKNOWN


def _place(bound: Value, size: Dim, default: Dim) -> DimFact:
    """The place that a bound means, counted from the left and never past an end."""
    if bound is None:
        return default
    number = _number(bound, default)
    if isinstance(number, Unknown):
        return UNKNOWN
    if at_least(number, _NOTHING):
        return smaller(number, size)
    return larger(size + number, _NOTHING) if at_least(Dim.of(-1), number) else UNKNOWN

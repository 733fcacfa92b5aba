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
    length = _length(size, _number(bounds.start, _NOTHING), _number(bounds.stop, size))
    return UNKNOWN if isinstance(length, Unknown) or isinstance(step, Unknown) else ceiling(length, step)


def _length(size: Dim, start: DimFact, stop: DimFact) -> DimFact:
    """How many places lie from one bound to the other."""
    if isinstance(start, Unknown) or isinstance(stop, Unknown):
        return UNKNOWN
    first, last = _place(start, size), _place(stop, size)
    if isinstance(first, Unknown) or isinstance(last, Unknown):
        return UNKNOWN
    if first == _NOTHING:
        return last
    if last == size:  # said of the bound itself: `max(n-3,0)`, not `n-min(3,n)`
        return larger(size - start, _NOTHING) if at_least(start, _NOTHING) else smaller(-start, size)
    return larger(last - first, _NOTHING)


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


def _place(bound: Dim, size: Dim) -> DimFact:
    """The place that a bound means, counted from the left and never past an end."""
    if bound == size or at_least(bound, _NOTHING):
        return smaller(bound, size)
    return larger(size + bound, _NOTHING) if at_least(Dim.of(-1), bound) else UNKNOWN

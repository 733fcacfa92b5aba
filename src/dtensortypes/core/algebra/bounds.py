"""Sizes in order: which of two is proved to be no smaller, with names as sizes of at least 2, foreign ones of 0."""

from __future__ import annotations

from dtensortypes.core.facts.dim import FOREIGN, Dim, DimFact, applied
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown


def at_least(left: Dim, right: Dim) -> bool:
    """Whether `left >= right` is proved."""
    gap = left - right
    if any(not isinstance(atom, str) or atom.startswith("{") for atom in gap.atoms):
        return False
    # With name = 2 + rest, a sum without negative terms is never negative.
    shifted = gap.substitute({name: Dim.of(name) + (0 if name.startswith(FOREIGN) else 2) for name in gap.names})
    return not isinstance(shifted, Unknown) and all(coefficient >= 0 for _, coefficient in shifted.terms)


def smaller(left: Dim, right: Dim) -> Dim:
    """The smaller of two sizes."""
    if at_least(left, right):
        return right
    return left if at_least(right, left) else applied("min", left, right)


def larger(left: Dim, right: Dim) -> Dim:
    """The larger of two sizes."""
    if at_least(left, right):
        return left
    return right if at_least(right, left) else applied("max", left, right)


def ceiling(dim: Dim, divisor: Dim | int) -> Dim:
    """The quotient rounded up."""
    return -((-dim) // divisor)


def longer(size: DimFact, by: DimFact | int) -> DimFact:
    """The size with so many more places, fewer where that is negative; UNKNOWN as soon as one of both is."""
    return UNKNOWN if isinstance(size, Unknown) or isinstance(by, Unknown) else size + by

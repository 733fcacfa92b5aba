"""A declared pattern laid beside a found shape: which dim is which axis, and which dims make up the run."""

from __future__ import annotations

from typing import NamedTuple

from dtensortypes.core.algebra.broadcast import proved_different
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.pattern import Axis, AxisRun, Pattern
from dtensortypes.core.facts.shape import Run, Shape
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown


class Declared(NamedTuple):
    """One tensor: what its annotation says and what was found; `label` names it in messages, as in `"x"`."""

    pattern: Pattern
    found: Shape
    label: str = ""

    @property
    def ranks_fit(self) -> bool:
        """Whether there can be as many dims as are declared."""
        least = len(self.pattern.axes)
        if self.found.rank is None:
            return self.pattern.run is not None or self.found.least_rank <= least
        return self.found.rank == least or (self.pattern.run is not None and self.found.rank > least)


class DimClaim(NamedTuple):
    """One axis is declared `axis` and found `size`; `place` is its index, negative right of a run."""

    axis: Axis
    size: DimFact
    place: int
    source: Declared

    @property
    def dim(self) -> Dim:
        assert isinstance(self.axis.dim, Dim)
        return self.axis.dim


class RunClaim(NamedTuple):
    """The run of a pattern is found to be these dims."""

    run: AxisRun
    dims: Shape
    source: Declared


def dim_claims(source: Declared) -> list[DimClaim]:
    """Every axis that says something, with the size found for it."""
    pattern, found = source.pattern, source.found
    if pattern.run is None and found.run is None:
        places = list(enumerate(zip(pattern.left, found.left, strict=True)))
    else:
        # Without a run the pattern's axes are counted from both ends of a shape with a run.
        right = pattern.right if pattern.run else pattern.left
        places = [*enumerate(zip(pattern.left, found.left, strict=False)), *_mirrored(right, from_right(found))]
    return [
        DimClaim(axis, size, place, source)
        for place, (axis, size) in places
        if isinstance(axis.dim, Dim) and not isinstance(size, Unknown)
    ]


def run_claims(source: Declared) -> list[RunClaim]:
    """What is found for the pattern's run, if it has one with a name."""
    run = source.pattern.run
    if run is None or run.name is None:
        return []
    return [RunClaim(run, between(source.found, len(source.pattern.left), len(source.pattern.right)), source)]


def around(left: tuple[DimFact, ...], dims: Shape, right: tuple[DimFact, ...]) -> Shape:
    """The shape `left`, then `dims`, then `right`."""
    return Shape(left + dims.left, dims.run, dims.right + right) if dims.run else Shape(left + dims.left + right)


def _mirrored(axes: tuple[Axis, ...], dims: tuple[DimFact, ...]) -> list[tuple[int, tuple[Axis, DimFact]]]:
    """Axes and dims paired from the right."""
    return [(-1 - i, pair) for i, pair in enumerate(zip(reversed(axes), reversed(dims), strict=False))]


def between(found: Shape, left: int, right: int) -> Shape:
    """The dims that remain without `left` many on the left and `right` many on the right."""
    if found.run is None:
        return Shape(found.left[left : len(found.left) - right])
    # Axes that reach past the known dims take dims of the run, or, where it is empty, known ones of the other side.
    missing_left, missing_right = max(left - len(found.left), 0), max(right - len(found.right), 0)
    kept_left = found.left[left:][: max(len(found.left) - left - missing_right, 0)]
    over = found.right[: len(found.right) - right] if right < len(found.right) else ()
    kept_right = over[min(missing_left, len(over)) :]
    exact = not missing_left and not missing_right
    return Shape(kept_left, found.run if exact else Run(), kept_right)


def ends(found: Shape, left: int, right: int) -> tuple[DimFact, ...]:
    """The first `left` dims and the last `right` dims of a shape that has so many; UNKNOWN where a run hides one."""
    known = from_right(found)
    padding = (UNKNOWN,) * max(left - len(found.left), 0), (UNKNOWN,) * max(right - len(known), 0)
    return (*found.left[:left], *padding[0], *padding[1], *known[max(len(known) - right, 0) :])


def meet(first: Shape, second: Shape) -> Shape:
    """What is known of a shape of which both are true: the longer one, its unknown dims filled from the other."""
    if first.rank is None and (second.rank is not None or second.least_rank > first.least_rank):
        first, second = second, first
    if first.run is None:
        return Shape(tuple(map(more_exact, first.left, _stretched(second, len(first.left)))))
    left = tuple(more_exact(*pair) for pair in _padded(first.left, second.left))
    right = tuple(more_exact(*pair) for pair in _padded(first.right[::-1], second.right[::-1]))[::-1]
    same_place = len(first.left) == len(second.left) and len(first.right) == len(second.right)
    return Shape(left, second.run if same_place and first.run == Run() else first.run, right)


def unlike(first: Shape, second: Shape) -> bool:
    """Whether the two shapes are proved to be different."""
    if _ranks_differ(first, second):
        return True
    ends = ((first.left, second.left), (from_right(first)[::-1], from_right(second)[::-1]))
    return any(proved_different(a, b) for one, other in ends for a, b in zip(one, other, strict=False))


def _ranks_differ(first: Shape, second: Shape) -> bool:
    if first.run and second.run:
        return first.run.name is not None and first.run == second.run and first.least_rank != second.least_rank
    return (not first.run and first.least_rank < second.least_rank) or (
        not second.run and second.least_rank < first.least_rank
    )


def from_right(shape: Shape) -> tuple[DimFact, ...]:
    """The dims whose place, counted from the right, is known."""
    return shape.right if shape.run else shape.left


def more_exact(dim: DimFact, other: DimFact) -> DimFact:
    """The more exact of two facts about one size."""
    if isinstance(dim, Unknown) or (isinstance(other, Dim) and other.constant is not None and dim.constant is None):
        return other
    return dim


def _stretched(shape: Shape, rank: int) -> tuple[DimFact, ...]:
    return shape.left if shape.run is None else shape.left + (UNKNOWN,) * (rank - shape.least_rank) + shape.right


def _padded(dims: tuple[DimFact, ...], others: tuple[DimFact, ...]) -> list[tuple[DimFact, DimFact]]:
    return list(zip(dims, others + (UNKNOWN,) * len(dims), strict=False))

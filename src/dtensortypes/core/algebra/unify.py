"""Declared patterns against found shapes: names bound across all arguments of a call, in any order.

The patterns' names belong to the function and the found shapes' names to its caller; inside the function, where a
`return` is checked, both are one, and the names of the parameters are rigid: they stand for themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations
from typing import Final

from dtensortypes.core.algebra.align import Declared, DimClaim, RunClaim, around, dim_claims, meet, run_claims
from dtensortypes.core.algebra.broadcast import broadcast, expands, proved_different
from dtensortypes.core.algebra.solve import Bound, Mismatch, solved, substituted
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.pattern import Pattern
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Run, Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.problems import Refused

__all__ = ["NO_BINDINGS", "Bindings", "Declared", "Mismatch", "instantiate", "unify"]


@dataclass(frozen=True, slots=True)
class Bindings:
    """What the names of one call's patterns are bound to, and the claims that may bind more."""

    bound: Mapping[str, Bound] = field(default_factory=dict)
    runs: Mapping[str, Shape] = field(default_factory=dict)
    dim_claims: tuple[DimClaim, ...] = ()
    run_claims: tuple[RunClaim, ...] = ()

    @staticmethod
    def given(sizes: Mapping[str, Dim]) -> Bindings:
        """The bindings of names whose sizes are known before any shape is seen, such as `{self.dim}`."""
        return Bindings({name: Bound(size) for name, size in sizes.items()})

    @staticmethod
    def rigid(names: frozenset[str]) -> Bindings:
        """The bindings inside a function: these names, of dims and of runs, stand for themselves."""
        return Bindings(
            {name: Bound(Dim.of(name)) for name in names}, {name: Shape(run=Run(name)) for name in names}
        )

    @property
    def sizes(self) -> dict[str, DimFact]:
        return {name: bound.size for name, bound in self.bound.items()}


NO_BINDINGS: Final = Bindings()


def unify(declared: Sequence[Declared], bindings: Bindings = NO_BINDINGS) -> Bindings:
    """The bindings with all that these tensors add; raises Mismatch where they are proved not to agree."""
    for one in declared:
        if not one.ranks_fit:
            raise Mismatch(one, _ranks_told(one))
    dims = bindings.dim_claims + tuple(claim for one in declared for claim in dim_claims(one))
    runs = bindings.run_claims + tuple(claim for one in declared for claim in run_claims(one))
    return Bindings(solved(dims, bindings.bound), _runs_solved(runs, bindings.runs), dims, runs)


def instantiate(pattern: Pattern, bindings: Bindings) -> Shape:
    """The shape that the pattern says under these bindings; names that nothing bound are not known."""
    left, right = (
        tuple(UNKNOWN if axis.broadcastable else substituted(axis.dim, bindings.bound) for axis in axes)
        for axes in (pattern.left, pattern.right)
    )
    run = pattern.run
    if run is None:
        return Shape(left)
    known = run.name is not None and not run.broadcastable
    return around(left, bindings.runs.get(run.name or "", UNKNOWN_SHAPE) if known else UNKNOWN_SHAPE, right)


def _ranks_told(one: Declared) -> str:
    least = "at least " if one.pattern.run else ""
    return f"{_count(one.found)}, not {least}{len(one.pattern.axes)}"


def _count(shape: Shape) -> str:
    at_least = "at least " if shape.run else ""
    return f"{at_least}{shape.least_rank} dim{'' if shape.least_rank == 1 else 's'}"


def _runs_solved(claims: Sequence[RunClaim], given: Mapping[str, Shape]) -> dict[str, Shape]:
    """What each run is: the dims found wherever it is exact, else what its broadcastable places broadcast to."""
    names = dict.fromkeys(claim.run.name for claim in claims if claim.run.name)
    found = {name: _run_solved([c for c in claims if c.run.name == name], given.get(name)) for name in names}
    return {**given, **found}


def _run_solved(claims: Sequence[RunClaim], given: Shape | None) -> Shape:
    exact = [claim for claim in claims if not claim.run.broadcastable]
    stretched = [claim for claim in claims if claim.run.broadcastable]
    for earlier, later in combinations(exact, 2):
        if reason := _unlike(later.dims, earlier.dims):
            raise Mismatch(later.source, _run_told(later, reason, earlier))
    ...

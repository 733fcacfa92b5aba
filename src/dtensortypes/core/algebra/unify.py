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

from dtensortypes.core.algebra.align import Declared, DimClaim, RunClaim, around, dim_claims, meet, run_claims, unlike
from dtensortypes.core.algebra.broadcast import broadcast, expands
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
    given_runs: Mapping[str, Shape] = field(default_factory=dict)
    dim_claims: tuple[DimClaim, ...] = ()
    run_claims: tuple[RunClaim, ...] = ()

    @staticmethod
    def given(sizes: Mapping[str, Dim]) -> Bindings:
        """The bindings of names whose sizes are known before any shape is seen, such as `{self.dim}`."""
        return Bindings({name: Bound(size) for name, size in sizes.items()})

    @staticmethod
    def rigid(names: frozenset[str]) -> Bindings:
        """The bindings inside a function: these names, of dims and of runs, stand for themselves."""
        runs = {name: Shape(run=Run(name)) for name in names}
        return Bindings({name: Bound(Dim.of(name)) for name in names}, runs, runs)

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
    given = bindings.given_runs
    return Bindings(solved(dims, bindings.bound), _runs_solved(runs, given), given, dims, runs)


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
    signed = [axis.notation for axis in one.pattern.axes if axis.notation[0] in "+-"]
    slip = f"; `{signed[0]}` is an axis of its own" if signed else ""
    return f"{_count(one.found)}, not {least}{len(one.pattern.axes)}{slip}"


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
    for claim in exact:
        if given is not None and unlike(claim.dims, given):
            raise _run_mismatch(claim, given)
    for earlier, later in combinations(exact, 2):
        if unlike(earlier.dims, later.dims):
            raise _run_mismatch(later, earlier.dims, earlier)
    shapes = [claim.dims for claim in exact] if given is None else [given, *(claim.dims for claim in exact)]
    if not shapes:
        return _broadcast(stretched)
    whole = reduce(meet, shapes)
    for claim in stretched:
        if not expands(claim.dims, whole):
            raise _run_mismatch(claim, whole, exact[0] if exact else None)
    return whole


def _broadcast(stretched: Sequence[RunClaim]) -> Shape:
    total = stretched[0].dims
    for count, claim in enumerate(stretched[1:], 2):
        try:
            wider = broadcast(*(one.dims for one in stretched[:count]))
        except Refused:
            raise _run_mismatch(claim, total) from None
        total = wider
    return total


def _run_mismatch(claim: RunClaim, dims: Shape, origin: RunClaim | None = None) -> Mismatch:
    whence = f' in "{origin.source.label}"' if origin and origin.source.label else ""
    return Mismatch(claim.source, f'"{claim.run.notation}" is {claim.dims} here, but {dims}{whence}')

"""Ragged dims of nested tensors: such a size is what it is called, and no number.

What is known of programs before they run says less of a name, so that two sizes, one of them ragged, are compared here.
"""

from __future__ import annotations

from itertools import zip_longest

from dtensortypes.core.algebra.align import DimClaim, RunClaim
from dtensortypes.core.algebra.solve import substituted
from dtensortypes.core.algebra.unify import Bindings
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE
from dtensortypes.core.problems import wrong_shape
from dtensortypes.runtime.finding import Wrong

_ONE = Dim.of(1)


def refuse_ragged(claim: DimClaim, bindings: Bindings) -> None:
    """Raise Wrong where a ragged dim is declared to be another size, or another one to be the ragged one."""
    size = substituted(claim.dim, bindings.bound)
    if _differ(claim.size, size, stretches=claim.axis.broadcastable):
        rank = claim.source.found.rank
        found = f"dim {claim.place if rank is None else claim.place % rank} is {claim.size}"
        detail = f"{found}, not {size}" if size == claim.dim else f'{found}, but "{claim.dim}" is {size}'
        raise Wrong(claim.source.label, wrong_shape(claim.source.found, claim.source.pattern, detail))


def refuse_ragged_run(claim: RunClaim, bindings: Bindings) -> None:
    """The same for the dims of a run."""
    whole = bindings.runs.get(claim.run.name or "", UNKNOWN_SHAPE)
    pairs = zip_longest(reversed(claim.dims.left), reversed(whole.left), fillvalue=_ONE)
    if any(_differ(size, of_all, stretches=claim.run.broadcastable) for size, of_all in pairs):
        detail = f'"{claim.run.notation}" is {claim.dims} here, but {whole}'
        raise Wrong(claim.source.label, wrong_shape(claim.source.found, claim.source.pattern, detail))


def _differ(found: DimFact, declared: DimFact, *, stretches: bool) -> bool:
    """Whether one of the sizes is ragged and the other one is not that size; `stretches` if 1 fits every size."""
    if not isinstance(found, Dim) or not isinstance(declared, Dim) or (stretches and found == _ONE):
        return False
    return found != declared and bool(found.names or declared.names)

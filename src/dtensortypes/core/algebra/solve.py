"""The dims of one call: each claim `declared == found` solved for a name that is not bound, whatever their order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dtensortypes.core.algebra.align import Declared, DimClaim, more_exact
from dtensortypes.core.algebra.broadcast import not_one, proved_different
from dtensortypes.core.facts.dim import Dim, DimFact, differ
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.problems import Kind, Problem, Refused


class Mismatch(Refused):
    """A found shape is proved not to be the declared one; `label` is that of the tensor to blame."""

    def __init__(self, source: Declared, detail: str) -> None:
        reason = f'has shape {source.found}, declared "{source.pattern.notation}": {detail}'
        super().__init__(Problem(Kind.SHAPE, reason))
        self.label = source.label


@dataclass(frozen=True, slots=True)
class Bound:
    """The size that a name is bound to, and the claim that bound it; None where it was given from outside."""

    size: DimFact
    claim: DimClaim | None = None


def solved(claims: Sequence[DimClaim], bound: Mapping[str, Bound]) -> dict[str, Bound]:
    """All that the claims bind; raises Mismatch where they are proved not to be true together."""
    result = dict(bound)
    exact = [claim for claim in claims if not claim.axis.broadcastable or not_one(claim.size)]
    while news := next(_news(exact, result), None):
        name, value = news
        result[name] = value
    for claim in exact:
        size = substituted(claim.dim, result)
        if isinstance(size, Dim) and proved_different(size, claim.size):
            raise Mismatch(claim.source, _told(claim, size, result))
    return result


def substituted(dim: DimFact, bound: Mapping[str, Bound]) -> DimFact:
    """The dim in the caller's names; UNKNOWN where one of the function's names is not bound."""
    return UNKNOWN if isinstance(dim, Unknown) else dim.substitute({name: _size(name, bound) for name in dim.names})


def _size(name: str, bound: Mapping[str, Bound]) -> DimFact:
    return bound[name].size if name in bound else UNKNOWN


def _news(claims: Sequence[DimClaim], bound: Mapping[str, Bound]) -> Iterator[tuple[str, Bound]]:
    """What a claim adds to the names bound: a size where there was none, or a more exact one."""
    for claim in claims:
        unbound = [name for name in claim.dim.names if isinstance(_size(name, bound), Unknown)]
        # `{self.dim}` is what the call's arguments say: no shape tells it.
        if len(unbound) == 1 and not unbound[0].startswith("{"):
            size = _solution(unbound[0], claim, bound)
            if size is not None:
                yield unbound[0], Bound(size, claim)
        name = claim.dim.name
        if name is not None and name in bound and bound[name].claim and not unbound:
            old = bound[name].size
            if more_exact(old, claim.size) != old and not proved_different(old, claim.size):
                yield name, Bound(claim.size, claim)


def _solution(name: str, claim: DimClaim, bound: Mapping[str, Bound]) -> Dim | None:
    """The size of `name` for which the claim is true, where it is linear in the name; refused if no size is."""
    if claim.dim.name == name and isinstance(claim.size, Dim) and not _negative(claim.size):
        return claim.size
    # The name belongs to the function: it is spelled so that no name of the caller is taken for it.
    unbound = f"?{name}"
    dim = claim.dim.substitute({n: Dim.of(unbound) if n == name else _size(n, bound) for n in claim.dim.names})
    if isinstance(dim, Unknown) or isinstance(claim.size, Unknown):
        return None
    factor, rest = _split(dim, unbound)
    if unbound in rest.names | factor.names or not differ(factor, Dim(())):
        return None  # where the factor may be 0, the name may be anything
    gap = claim.size - rest
    size, remainder = gap // factor, (gap % factor).constant
    if remainder == 0 and not _negative(size):
        return size
    if factor.constant is not None and remainder is not None:
        raise Mismatch(claim.source, f'dim {_place(claim)} is {claim.size}, which "{claim.dim}" cannot be')
    return None


def _split(dim: Dim, atom: str) -> tuple[Dim, Dim]:
    """The dims `factor` and `rest` of `factor*atom + rest`."""
    factor = rest = Dim(())
    for product, coefficient in dim.terms:
        if atom in product:
            at = product.index(atom)
            factor += Dim(((product[:at] + product[at + 1 :], coefficient),))
        else:
            rest += Dim(((product, coefficient),))
    return factor, rest


def _negative(size: Dim) -> bool:
    return size.constant is not None and size.constant < 0


def _place(claim: DimClaim) -> int:
    """The dim's index as a reader counts: from the left, wherever the number of dims is known."""
    rank = claim.source.found.rank
    return claim.place if rank is None else claim.place % rank


def _told(claim: DimClaim, size: Dim, bound: Mapping[str, Bound]) -> str:
    """Why a dim is wrong: `dim 1 is 5, but "n" is 4 in "x"`."""
    found, dim = f"dim {_place(claim)} is {claim.size.notation}", claim.dim
    if dim == size:
        return f"{found}, not {size}"
    if dim.name:
        return f'{found}, but "{dim}" is {size}{_whence(bound[dim.name], claim)}'
    causes = [f'"{name}" is {bound[name].size.notation}{_whence(bound[name], claim)}' for name in sorted(dim.names)]
    return f'{found}, but "{dim}" is {size}: {", ".join(causes)}'


def _whence(bound: Bound, claim: DimClaim) -> str:
    """Where a name got its size, as seen from another claim."""
    if bound.claim is None:
        return ""
    if bound.claim.source is claim.source:
        return f" in dim {_place(bound.claim)}"
    return f' in "{bound.claim.source.label}"' if bound.claim.source.label else ""

"""Sizes with names that no shape tells, as in `min(a,b)`: whether they can be what is declared, whatever is meant."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Final

from dtensortypes.core.algebra.align import DimClaim
from dtensortypes.core.algebra.unify import Bindings
from dtensortypes.core.facts.dim import Applied, Dim
from dtensortypes.core.problems import wrong_shape
from dtensortypes.runtime.finding import Wrong
from dtensortypes.runtime.sizes import divisors

_TRIED: Final = 2_000
"""Combinations of sizes that are tried; where there are more, every size is let pass."""


def refuse_impossible(claims: Sequence[DimClaim], bindings: Bindings) -> None:
    """Raise Wrong where no sizes of the names that are not bound make all these claims true."""
    sizes = {name: size for name, size in bindings.sizes.items() if isinstance(size, Dim)}
    exact = [claim for claim in claims if is_exact(claim) and _is_open(claim, bindings)]
    told = [(claim, claim.dim.substitute(sizes)) for claim in exact]
    dims = [(claim, dim, claim.size) for claim, dim in told if isinstance(dim, Dim)]
    names = sorted({name for _, dim, _ in dims for name in dim.names})
    most = max((_largest(dim, size) for _, dim, size in dims), default=0)
    if not dims or (most + 1) ** len(names) > _TRIED:
        return
    for values in product(range(most + 1), repeat=len(names)):
        meant = {name: Dim.of(value) for name, value in zip(names, values, strict=True)}
        if all(dim.substitute(meant) == size for _, dim, size in dims):
            return
    claim = dims[-1][0]
    blamed = " and ".join(f'"{name}"' for name in names if name in claim.dim.names)
    raise _wrong(claim, f"no size of {blamed} makes dim {claim.place} {claim.size}")


def refuse_zero(claim: DimClaim, bindings: Bindings) -> None:
    """Raise Wrong for a size that is declared as a division by what turns out to be 0."""
    for divisor in divisors(claim.dim) if is_exact(claim) else ():
        value = divisor.substitute(bindings.sizes)
        if isinstance(value, Dim) and value.constant == 0:
            raise _wrong(claim, f'"{divisor.notation}" is 0, by which nothing is divided')


def is_exact(claim: DimClaim) -> bool:
    """Whether the size is declared to be that of the dim, and not 1 as well."""
    return not claim.axis.broadcastable or claim.size != Dim.of(1)


def _is_open(claim: DimClaim, bindings: Bindings) -> bool:
    """Whether its names that are not bound are those of sizes, and what is bound is known."""
    unknown = {name for name in claim.dim.names if not isinstance(bindings.sizes.get(name), Dim)}
    return not any(name in bindings.bound or name.startswith("{") for name in unknown)


def _largest(dim: Dim, size: object) -> int:
    """A size that no name in the dim has to exceed for the dim to be what was found."""
    found = size.constant if isinstance(size, Dim) else None
    return (2 + (found or 0)) * prod(1 + abs(number) for number in _numbers(dim))


def _numbers(dim: Dim) -> list[int]:
    inner = [argument for atom in dim.atoms if isinstance(atom, Applied) for argument in atom.arguments]
    return [factor for _, factor in dim.terms] + [number for one in inner for number in _numbers(one)]


def _wrong(claim: DimClaim, detail: str) -> Wrong:
    return Wrong(claim.source.label, wrong_shape(claim.source.found, claim.source.pattern, detail))

"""Placements: how each dim of a device mesh holds its part of a distributed tensor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from dtensortypes.core.facts.choice import OneOf
from dtensortypes.core.facts.unknown import Unknown


@dataclass(frozen=True, slots=True)
class Placement:
    """One of torch's placements; `dim` is the one that is sharded, and where declared without one, any is meant."""

    kind: str
    dim: int | None = None

    @property
    def notation(self) -> str:
        return self.kind if self.dim is None else f"{self.kind}[{self.dim}]"

    def __str__(self) -> str:
        """Torch's own spelling, `Shard(0)`."""
        return f"{self.kind}({'' if self.dim is None else self.dim})"


SHARD: Final = Placement("Shard")
REPLICATE: Final = Placement("Replicate")
PARTIAL: Final = Placement("Partial")

PlacementFact: TypeAlias = Placement | OneOf[Placement] | Unknown


def one_of_placements(members: frozenset[Placement]) -> PlacementFact:
    """The narrowest fact for these members."""
    return next(iter(members)) if len(members) == 1 else OneOf(members)

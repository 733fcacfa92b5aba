"""Distributed tensors: how the dims of a device mesh hold one, against what was declared."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, Final

import torch

from dtensortypes.core.facts.choice import OneOf
from dtensortypes.core.facts.placement import PARTIAL, REPLICATE, SHARD, Placement, PlacementFact
from dtensortypes.core.facts.unknown import UNKNOWN

_HOME: Final = f"{torch.distributed.__name__}.tensor"
"""The module of DTensor; it takes long to load, and where it is not loaded there are none."""


def placements_of(tensor: torch.Tensor) -> tuple[Placement, ...] | None:
    """How each dim of its mesh holds the tensor; None where it is no DTensor."""
    module = sys.modules.get(_HOME)
    if module is None or not isinstance(tensor, module.DTensor):
        return None
    return tuple(map(_placement, tensor.placements))


def placed(tensor: torch.Tensor, declared: Iterable[PlacementFact]) -> bool:
    """Whether the tensor is distributed, and each dim of its mesh holds it as declared."""
    found = placements_of(tensor)
    return (
        found is not None
        and len(found) == len(tuple(declared))
        and all(_allows(one, placement, tensor.ndim) for one, placement in zip(declared, found, strict=True))
    )


def _placement(found: Any) -> Placement:
    """The fact of a placement; of torch's further kinds, such as a strided shard, that of the one it is a kind of."""
    kinds = [fact.kind for fact in (SHARD, REPLICATE, PARTIAL)]
    kind = next((kind for kind in kinds if any(kind in base.__name__ for base in type(found).__mro__)), None)
    return Placement(kind or type(found).__name__, found.dim if kind == SHARD.kind else None)


# What `torch.compiler.assume_constant_result` does, which is loaded late: of a placement, whose class Dynamo does not
# look through in torch 2.11, and which no other one can take the place of in a graph.
_placement._dynamo_marked_constant = True  # type: ignore[attr-defined]


def _allows(declared: PlacementFact, found: Placement, rank: int) -> bool:
    if declared is UNKNOWN:
        return True
    if isinstance(declared, OneOf):
        return any(_allows(one, found, rank) for one in declared.members)
    dim = declared.dim + rank if declared.dim is not None and declared.dim < 0 else declared.dim
    return declared.kind == found.kind and dim in {None, found.dim}

"""The placements that users write after the shape of a distributed tensor, one for each dim of its device mesh."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from dtensortypes.core.facts import placement as facts
from dtensortypes.core.facts.unknown import UNKNOWN


class Placement:
    """Any placement."""

    fact: ClassVar[facts.PlacementFact] = UNKNOWN


class Shard(Placement):
    """Split over the mesh dim: `Shard[0]` along dim 0 of the tensor, `Shard` along any dim."""

    fact = facts.SHARD

    def __class_getitem__(cls, dim: int) -> type[Shard]:
        """Split along this dim, `-1` being the last; raises TypeError for what is no dim."""
        if cls.fact != facts.SHARD:
            msg = f"{cls.__name__} takes no further dim"
            raise TypeError(msg)
        if not isinstance(dim, int) or isinstance(dim, bool):
            msg = f"Shard[{dim!r}]: the dim that is split is an integer"
            raise TypeError(msg)
        return _along(dim)


class Replicate(Placement):
    """The whole tensor on each device of the mesh dim."""

    fact = facts.REPLICATE


class Partial(Placement):
    """A summand, or another part to be reduced, on each device of the mesh dim."""

    fact = facts.PARTIAL


@cache
def _along(dim: int) -> type[Shard]:
    fact = facts.Placement(facts.SHARD.kind, dim)
    return type(fact.notation, (Shard,), {"fact": fact, "__module__": __name__, "__doc__": f"Torch's `{fact}`."})


def __getattr__(name: str) -> type[Shard]:
    """The class of `Shard[1]` by its name, which is how pickle finds it."""
    head, _, dim = name.removesuffix("]").partition("[")
    if head == facts.SHARD.kind and name.endswith("]") and dim.removeprefix("-").isdigit():
        return _along(int(dim))
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)

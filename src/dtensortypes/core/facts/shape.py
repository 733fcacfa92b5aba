"""Shapes as they are found: dims, with at most one run of unknown length among them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.unknown import Unknown


@dataclass(frozen=True, slots=True)
class Run:
    """Any number of dims, none included; two runs of one name are the same dims."""

    name: str | None = None

    @property
    def notation(self) -> str:
        return "..." if self.name is None else f"*{self.name}"


@dataclass(frozen=True, slots=True)
class Shape:
    """Dims on the left, perhaps a run, dims on the right; without a run all dims are on the left."""

    left: tuple[DimFact, ...] = ()
    run: Run | None = None
    right: tuple[DimFact, ...] = ()

    @staticmethod
    def of(*dims: int | str | DimFact) -> Shape:
        """The shape of these dims; numbers and names stand for themselves."""
        return Shape(tuple(Dim.of(d) if isinstance(d, int | str) else d for d in dims))

    @property
    def rank(self) -> int | None:
        """The number of dims, or None where a run hides it."""
        return None if self.run else len(self.left)

    @property
    def least_rank(self) -> int:
        return len(self.left) + len(self.right)

    @property
    def dims(self) -> tuple[DimFact, ...] | None:
        """All dims, or None where the rank is not known."""
        return None if self.run else self.left

    @property
    def names(self) -> frozenset[str]:
        """The names that its dims speak of."""
        return frozenset[str]().union(*(dim.names for dim in (*self.left, *self.right) if isinstance(dim, Dim)))

    @property
    def notation(self) -> str:
        """The shape as users write it: `b n`, `*batch _ 3`, `...`; a zero-dim tensor's is empty."""
        run = [self.run.notation] if self.run else []
        return " ".join([*map(_spelled, self.left), *run, *map(_spelled, self.right)])

    def __str__(self) -> str:
        """The shape as torch prints it: `(b, n)`, `(3,)`."""
        words = self.notation.split()
        return f"({words[0]},)" if len(words) == 1 else f"({', '.join(words)})"


def _spelled(dim: DimFact) -> str:
    return "_" if isinstance(dim, Unknown) else dim.notation


UNKNOWN_SHAPE: Final = Shape(run=Run())
"""The shape of which nothing is known; it is written `...`."""
SCALAR: Final = Shape()
"""The shape of a zero-dim tensor."""

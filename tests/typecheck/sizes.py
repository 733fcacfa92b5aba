"""The sizes that stand for the names of dims while a block runs."""

import re
from collections.abc import Callable

from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.pattern import AxisRun, Pattern
from dtensortypes.core.facts.unknown import Unknown

UNKNOWN_RUN = (6, 6)
"""The dims of which nothing is declared: a square matrix, which most operations take."""


class Sizes:
    """Distinct sizes, none of them 1 and none of them a number in the block."""

    def __init__(self, source: str) -> None:
        taken = {int(number) for number in re.findall(r"\d+", source)} | set(UNKNOWN_RUN)
        self._free = iter([size for size in (4, 8, 10, 12, 5, 7, *range(9, 99)) if size not in taken])
        self.names: dict[str, int] = {}
        self.runs: dict[str, tuple[int, ...]] = {}
        self.owner: object = None

    def shape(self, pattern: Pattern) -> tuple[int, ...]:
        """A shape that fits the pattern."""
        left = [self.size(axis.dim, self.named) for axis in pattern.left]
        right = [self.size(axis.dim, self.named) for axis in pattern.right]
        run = self._run(pattern.run) if pattern.run else ()
        return (*(size or self.fresh() for size in left), *run, *(size or self.fresh() for size in right))

    def fits(self, pattern: Pattern, shape: tuple[int, ...]) -> bool:
        """Whether a live shape is what the pattern says, with the sizes that the names have."""
        left, right = len(pattern.left), len(pattern.right)
        if len(shape) < left + right or (pattern.run is None and len(shape) != left + right):
            return False
        middle = shape[left : len(shape) - right]
        dims = zip(pattern.axes, (*shape[:left], *shape[len(shape) - right :]), strict=True)
        same = [self.is_size(axis.dim, size) or (axis.broadcastable and size == 1) for axis, size in dims]
        run = pattern.run and pattern.run.name
        return all(same) and (run is None or self.runs.setdefault(run, middle) == middle)

    def is_size(self, dim: DimFact, size: int) -> bool:
        """Whether a live size is what the dim says; a name that no annotation has brought in takes this size."""
        return self.size(dim, lambda name: self.names.setdefault(name, size)) in {None, size}

    def size(self, dim: DimFact, named: Callable[[str], int]) -> int | None:
        """The number that the dim stands for, None if it is unknown."""
        if isinstance(dim, Unknown):
            return None
        found = dim.substitute({name: Dim.of(named(name)) for name in sorted(dim.names)})
        return None if isinstance(found, Unknown) else found.constant

    def named(self, name: str) -> int:
        """The size of a name; an attribute's, as in `{self.dim}`, is asked of the object that has it."""
        if name.startswith("{"):
            value = self.owner
            for attribute in name.strip("{}").split(".")[1:]:
                value = getattr(value, attribute)
            assert isinstance(value, int)
            return value
        if name not in self.names:
            self.names[name] = self.fresh()
        return self.names[name]

    def fresh(self) -> int:
        return next(self._free)

    def _run(self, run: AxisRun) -> tuple[int, ...]:
        if run.name is None:
            return UNKNOWN_RUN
        if run.name not in self.runs:
            self.runs[run.name] = (self.fresh(), self.fresh())
        return self.runs[run.name]

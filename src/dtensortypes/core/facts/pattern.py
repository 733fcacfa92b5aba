"""Shapes as signatures declare them: what `Shape` says, and what may be written besides (`#n`, `n=4`, `*#batch`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.shape import Run, Shape
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown


@dataclass(frozen=True, slots=True)
class Axis:
    """One declared dim; `broadcastable` also accepts 1; `label` is only for the reader."""

    dim: DimFact
    broadcastable: bool = False
    label: str | None = None
    plus: bool = False
    """Whether it is written with a plus before it, as in `n +1`, which may be a slip for `n+1`."""

    @property
    def notation(self) -> str:
        label = f"{self.label}=" if self.label else ""
        dim = "_" if isinstance(self.dim, Unknown) else self.dim.notation
        return f"{'#' if self.broadcastable else ''}{label}{'+' if self.plus else ''}{dim}"


@dataclass(frozen=True, slots=True)
class AxisRun:
    """Any number of declared dims: `...`, `*batch`, or `*#batch`, which accepts what broadcasts to it."""

    name: str | None = None
    broadcastable: bool = False

    @property
    def notation(self) -> str:
        return "..." if self.name is None else f"*{'#' if self.broadcastable else ''}{self.name}"


@dataclass(frozen=True)
class Pattern:
    """A declared shape: axes on the left, perhaps a run, axes on the right."""

    left: tuple[Axis, ...] = ()
    run: AxisRun | None = None
    right: tuple[Axis, ...] = ()

    @property
    def axes(self) -> tuple[Axis, ...]:
        return self.left + self.right

    @cached_property
    def names(self) -> frozenset[str]:
        """Every dim name that occurs, inside expressions too; the name of the run is not among them."""
        return frozenset().union(*(axis.dim.names for axis in self.axes if isinstance(axis.dim, Dim)))

    @cached_property
    def notation(self) -> str:
        run = [self.run.notation] if self.run else []
        return " ".join([*(axis.notation for axis in self.left), *run, *(axis.notation for axis in self.right)])

    @cached_property
    def shape(self) -> Shape:
        """What the body of the function may rely on: a broadcastable axis is 1 or its size, so not known."""
        run = Run(None if self.run.broadcastable else self.run.name) if self.run else None
        return Shape(tuple(map(_relied_on, self.left)), run, tuple(map(_relied_on, self.right)))

    @staticmethod
    def of(shape: Shape) -> Pattern:
        """The pattern that declares exactly this shape."""
        run = AxisRun(shape.run.name) if shape.run else None
        return Pattern(tuple(map(Axis, shape.left)), run, tuple(map(Axis, shape.right)))


def _relied_on(axis: Axis) -> DimFact:
    return UNKNOWN if axis.broadcastable else axis.dim


UNKNOWN_PATTERN: Final = Pattern(run=AxisRun())
"""The declaration that any shape will do; it is written `...`."""

"""The steps for declared shapes: sizes unpacked into variables, names bound, and what is declared of them compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from dtensortypes.core.facts.dim import Dim
from dtensortypes.core.facts.pattern import Axis, AxisRun, Pattern
from dtensortypes.runtime.plan import Do, Must, Step
from dtensortypes.runtime.sizes import linear
from dtensortypes.runtime.stretching import expands, wider
from dtensortypes.runtime.variables import Unplanned, Variables


class Shaping:
    """Shapes of tensors that are surely there; an axis that cannot be judged yet waits for the others."""

    def __init__(self, variables: Variables) -> None:
        self.variables = variables
        self.waiting: list[tuple[str, Axis]] = []
        self.waiting_runs: list[tuple[str, str]] = []

    def shape(self, value: str, pattern: Pattern) -> Iterator[Step]:
        """The steps for one tensor."""
        test = self.variables.is_shape(f"{value}.shape", pattern)
        if test is not None:
            yield Must(test)
        elif pattern.run is not None:
            yield from self._with_run(value, pattern, pattern.run)
        else:
            shape = self.variables.names.variable(f"{value}_shape")
            yield Must(f"{self._len()}({shape} := {value}.shape) == {len(pattern.left)}")
            yield from self._divided(shape, pattern)

    def solved(self) -> Iterator[Step]:
        """The steps for the axes that waited, each as soon as its names are bound; raises Unplanned."""
        while self.waiting:
            ready = next((one for one in self.waiting if self._ready(one[1])), None)
            if ready is None:
                yield from self._stretched()
            else:
                self.waiting.remove(ready)
                yield from self._solved(*ready)
        for dims, key in self.waiting_runs:
            yield from self._stretched_run(dims, key)

    def _len(self) -> str:
        return self.variables.names.constant("len", len)

    def _divided(self, shape: str, pattern: Pattern) -> Iterator[Step]:
        """The shape's sizes, each where it is needed; a shape declared alike is then compared with this one."""
        if is_definite(pattern):
            self.variables.shapes[pattern.notation] = shape
        keys = [f"dim {dim.name}" for dim in _dims(pattern)]
        if pattern.notation not in self.variables.undivided or not self.variables.of.keys().isdisjoint(keys):
            yield from self._unpacked(shape, pattern.left)
        else:
            self.variables.of.update((key, f"{shape}[{i}]") for i, key in enumerate(keys))

    def _unpacked(self, shape: str, axes: tuple[Axis, ...]) -> Iterator[Step]:
        targets = [self._target(f"{shape}_{i}", axis) for i, axis in enumerate(axes)]
        if any(target != "_" for target, _ in targets):
            yield Do(f"{', '.join(target for target, _ in targets)}{',' if len(targets) == 1 else ''} = {shape}")
        for target, axis in targets:
            if axis is not None:
                yield from self._later(target, axis)

    def _target(self, wish: str, axis: Axis) -> tuple[str, Axis | None]:
        """The variable for a size, and the axis that it has yet to be compared with."""
        if not isinstance(axis.dim, Dim):
            return self.variables.unused, None
        key = f"dim {axis.dim.name}"
        if axis.dim.name and not axis.broadcastable and key not in self.variables.of:
            return self.variables.new(key), None
        return self.variables.names.variable(wish), axis

    def _later(self, size: str, axis: Axis) -> Iterator[Step]:
        """The comparison at once where all is known, else when it is."""
        if isinstance(axis.dim, Dim) and (self.variables.knows(axis.dim) or self._unsure(axis)):
            yield from self._compared(size, axis)
        elif isinstance(axis.dim, Dim):
            self.waiting.append((size, axis))

    def _unsure(self, axis: Axis) -> bool:
        return isinstance(axis.dim, Dim) and f"dim {axis.dim.name}" in self.variables.unsure

    def _compared(self, size: str, axis: Axis) -> Iterator[Step]:
        test = self.variables.is_size(size, axis)
        if test is not None:
            yield Must(test)

    # --- runs

    def _with_run(self, value: str, pattern: Pattern, run: AxisRun) -> Iterator[Step]:
        least = len(pattern.axes)
        if least == 0 and run.name is None:
            return
        shape = self.variables.names.variable(f"{value}_shape")
        yield Must(f"{self._len()}({shape} := {value}.shape) >= {least}") if least else Do(f"{shape} = {value}.shape")
        places = [*enumerate(pattern.left), *((i - len(pattern.right), axis) for i, axis in enumerate(pattern.right))]
        for place, axis in places:
            yield from self._indexed(f"{shape}[{place}]", axis)
        if run.name is not None:
            yield from self._run(middle(shape, pattern), run)

    def _indexed(self, size: str, axis: Axis) -> Iterator[Step]:
        target, rest = self._target("extent", axis)
        if target != self.variables.unused:
            yield Do(f"{target} = {size}")
        if rest is not None:
            yield from self._later(target, rest)

    def _run(self, dims: str, run: AxisRun) -> Iterator[Step]:
        key = f"run {run.name}"
        if run.broadcastable:
            self.waiting_runs.append((dims, key))
        elif key in self.variables.of:
            yield Must(self.variables.same(key, dims))
        else:
            yield Do(f"{self.variables.new(key)} = {dims}")

    def _stretched_run(self, dims: str, key: str) -> Iterator[Step]:
        """Dims that broadcast to the run where it is known, else to what it may yet turn out to be."""
        if key in self.variables.unsure:
            raise Unplanned(key)
        if key not in self.variables.of:
            self.variables.stretched.add(key)
            yield Do(f"{self.variables.new(key)} = {dims}")
        elif key in self.variables.stretched:
            variable, widen = self.variables.of[key], self.variables.names.constant("wider", wider)
            wide = self.variables.names.variable(f"{variable}_wide")  # None is not for the judge
            yield Must(f"({wide} := {widen}({variable}, {dims})) is not None")
            yield Do(f"{variable} = {wide}")
        else:
            yield Must(f"{self.variables.names.constant('expands', expands)}({dims}, {self.variables.of[key]})")

    # --- what waited

    def _ready(self, axis: Axis) -> bool:
        assert isinstance(axis.dim, Dim)
        return self.variables.knows(axis.dim) or (not axis.broadcastable and self._unknown(axis.dim) is not None)

    def _unknown(self, dim: Dim) -> str | None:
        """The one name that the size of this dim would tell."""
        unbound = [name for name in dim.names if not self.variables.sure(f"dim {name}")]
        fits = len(unbound) == 1 and f"dim {unbound[0]}" not in self.variables.of and linear(dim, unbound[0])
        return unbound[0] if fits and self.variables.safe_but(dim, unbound[0]) else None

    def _solved(self, size: str, axis: Axis) -> Iterator[Step]:
        assert isinstance(axis.dim, Dim)
        name = self._unknown(axis.dim)
        split = linear(axis.dim, name) if name else None
        if name is None or split is None:
            if self.variables.pins([axis]):
                raise Unplanned(axis.notation)
            yield from self._compared(size, axis)
            return
        factor, rest = split
        gap = f"({size} - ({self.variables.size(rest)}))"
        variable = self.variables.new(f"dim {name}")
        if factor != 1:
            yield Must(f"{gap} % {factor} == 0")
        yield Do(f"{variable} = {gap}{'' if factor == 1 else f' // {factor}'}")
        yield Must(f"{variable} >= 0")

    def _stretched(self) -> Iterator[Step]:
        """A name that stands only where it broadcasts is the size that is not 1, if there is one."""
        name = next(
            (axis.dim.name for _, axis in self.waiting if isinstance(axis.dim, Dim) and axis.broadcastable), None
        )
        if name is None:
            raise Unplanned(", ".join(axis.notation for _, axis in self.waiting))
        sizes = [size for size, axis in self.waiting if axis.broadcastable and axis.dim == Dim.of(name)]
        variable = self.variables.new(f"dim {name}")
        self.variables.stretched.add(f"dim {name}")
        yield Do(f"{variable} = {sizes[0]}")
        for size in sizes[1:]:
            yield Do(f"{variable} = {size} if {variable} == 1 else {variable}")


def is_definite(pattern: Pattern) -> bool:
    """Whether all tensors of one call that are declared so have one shape."""
    return pattern.run is None and all(
        isinstance(axis.dim, Dim)
        and not axis.broadcastable
        and not any(name.startswith("{") for name in axis.dim.names)
        for axis in pattern.left
    )


def undivided(patterns: Iterable[Pattern]) -> frozenset[str]:
    """The shapes, as they are written, that are of names only, each of which stands in one place of one shape."""
    different = {pattern.notation: pattern for pattern in patterns}
    uses = Counter(name for pattern in different.values() for dim in _dims(pattern) for name in dim.names)
    return frozenset(
        notation
        for notation, pattern in different.items()
        if is_definite(pattern) and all(dim.name and uses[dim.name] == 1 for dim in _dims(pattern))
    )


def _dims(pattern: Pattern) -> list[Dim]:
    return [axis.dim for axis in pattern.axes if isinstance(axis.dim, Dim)]


def middle(shape: str, pattern: Pattern) -> str:
    """The dims of the run, as an expression."""
    end = f"-{len(pattern.right)}" if pattern.right else ""
    return f"{shape}[{len(pattern.left) or ''}:{end}]"

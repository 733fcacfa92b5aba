"""How shapes broadcast: aligned on the right, a size of 1 stretched; see aten/src/ATen/ExpandUtils.cpp."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from dtensortypes.core.facts.dim import Dim, DimFact, differ
from dtensortypes.core.facts.shape import Run, Shape
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.problems import Kind, Refused, refuse

ONE = Dim.of(1)


def broadcast(*shapes: Shape) -> Shape:
    """The shape that all these shapes are stretched to; refused where two dims are proved not to fit."""
    if shapes and (not shapes[0].run or len(shapes) == 1) and shapes.count(shapes[0]) == len(shapes):
        return shapes[0]
    found: list[DimFact] = []
    for at in range(_reach(shapes)):
        column = _column(shapes, at)
        if clashing(column):
            raise _not_broadcast(shapes, at)
        found.append(joined(column))
    columns = tuple(reversed(found))
    open_ended = [shape for shape in shapes if shape.run]
    if not open_ended:
        return Shape(columns)
    return _around_the_run(open_ended, shapes, columns) or Shape((), Run(), columns)


def expands(small: Shape, large: Shape) -> bool:
    """Whether `small` may be stretched to `large`, which stays as it is; False only where that is proved wrong."""
    if large.rank is not None and small.least_rank > large.rank:
        return False
    reach = min(len(small.right if small.run else small.left), len(large.right if large.run else large.left))
    pairs = ((_column((small, large), at)) for at in range(reach))
    return not any(not_one(a) and proved_different(a, b) for a, b in pairs)


def joined(dims: Sequence[DimFact]) -> DimFact:
    """The size that these sizes are stretched to, if they fit."""
    if certain := [dim for dim in dims if not_one(dim)]:
        return min(certain, key=lambda dim: isinstance(dim, Unknown) or dim.constant is None)
    if UNKNOWN in dims:
        return UNKNOWN
    open_ = set(dims) - {ONE}
    return next(iter(open_), ONE) if len(open_) < 2 else UNKNOWN


def clashing(dims: Sequence[DimFact]) -> tuple[DimFact, DimFact] | None:
    """Two sizes that are proved to differ, neither of them 1."""
    certain = [dim for dim in dims if not_one(dim)]
    return next(((a, b) for a, b in combinations(certain, 2) if proved_different(a, b)), None)


def not_one(dim: DimFact) -> bool:
    return isinstance(dim, Dim) and differ(dim, ONE)


def proved_different(left: DimFact, right: DimFact) -> bool:
    return isinstance(left, Dim) and isinstance(right, Dim) and differ(left, right)


def _reach(shapes: Sequence[Shape]) -> int:
    """How many dims, counted from the right, some shape knows of."""
    return max((len(shape.right if shape.run else shape.left) for shape in shapes), default=0)


def _column(shapes: Sequence[Shape], at: int) -> list[DimFact]:
    """What each shape has at the place `at`, counted from the right."""
    return [_place(shape, at) for shape in shapes]


def _place(shape: Shape, at: int) -> DimFact:
    dims = shape.right if shape.run else shape.left
    if at < len(dims):
        return dims[-1 - at]
    return UNKNOWN if shape.run else ONE


def _around_the_run(open_ended: list[Shape], shapes: Sequence[Shape], columns: tuple[DimFact, ...]) -> Shape | None:
    """The result where all runs are one and the same and lie at one place, so that the dims left of it are known."""
    first = open_ended[0]
    same = len(open_ended) == 1 or (first.run != Run() and all(shape.run == first.run for shape in open_ended))
    if not same or any(len(shape.right) != len(columns) for shape in open_ended):
        return None
    lefts = [Shape(shape.left) for shape in open_ended]
    clash = next((at for at in range(_reach(lefts)) if clashing(_column(lefts, at))), None)
    if clash is not None:
        raise _not_broadcast(shapes, clash, _column(lefts, clash))
    return Shape(broadcast(*lefts).left, first.run, columns)


def _not_broadcast(shapes: Sequence[Shape], at: int, column: list[DimFact] | None = None) -> Refused:
    pair = clashing(column or _column(shapes, at))
    assert pair is not None
    names = " and ".join(dict.fromkeys(str(shape) for shape in shapes))
    where = "left of the run" if column else f"dim {-1 - at}"
    against = f"{pair[0].notation} against {pair[1].notation}"
    return refuse(Kind.SHAPE, f"shapes {names} do not broadcast: {against} at {where}", _grown_on_the_right(shapes))


def _grown_on_the_right(shapes: Sequence[Shape]) -> str:
    """What to do where the dims of the shorter of two shapes are the first ones of the other."""
    if len(shapes) != 2 or shapes[0].rank is None or shapes[1].rank is None:
        return ""
    short, long = sorted((shape.left for shape in shapes), key=len)
    fits = 0 < len(short) < len(long) and UNKNOWN not in short and long[: len(short)] == short
    return f"add dims on the right, as in x[...{', None' * (len(long) - len(short))}]" if fits else ""

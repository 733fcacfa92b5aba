"""Words for what is demanded where items are read and written by place (ScatterGatherChecks.h in aten)."""

from __future__ import annotations

from typing import Final

from dtensortypes.core.algebra import axes
from dtensortypes.core.algebra.align import unlike
from dtensortypes.core.algebra.bounds import at_least
from dtensortypes.core.algebra.broadcast import ONE, proved_different
from dtensortypes.core.algebra.reduce import numel
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.dtype import INT64, DType
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.problems import Kind, refuse
from dtensortypes.core.rules.arguments import as_int
from dtensortypes.core.rules.call import Call
from dtensortypes.core.rules.demands import dtype_of, shape_of
from dtensortypes.core.rules.words import Demand, ShapeWord

_ZERO: Final = Dim.of(0)


def of_int64(parameter: str) -> Demand:
    """The places are int64, where int32 will not do."""

    def demand(call: Call) -> None:
        dtype = dtype_of(call, parameter)
        if isinstance(dtype, DType) and dtype != INT64:
            words = ("an index", "cast it") if parameter == "index" else (parameter, "cast them")
            raise refuse(
                Kind.DTYPE, f'"{call.name}" takes {words[0]} of int64, not {dtype}', f"{words[1]} with .long()"
            )

    return demand


def covered(call: Call) -> None:
    """The index is no larger than self, but along the dim, and no larger than what is written."""
    index, own, source = shape_of(call, "index"), call.first.shape, shape_of(call, "src")
    if index is None or index.rank is None or _ZERO in index.left:
        return
    for name, other in (("self", own), ("src", source)):
        if other is not None and other.rank is not None and max(other.rank, 1) != max(index.rank, 1):
            raise refuse(Kind.SHAPE, f'"{call.name}" takes an index of as many dims as {name} {other}, not {index}')
    dim = as_int(call["dim"])
    if isinstance(dim, Unknown) or own.rank is None:
        return
    along = axes.normal(dim, own.rank)
    beside = [at for at in range(min(index.rank, own.rank)) if at != along]
    if any(_larger(index.left[at], own.left[at]) for at in beside):
        raise refuse(Kind.SHAPE, f'"{call.name}" along dim {dim} of {own} takes an index no larger, not {index}')
    if source is not None and any(_larger(one, other) for one, other in zip(index.left, source.left, strict=False)):
        raise refuse(Kind.SHAPE, f'"{call.name}" of src {source} takes an index no larger, not {index}')


def _larger(size: DimFact, than: DimFact) -> bool:
    """Whether the one size is proved to be larger."""
    both = isinstance(size, Dim) and isinstance(than, Dim)
    return both and at_least(size, than + 1)  # type: ignore[operator,arg-type]


def vector_of_places(call: Call) -> None:
    """The index is a vector, or one place."""
    index = shape_of(call, "index")
    if index is not None and index.least_rank > 1:
        raise refuse(Kind.SHAPE, f'"{call.name}" takes a vector as index, not shape {index}', "flatten it")


def one_row_each(call: Call) -> None:
    """The source is as self, but along the dim, where it has a row for each place."""
    vector_of_places(call)
    own, source, dim = call.first.shape, shape_of(call, "source"), as_int(call["dim"])
    if source is None or own.rank is None or source.rank is None or isinstance(dim, Unknown):
        return
    axes.normal(dim, own.rank)
    index = shape_of(call, "index")
    rows = ONE if source.rank == 0 else _rows(source, dim)
    if index is not None and proved_different(numel(index), rows):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes a place for each row of dim {dim} of {source}, not {index}')
    if own.rank and source.rank and unlike(_without(own, dim), _without(source, dim)):
        raise refuse(Kind.SHAPE, f'"{call.name}" takes a source as {own} but in dim {dim}, not shape {source}')


def _rows(shape: Shape, dim: int) -> DimFact:
    return axes.size_at(shape, dim) if -len(shape.left) <= dim < len(shape.left) else UNKNOWN


def _without(shape: Shape, dim: int) -> Shape:
    return axes.replaced(shape, {dim: (UNKNOWN,)}) if -len(shape.left) <= dim < len(shape.left) else shape


def as_many(first: str, second: str) -> Demand:
    """Both tensors have as many items."""

    def demand(call: Call) -> None:
        one, other = shape_of(call, first), shape_of(call, second)
        if one is not None and other is not None and proved_different(numel(one), numel(other)):
            raise refuse(
                Kind.SHAPE, f'"{call.name}" takes {first} and {second} of as many items, not {one} and {other}'
            )

    return demand


def filling(word: ShapeWord) -> Demand:
    """What is written has the shape of the part that it is written to."""

    def demand(call: Call) -> None:
        part, source = word(call), shape_of(call, "src")
        if isinstance(part, Shape) and source is not None and unlike(part, source):
            raise refuse(Kind.SHAPE, f'"{call.name}" writes to a part of shape {part}, not {source}')

    return demand


def sought_by_row(call: Call) -> None:
    """`searchsorted`: in one sorted row, or in a row for each row of what is sought (BucketizationUtils.h)."""
    rows, sought = shape_of(call, "sorted_sequence"), shape_of(call, "input")
    if rows is None or sought is None or rows.rank in {None, 1}:
        return
    if rows.rank == 0 or sought.rank == 0 or unlike(_without(rows, -1), _without(sought, -1)):
        raise refuse(Kind.SHAPE, f'"{call.name}" in rows of {rows} takes as many rows of what is sought, not {sought}')

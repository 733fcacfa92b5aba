"""The shapes that the patterns of einops give (einops/einops.py, einops/packing.py)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from dtensortypes.core.algebra.align import between, ends, more_exact
from dtensortypes.core.algebra.axes import as_rank, chained, counted
from dtensortypes.core.algebra.broadcast import proved_different
from dtensortypes.core.algebra.named_axes import DOTS, Anonymous, Arrangement, AxisName, around_star, open_axes
from dtensortypes.core.algebra.reduce import numel, product
from dtensortypes.core.facts.dim import Dim, DimFact
from dtensortypes.core.facts.shape import Shape
from dtensortypes.core.facts.unknown import UNKNOWN, Unknown
from dtensortypes.core.problems import Kind, Refused, refuse

Lengths: TypeAlias = Mapping[str, DimFact]


def arranged(pattern: Arrangement, shape: Shape, lengths: Lengths) -> Shape:
    """The shape that a pattern, which has been checked, makes of this one; `lengths` are the sizes that are given."""
    sizes, middle = _sizes(pattern, shape, lengths)
    parts = [_part(group, sizes, middle) for group in pattern.result.groups]
    return chained(*parts) if parts else Shape()


def reduces(pattern: Arrangement, shape: Shape) -> bool | None:
    """Whether there is an axis that is reduced; None where the dots, which are reduced, may stand for no dim."""
    if pattern.reduced != {DOTS}:
        return bool(pattern.reduced)
    named = len(pattern.given.groups) - 1
    return True if shape.least_rank > named else (None if shape.rank is None else False)


def _part(group: tuple[AxisName, ...] | str, sizes: Mapping[AxisName, DimFact], middle: Shape) -> Shape:
    if isinstance(group, str):
        return middle
    return Shape((product([numel(middle) if axis == DOTS else sizes[axis] for axis in group]),))


def _sizes(pattern: Arrangement, shape: Shape, lengths: Lengths) -> tuple[dict[AxisName, DimFact], Shape]:
    """The size of each axis, and the dims that the dots stand for."""
    groups, dims, middle = _laid_beside(pattern, shape)
    sizes: dict[AxisName, DimFact] = {
        axis: Dim.of(axis.size) if isinstance(axis, Anonymous) else lengths.get(axis, UNKNOWN)
        for axis in (*pattern.given.axes, *pattern.result.axes)
    }
    for group, dim in zip(groups, dims, strict=True):
        _split(pattern, group, dim, sizes, open_axes(group, lengths))
    return sizes, middle


def _laid_beside(pattern: Arrangement, shape: Shape) -> tuple[Sequence[tuple[AxisName, ...]], Sequence[DimFact], Shape]:
    """The groups of the left side with the dim of each, and the dims that the dots stand for."""
    given = pattern.given
    groups = [group for group in given.groups if isinstance(group, tuple)]
    words = f'a tensor arranged by "{pattern.text}"'
    if given.place_of_dots is None:
        return groups, as_rank(shape, len(groups), words), Shape()
    if shape.rank is not None and shape.rank < len(groups):
        raise refuse(Kind.SHAPE, f"{words} must have at least {counted(len(groups))}, and has shape {shape}")
    left, right = given.place_of_dots, len(groups) - given.place_of_dots
    return groups, ends(shape, left, right), between(shape, left, right)


def _split(
    pattern: Arrangement,
    group: tuple[AxisName, ...],
    dim: DimFact,
    sizes: dict[AxisName, DimFact],
    open_: Sequence[AxisName],
) -> None:
    """Find the sizes of the axes that one dim is made of."""
    others = product([sizes[axis] for axis in group if axis not in open_])
    if not open_:
        if isinstance(dim, Dim) and isinstance(others, Dim) and proved_different(dim, others):
            raise _misfit(pattern, group, dim, others, split=False)
        if len(group) == 1:
            sizes[group[0]] = more_exact(sizes[group[0]], dim)
    elif len(group) == 1:
        sizes[open_[0]] = dim
    elif not isinstance(dim, Unknown) and not isinstance(others, Unknown) and others.constant != 0:
        if (dim % others).constant:
            raise _misfit(pattern, group, dim, others, split=True)
        sizes[open_[0]] = dim // others


# --- pack and unpack


def packed(shapes: Sequence[Shape], text: str) -> Iterator[tuple[Shape, DimFact, Shape]]:
    """For each tensor that `pack` takes: the dims before the star, the items of those in it, and the dims after it."""
    before, after = around_star(text)
    for shape in shapes:
        if shape.rank is not None and shape.rank < before + after:
            words = f'a tensor packed by "{text}"'
            raise refuse(Kind.SHAPE, f"{words} must have at least {counted(before + after)}, and has shape {shape}")
        dims = ends(shape, before, after)
        yield Shape(dims[:before]), numel(between(shape, before, after)), Shape(dims[before:])


def unpackable(shape: Shape, text: str) -> tuple[DimFact, ...]:
    """The dims of the tensor that `unpack` takes: one for each axis, and one for the star."""
    return as_rank(shape, sum(around_star(text)) + 1, f'a tensor unpacked by "{text}"')


# --- words


def _misfit(pattern: Arrangement, group: tuple[AxisName, ...], dim: Dim, others: Dim, *, split: bool) -> Refused:
    words = " ".join(map(str, group))
    if not group:
        reason = f'the dim that is 1 in "{pattern.text}" has size {dim.notation}'
    elif split:
        reason = f'size {dim.notation} cannot be split into "({words})" of "{pattern.text}"'
        reason += f": it is no multiple of {others.notation}"
    else:
        known = f"({words})" if len(group) > 1 else words
        reason = f'"{known}" of "{pattern.text}" is {others.notation}, and the dim has size {dim.notation}'
    return refuse(Kind.SHAPE, reason)

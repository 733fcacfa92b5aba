"""Sizes that broadcast, for `*#batch` in generated wrappers: plain functions of plain tuples, which Dynamo follows."""

from __future__ import annotations

from collections.abc import Sequence


def wider(one: Sequence[int] | None, other: Sequence[int]) -> Sequence[int] | None:
    """What the two broadcast to; None where they don't."""
    if one is None:
        return None
    longer, shorter = (one, other) if len(one) >= len(other) else (other, one)
    gap = len(longer) - len(shorter)
    sizes = list(longer)
    for i, size in enumerate(shorter, gap):
        if sizes[i] == 1:
            sizes[i] = size
        elif size not in (1, sizes[i]):
            return None
    return tuple(sizes)


def expands(sizes: Sequence[int], whole: Sequence[int]) -> bool:
    """Whether a tensor of these sizes can be expanded to the whole."""
    gap = len(whole) - len(sizes)
    return gap >= 0 and all(size in (1, whole[i]) for i, size in enumerate(sizes, gap))

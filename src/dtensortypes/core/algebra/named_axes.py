"""The patterns of einops, `b (h w) c -> b h w c`, and what may be written in them (einops/parsing.py)."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from dtensortypes.core.problems import Kind, Refused, refuse


class Anonymous(NamedTuple):
    """An axis that is written as its size; each of them is another one."""

    size: int
    place: int

    def __str__(self) -> str:
        return str(self.size)


AxisName: TypeAlias = str | Anonymous

DOTS: Final = "..."
"""All the dims that have no name of their own."""


class Side(NamedTuple):
    """One side of a pattern: for each dim the axes that it is made of, and for bare dots `DOTS`."""

    groups: tuple[tuple[AxisName, ...] | str, ...]

    @property
    def axes(self) -> tuple[AxisName, ...]:
        """Every axis in order, the dots among them."""
        return tuple(axis for group in self.groups for axis in (group if isinstance(group, tuple) else (group,)))

    @property
    def place_of_dots(self) -> int | None:
        """Which of the groups are the bare dots; None where there are none."""
        return self.groups.index(DOTS) if DOTS in self.groups else None


class Arrangement(NamedTuple):
    """`b (h w) c -> b h w c`: what is given, and what is made of it."""

    given: Side
    result: Side
    text: str

    @property
    def reduced(self) -> frozenset[AxisName]:
        """The axes that the result has not."""
        return frozenset(self.given.axes) - frozenset(self.result.axes)

    @property
    def added(self) -> frozenset[AxisName]:
        """The axes that the result alone has."""
        return frozenset(self.result.axes) - frozenset(self.given.axes)


# --- what is written


@lru_cache(maxsize=512)
def arrangement(text: str) -> Arrangement:
    """The pattern that is written in `text`."""
    sides = text.split("->")
    if len(sides) != 2:
        raise _wrong(text, "has one `->` between what is given and what is made of it")
    given = side(sides[0], text)
    result = side(sides[1], text, len(sides[0]))
    if DOTS in given.axes and given.place_of_dots is None:
        raise _wrong(text, "cannot have `...` in parentheses on its left")
    if DOTS in result.axes and DOTS not in given.axes:
        raise _wrong(text, "has `...` on its right alone")
    return Arrangement(given, result, text)


def side(part: str, text: str, first: int = 0) -> Side:
    """One side of the pattern `text`: names, sizes, `...`, and one level of parentheses; `first` numbers its axes."""
    groups: list[tuple[AxisName, ...] | str] = []
    inside: list[AxisName] | None = None
    for place, word in enumerate(re.findall(r"[()]|\.{3}|[^\s().]+|\.+", part), first):
        if word in "()":
            if (word == "(") == (inside is not None):
                raise _wrong(text, "has parentheses that do not match, or parentheses in others")
            if inside is not None:
                groups.append(tuple(inside))
            inside = [] if inside is None else None
        elif inside is not None:
            inside += _axis(word, place, text)
        else:
            groups.append(DOTS if word == DOTS else _axis(word, place, text))
    if inside is not None:
        raise _wrong(text, "has parentheses that do not match, or parentheses in others")
    found = Side(tuple(groups))
    twice = next((axis for axis in found.axes if found.axes.count(axis) > 1), None)
    if twice is not None:
        raise _wrong(text, f'has "{twice}" twice on one side')
    return found


def _axis(word: str, place: int, text: str) -> tuple[AxisName, ...]:
    """The axis that is written so; `1` is none."""
    if word.isdecimal():
        if int(word) == 0:
            raise _wrong(text, "has an axis of size 0")
        return () if int(word) == 1 else (Anonymous(int(word), place),)
    if word != DOTS and (not word.isidentifier() or word.startswith("_") or word.endswith("_")):
        raise _wrong(text, f'has "{word}", which is no name of an axis')
    return (word,)


# --- what may be written, by operation


def check_rearranged(pattern: Arrangement, lengths: Collection[str]) -> None:
    """Refuse a pattern for `rearrange`, which neither adds an axis nor takes one away."""
    if any(isinstance(axis, Anonymous) for axis in (*pattern.given.axes, *pattern.result.axes)):
        raise _wrong(pattern.text, "has a size that is not 1, and rearrange takes names")
    if alone := pattern.reduced | pattern.added:
        raise _wrong(pattern.text, f"has {_named(alone)} on one side only")
    _check_lengths(pattern, lengths)


def check_repeated(pattern: Arrangement, lengths: Collection[str]) -> None:
    """Refuse a pattern for `repeat`, which takes no axis away and must know the sizes of new ones."""
    if pattern.reduced:
        raise _wrong(pattern.text, f"has {_named(pattern.reduced)} on its left alone, and repeat takes nothing away")
    if open_ := {axis for axis in pattern.added if isinstance(axis, str)} - set(lengths):
        raise _wrong(pattern.text, f"adds {_named(open_)}, of which no size is given")
    _check_lengths(pattern, lengths)


def check_reduced(pattern: Arrangement, lengths: Collection[str]) -> None:
    """Refuse a pattern for `reduce`, which adds no axis."""
    if pattern.added:
        raise _wrong(pattern.text, f"has {_named(pattern.added)} on its right alone, and reduce adds nothing")
    _check_lengths(pattern, lengths)


def _check_lengths(pattern: Arrangement, lengths: Collection[str]) -> None:
    if unused := set(lengths) - {axis for axis in (*pattern.given.axes, *pattern.result.axes) if axis != DOTS}:
        raise _wrong(pattern.text, f"has no axis {_named(unused)}")
    for group in pattern.given.groups:
        open_ = [axis for axis in open_axes(group, lengths) if axis != DOTS]
        if len(open_) > 1:
            raise _wrong(pattern.text, f"leaves the sizes of {_named(open_)} open: all but one must be given")


def open_axes(group: tuple[AxisName, ...] | str, lengths: Collection[str]) -> list[AxisName]:
    """The axes of the dim whose sizes are to be worked out."""
    return [axis for axis in group if isinstance(axis, str) and axis not in lengths] if group != DOTS else []


# --- einsum, pack and unpack


def equation(text: str) -> str:
    """The pattern of `einops.einsum` as an equation of torch's, which has one letter for each name."""
    operands, arrow, result = text.partition("->")
    if not arrow:
        raise _wrong(text, "needs `->`, and what is wanted on its right")
    letters: dict[AxisName, str] = {}
    sides = [_side_of_labels(part, text) for part in (*operands.split(","), result)]
    for group in (group for one in sides for group in one):
        if group != DOTS and group not in letters:
            letters[group] = _LETTERS[len(letters)]
    *given, wanted = ("".join(DOTS if one == DOTS else letters[one] for one in part) for part in sides)
    return f"{','.join(given)}->{wanted}"


def _side_of_labels(part: str, text: str) -> tuple[str, ...]:
    words = tuple(part.split())
    for word in words:
        if word != DOTS and not word.isidentifier():
            raise _wrong(text, f'has "{word}", where einsum takes names of axes and `...`')
    if len(words) > len(_LETTERS):
        raise _wrong(text, "has too many axes")
    return words


def around_star(text: str) -> tuple[int, int]:
    """How many axes stand before the star of a pattern of `pack` and `unpack`, and how many after it."""
    words = text.split()
    if words.count("*") != 1:
        raise _wrong(text, "needs one `*`, which stands for the dims that are packed")
    if len(set(words)) < len(words):
        raise _wrong(text, "has an axis twice")
    return words.index("*"), len(words) - words.index("*") - 1


_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


# --- words


def _named(axes: Collection[AxisName]) -> str:
    return ", ".join(sorted(f'"{axis}"' for axis in axes))


def _wrong(text: str, reason: str) -> Refused:
    return refuse(Kind.SHAPE, f'the pattern "{text}" {reason}')

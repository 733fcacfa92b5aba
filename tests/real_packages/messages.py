"""What mypy says of a package, and how two such lists differ."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple


class Place(NamedTuple):
    """Where a message stands, and its code."""

    file: str
    line: int
    code: str


Messages = dict[Place, list[str]]


@dataclass
class Difference:
    """Messages that only the plugin's run has, and those that only the native run has."""

    new: list[tuple[Place, str]] = field(default_factory=list)
    lost: list[tuple[Place, str]] = field(default_factory=list)
    reworded: int = 0
    """Messages of one place and code whose words differ: a type that the plugin knows better."""


def expected(lines: Iterable[str]) -> dict[str, set[tuple[str, Place]]]:
    """What differs and is right, by requirement, each with its sign: `kornia==0.9.0 + boxes.py:3 [tensor-shape] why`.

    Raises:
        ValueError: for a line that is not of this form, or gives no reason.
    """
    found: dict[str, set[tuple[str, Place]]] = {}
    for line in lines:
        if line.strip() and not line.startswith("#"):
            requirement, sign, where, code, _reason = line.split(maxsplit=4)
            file, _, number = where.rpartition(":")
            found.setdefault(requirement, set()).add((sign, Place(file, int(number), code.strip("[]"))))
    return found


def read(output: Iterable[str]) -> Messages:
    """The errors in what `mypy --output json` printed; its notes belong to them and are left out.

    Raises:
        ValueError: for a line that is no message of mypy, as of a crash.
    """
    found: Messages = {}
    for line in filter(str.strip, output):
        message = json.loads(line)
        if message["severity"] == "error":
            place = Place(message["file"], message["line"], message["code"] or "")
            found.setdefault(place, []).append(message["message"])
    return found


def difference(native: Messages, plugin: Messages) -> Difference:
    """What the plugin adds and takes away."""
    result = Difference()
    for place in sorted({*native, *plugin}):
        before, after = Counter(native.get(place, ())), Counter(plugin.get(place, ()))
        added, gone = sorted((after - before).elements()), sorted((before - after).elements())
        same = min(len(added), len(gone))
        result.reworded += same
        result.new += [(place, text) for text in added[same:]]
        result.lost += [(place, text) for text in gone[same:]]
    return result

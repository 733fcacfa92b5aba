"""Markdown chapters: under each heading a sentence states a law, and fenced blocks of Python prove it.

The Python above the first heading is the chapter's preamble: it stands before every block. Each other block is a module
of its own, in which every line has the number that it has in the chapter. What a block says about itself stands in
comments at the end of its lines (`examples/expectations.py`), and this besides:

    # error(static): [tensor-discarded] half     mypy reports this here, but the run does not raise
    # call: f(3)                                 the run calls `f` like this, and not with samples of its annotations
    # since: mypy 2.4                            what mypy says of the block, older ones do not (`docs/reference.md`)
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from mypy.version import __version__ as mypys_version

from examples.expectations import Marker, Program

FOLDER = Path(__file__).parent

STATIC = re.compile(r"#\s*error\(static\):")
FUTURE = re.compile(r"^from __future__ import \w+$", re.MULTILINE)
CALL = re.compile(r"^\s*# call: (.*)$")
SINCE = re.compile(r"^# since: mypy (\d+)\.(\d+)$")


@dataclass(frozen=True)
class Block:
    """One block of a chapter; `own` and `preamble` are the numbers of their lines."""

    chapter: str
    heading: str
    lines: tuple[str, ...]
    own: range
    preamble: frozenset[int] = frozenset()

    @property
    def id(self) -> str:
        return f"{self.chapter}: {self.heading} ({self.own.start})"

    @property
    def name(self) -> str:
        """The name of its module."""
        return re.sub(r"\W", "_", f"{self.chapter}_{self.own.start}")

    @cached_property
    def source(self) -> str:
        """The module's text; an import from the future comes first, in the place of the chapter's title."""
        source = self._only({*self.preamble, *self.own})
        future = FUTURE.search(source)
        return f"{future[0]}{FUTURE.sub('', source, count=1)}" if future else source

    @cached_property
    def markers(self) -> tuple[Marker, ...]:
        return Program(Path(self.name), STATIC.sub("# error:", self.source)).markers

    @cached_property
    def raising(self) -> dict[int, Marker]:
        """What the run has to raise, by line."""
        mistakes = [marker for marker in self.markers if marker.kind in {"error", "raises"}]
        return {marker.line: marker for marker in mistakes if not STATIC.search(self.lines[marker.line - 1])}

    @property
    def calls(self) -> tuple[str, ...]:
        return tuple(found[1] for number in self.own if (found := CALL.match(self.lines[number - 1])))

    @property
    def is_for_this_mypy(self) -> bool:
        """Whether the mypy that is installed is as new as the block needs."""
        needed = [found.groups() for number in self.own if (found := SINCE.match(self.lines[number - 1]))]
        installed = tuple(map(int, mypys_version.split(".")[:2]))
        return all(installed >= (int(major), int(minor)) for major, minor in needed)

    @property
    def needs_cuda(self) -> bool:
        return Program(Path(self.name), self._only(set(self.own))).needs_cuda

    def shown(self, notes: dict[int, list[str]]) -> str:
        """The block as its readers see it, with the notes below the lines that they are about."""
        shown = [f"tests/typecheck/{self.chapter}.md, {self.heading}", ""]
        for number in [*sorted(self.preamble & set(notes)), *self.own]:
            shown += [f"{number:5} | {self.lines[number - 1]}", *(f"      > {note}" for note in notes.get(number, ()))]
        shown += [f"      > {note}" for note in notes.get(0, ())]
        return "\n".join(shown)

    def _only(self, numbers: set[int]) -> str:
        return "".join(f"{line if number in numbers else ''}\n" for number, line in enumerate(self.lines, 1))


def chapters() -> list[Path]:
    return sorted(FOLDER.rglob("*.md"))


def blocks(path: Path) -> Iterator[Block]:
    """The blocks of a chapter."""
    lines = tuple(path.read_text().splitlines())
    chapter = path.relative_to(FOLDER).with_suffix("").as_posix() if path.is_relative_to(FOLDER) else path.stem
    preamble: frozenset[int] = frozenset()
    for heading, numbers in _fenced(lines):
        if heading:
            yield Block(chapter, heading, lines, numbers, preamble)
        else:
            preamble |= set(numbers)


def _fenced(lines: tuple[str, ...]) -> Iterator[tuple[str, range]]:
    """The numbers of the lines in each fenced block of Python, and the heading that it stands under."""
    heading, fence, start = "", "", 0
    for number, line in enumerate(lines, 1):
        if line.startswith("```"):
            if fence == "```python":
                yield heading, range(start, number)
            fence, start = ("" if fence else line), number + 1
        elif line.startswith("##") and not fence:
            heading = line.strip("# ")

"""Shape strings: axes separated by spaces, each a dim with jaxtyping's modifiers `*`, `#`, `_` and a `label=`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from dtensortypes.core.facts.pattern import Axis, AxisRun, Pattern
from dtensortypes.core.facts.shape import UNKNOWN_SHAPE, Shape
from dtensortypes.core.facts.unknown import UNKNOWN
from dtensortypes.core.notation.dims import name_of, parse_dim
from dtensortypes.core.notation.errors import NotationError

_WORD: Final = re.compile(r"\S+")
_MODIFIERS: Final = "*#_?"


@lru_cache(maxsize=4096)
def parse_pattern(text: str) -> Pattern:
    """The declared shape that `text` says.

    Raises NotationError, which points at the character, for text outside jaxtyping's grammar.
    """
    if not isinstance(text, str):
        msg = f"a shape is one string of axes separated by spaces, not {text!r}"
        raise TypeError(msg)
    words = [_Word(found[0], found.start(), text).axis() for found in _WORD.finditer(text)]
    runs = [i for i, (axis, _) in enumerate(words) if isinstance(axis, AxisRun)]
    if len(runs) > 1:
        msg = "only one run of axes (`...` or `*name`) may stand in a shape"
        raise NotationError(msg, text, words[runs[1]][1])
    axes = [axis for axis, _ in words]
    if not runs:
        return Pattern(tuple(axis for axis in axes if isinstance(axis, Axis)))
    at = runs[0]
    run = axes[at]
    assert isinstance(run, AxisRun)
    return Pattern(
        tuple(axis for axis in axes[:at] if isinstance(axis, Axis)),
        run,
        tuple(axis for axis in axes[at + 1 :] if isinstance(axis, Axis)),
    )


def parse_shape(text: str) -> Shape:
    """The shape of a found tensor, as `Shape.notation` prints it; raises NotationError."""
    return UNKNOWN_SHAPE if text == "..." else parse_pattern(text).shape


@dataclass(frozen=True, slots=True)
class _Word:
    """One word of a shape string, and where it stands."""

    text: str
    start: int
    whole: str

    def axis(self) -> tuple[Axis | AxisRun, int]:
        if "..." in self.text:
            if self.text != "...":
                raise self.error("`...` stands alone, between spaces", self.text.index("..."))
            return AxisRun(), self.start
        if "," in self.text and "(" not in self.text:
            raise self.error("axes are separated by spaces, not commas", self.text.index(","))
        return self._modified(), self.start

    def _modified(self) -> Axis | AxisRun:
        modifiers, label, at = self._split()
        body = self.text[at:]
        if "?" in modifiers:
            raise self.error("`?` belongs to trees of arrays, which a tensor is not", self.text.index("?"))
        if "*" in modifiers:
            return self._run(modifiers, body, at)
        if "_" in modifiers:
            return self._anonymous(modifiers, body, at)
        if not body:
            raise self.error("an axis is missing here", max(at - 1, 0))
        return Axis(parse_dim(body, self.whole, self.start + at), "#" in modifiers, label, body[0] == "+")

    def _split(self) -> tuple[str, str | None, int]:
        """The modifiers, the label, and where the dim begins."""
        modifiers, label, at = "", None, 0
        while at < len(self.text):
            char = self.text[at]
            if char in _MODIFIERS:
                if char in modifiers:
                    raise self.error(f"`{char}` stands twice", at)
                modifiers += char
                at += 1
            elif self.text.count("=", at) == 1 and label is None:
                equals = self.text.index("=", at)
                label = self.text[at:equals]
                if not label.isidentifier():
                    raise self.error("no label stands before the `=`", at)
                at = equals + 1
            else:
                break
        return modifiers, label, at

    def _run(self, modifiers: str, body: str, at: int) -> AxisRun:
        anonymous = "_" in modifiers
        if anonymous and "#" in modifiers:
            raise self.error("an axis without a name cannot be broadcastable", self.text.index("#"))
        if not (body.isidentifier() or (anonymous and not body)):
            raise self.error("`*` is followed by the name of a run of axes", at)
        return AxisRun() if anonymous else AxisRun(name_of(body), "#" in modifiers)

    def _anonymous(self, modifiers: str, body: str, at: int) -> Axis:
        if "#" in modifiers:
            raise self.error("an axis without a name cannot be broadcastable", self.text.index("#"))
        if body and not body.isidentifier():
            raise self.error("`_` makes an axis anonymous: a size or an expression cannot follow", at)
        return Axis(UNKNOWN)

    def error(self, reason: str, at: int) -> NotationError:
        return NotationError(reason, self.whole, self.start + min(at, len(self.text) - 1))

"""The error for text that is no notation; it points at the character."""

from __future__ import annotations

from typing import Final


class NotationError(ValueError):
    """A malformed shape, dtype or device; `position` is the index in `text` of the character to blame."""

    def __init__(self, reason: str, text: str, position: int) -> None:
        self.reason = reason
        self.text = text
        self.position = position
        excerpt, at = self._excerpt
        super().__init__(f'{reason}\n  "{excerpt}"\n   {" " * at}^')

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, str, int]]:
        """An error may reach the user from another process."""
        return type(self), (self.reason, self.text, self.position)

    @property
    def line(self) -> str:
        """The error in one line, for a checker that prints one: the position counted from 1."""
        return f'{self.reason}, at character {self.position + 1} of "{self._excerpt[0]}"'

    @property
    def _excerpt(self) -> tuple[str, int]:
        """The text as it can be printed, one character for each, and the position in it; of a long text a part."""
        long = len(self.text) > 2 * _AROUND
        start, end = (max(self.position - _AROUND, 0), self.position + _AROUND) if long else (0, len(self.text))
        part = self.text[start:end]
        shown = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in part)
        before, after = "…" * (start > 0), "…" * (end < len(self.text))
        return before + shown + after, self.position - start + len(before)


_AROUND: Final = 60

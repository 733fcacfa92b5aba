"""The error for text that is no notation; it points at the character."""

from __future__ import annotations


class NotationError(ValueError):
    """A malformed shape, dtype or device; `position` is the index in `text` of the character to blame."""

    def __init__(self, reason: str, text: str, position: int) -> None:
        self.reason = reason
        self.text = text
        self.position = position
        super().__init__(f'{reason}\n  "{text}"\n   {" " * position}^')

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, str, int]]:
        """An error may reach the user from another process."""
        return type(self), (self.reason, self.text, self.position)

    @property
    def line(self) -> str:
        """The error in one line, for a checker that prints one: the position counted from 1."""
        return f'{self.reason}, at character {self.position + 1} of "{self.text}"'

"""Problems that the plugin says of a line before mypy comes to it: what mypy then finds there is the same mistake."""

from __future__ import annotations

import re
from typing import Final

from mypy.errorcodes import MISC
from mypy.errors import ErrorInfo, Errors

from dtensortypes.core.problems import UNPACKED_INTO
from dtensortypes.mypy_plugin.ground.codes import CODES

UNPACKED: Final = r"(Too many|Need more than \d+) values? to unpack \("
"""What mypy says of the sizes of a tensor where it knows how many there are."""

_OUT_OF_RANGE: Final = "Tuple index out of range"


class Foretold:
    """What has been said so; a daemon takes messages back before it looks at a function again."""

    def __init__(self, errors: Errors) -> None:
        self.errors = errors
        self.messages: dict[tuple[str, int], str] = {}
        self.missing: set[tuple[str, int, int]] = set()
        """Where a shape is asked for a size that it has not, which is said there if it is asked at all."""

    def is_open(self, path: str, line: int) -> bool:
        """Whether nothing about tensors has been said of the line."""
        return not any(one.line == line and one.code in CODES.values() for one in self._said(path))

    def add(self, path: str, line: int, message: str) -> None:
        """The message has just been said."""
        self.messages[path, line] = message

    def hear(self, path: str, info: ErrorInfo) -> None:
        """Remember the message, which has just been said, if it is no note."""
        if info.severity == "error":
            self.add(path, info.line, info.message)

    def covers(self, path: str, info: ErrorInfo) -> bool:
        """Whether the message, which is about to be said, is about a line of which this has been said already."""
        if info.code is MISC and re.match(UNPACKED, info.message):
            return any(one.line == info.line and UNPACKED_INTO in one.message for one in self._said(path))
        if info.code is MISC and info.message == _OUT_OF_RANGE:
            return (path, info.line, info.column) in self.missing
        known = self.messages.get((path, info.line))
        if known is None or known == info.message or info.severity != "error" or info.code not in CODES.values():
            return False
        return any(one.line == info.line and one.message == known for one in self._said(path))

    def _said(self, path: str) -> list[ErrorInfo]:
        return self.errors.error_info_map.get(path, [])

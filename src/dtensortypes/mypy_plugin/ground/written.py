"""What mypy's cache says that the plugin has written with each file: the version, and what others depend on.

To mypy a body is nobody's business but its own file's; the plugin reads it where another file calls it.
"""

from __future__ import annotations

from typing import Final

before: Final[dict[str, str]] = {}
"""By module, the digest that was written with it (`text/interface.py`) in a build before."""
now: Final[dict[str, str]] = {}
"""By module, the digest that has been written with it in this build."""


def forget() -> None:
    """Begin anew, with a new build."""
    before.clear()
    now.clear()


class Written(str):
    """The plugin's version as what has been written with a module is compared with it; the digest is remembered."""

    __slots__ = ("module",)
    __hash__ = str.__hash__
    module: str

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, str):
            return False
        version, _, digest = other.partition(" ")
        if version == str(self):
            before[self.module] = digest
        return version == str(self)

    def __ne__(self, other: object) -> bool:
        return not self == other


def written(version: str, module: str) -> Written:
    """The version, for this module."""
    found = Written(version)
    found.module = module
    return found

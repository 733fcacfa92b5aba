"""The fingerprint of everything that decides what the plugin says, so that mypy's cache never outlives a rule."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

_ROOMS: Final = ("core", "annotations", "mypy_plugin")


def fingerprint() -> str:
    """A hash of the sources of the rules, the annotations and the plugin."""
    package = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for source in sorted(path for room in _ROOMS for path in (package / room).rglob("*.py")):
        digest.update(source.relative_to(package).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]

"""The other files whose bodies the check of a file has looked into: when the text of one changes, it is checked again.

To mypy a body is nobody's business but its own file's.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Final

from dtensortypes.mypy_plugin.ground.paths import from_here

_MOST: Final = 1024
_paths: dict[str, set[str]] = {}
"""By module, the paths of the files that its check has looked into."""


def forget() -> None:
    """Begin anew, with a new build."""
    _paths.clear()


def borrow(module: str, path: str) -> None:
    """Remember that what is said of the module depends on the text at the path."""
    _paths.setdefault(module, set()).add(from_here(path))


def lent(module: str) -> str:
    """What the module depends on, as a text of one line; empty if that is nothing."""
    paths = sorted(_paths.get(module, ()))
    return json.dumps([[path, _digest(path)] for path in paths]) if paths else ""


def is_as_lent(text: str) -> bool:
    """Whether the files that this text tells of are what they were."""
    return not text or all(_digest(path) == digest for path, digest in json.loads(text))


def _digest(path: str) -> str:
    try:
        stat = Path(path).stat()
        return _read(path, stat.st_mtime_ns, stat.st_size)
    except OSError:
        return ""


@lru_cache(_MOST)
def _read(path: str, _changed: int, _size: int) -> str:
    return hashlib.sha1(Path(path).read_bytes(), usedforsecurity=False).hexdigest()

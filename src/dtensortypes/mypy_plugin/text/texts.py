"""What the text of another file tells those who call it: whether it makes tensors another shape in place, anywhere.

Which of its functions do so is not asked: few files do it at all.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.paths import is_installed

_MOST: Final = 1024


def reshapes(module: str, path: str) -> bool:
    """Whether the program's module at this path makes tensors another shape."""
    return names.is_users(module) and not is_installed(path) and _matches(path) is True


def enters(path: str) -> bool:
    """Whether the text at this path speaks of what a `with` of it may enter: an autocast region, or a device."""
    try:
        return _ENTERING.search(Path(path).read_bytes()) is not None
    except OSError:
        return True


_ENTERING: Final = re.compile(rb"\bautocast\b|\bdevice\(")


def switches(path: str) -> bool:
    """Whether the text at this path may switch modules from training to evaluation; where there is no file it may."""
    try:
        return _switched(*_as_it_is(path))
    except OSError:
        return True


_SWITCHING: Final = re.compile(
    rb"\beval\b|\.train\(\s*[^\s)]|\.train\b(?!\()|\.training\s*=(?!=)|\bdef train\(self, *mode|\btraining['\"]"
)
"""`net.eval()`, `net.train(flag)`, `net.training = flag`, and a module's own way to be switched."""


def mentions(path: str, name: str) -> bool:
    """Whether the text at this path has the name in it, as a word; where there is no file it may."""
    try:
        return name in _words(*_as_it_is(path))
    except OSError:
        return True


def is_silent(path: str) -> bool:
    """Whether the text at this path certainly does not; where there is no file it is not known."""
    return _matches(path) is False


def _matches(path: str) -> bool | None:
    try:
        return _read(*_as_it_is(path))
    except OSError:
        return None


def _as_it_is(path: str) -> tuple[str, int, int]:
    """The path, and what changes with the text: a daemon outlives it."""
    stat = Path(path).stat()
    return path, stat.st_mtime_ns, stat.st_size


@lru_cache(_MOST)
def _switched(path: str, _changed: int, _size: int) -> bool:
    return _SWITCHING.search(Path(path).read_bytes()) is not None


@lru_cache(_MOST)
def _words(path: str, _changed: int, _size: int) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", Path(path).read_text(errors="ignore")))


@lru_cache(_MOST)
def _read(path: str, _changed: int, _size: int) -> bool:
    return _pattern().search(Path(path).read_bytes()) is not None


@cache
def _pattern() -> re.Pattern[bytes]:
    """A method that is named, an attribute that is given a value, perhaps with others, or what is made in a tensor."""
    words = sorted(word.encode() for word in ops.reshaping())
    methods = b"|".join(word for word in words if word.endswith(b"_"))
    given = b"|".join(word for word in words if not word.endswith(b"_"))
    stores = rb"\.(" + given + rb")\s*(,[^(=\n]*)?=[^=]|[(,]\s*" + ops.OUT.encode() + rb"\s*=[^=]"
    return re.compile(rb"\.(" + methods + rb")\b|" + stores)

"""A digest of what others may read of a file: its text, and the texts of what it imports, which its bodies call.

It is part of the file's interface, so that mypy checks again who imports a file of which a body has changed, and who
imports that one. Mypy writes it before it comes to the bodies: whose are read in them is not known by then.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from mypy.nodes import MypyFile

from dtensortypes.mypy_plugin.ground.paths import path_of
from dtensortypes.mypy_plugin.ground.written import before, now
from dtensortypes.mypy_plugin.text.imported import imported, is_own


def digest(modules: Mapping[str, MypyFile], module: str) -> str:
    """The digest of a module that is being written, and whose imports are; empty of those of others."""
    found, seen, waiting = set[str](), set[str](), [module]
    while waiting:
        name = waiting.pop()
        file = modules.get(name)
        if name in seen or file is None or not is_own(file):
            continue
        seen.add(name)
        known = now.get(name) or (before.get(name) if file.is_cache_skeleton else None)
        if known is not None and name != module:
            found.add(known)
        else:  # it is one of those that import each other
            found.add(_of_text(path_of(file)))
            waiting += imported(file)
    now[module] = _joined(found) if found else ""
    return now[module]


def _of_text(path: str) -> str:
    try:
        return hashlib.sha1(Path(path).read_bytes(), usedforsecurity=False).hexdigest()
    except OSError:
        return ""


def _joined(several: set[str]) -> str:
    return hashlib.sha1(" ".join(sorted(several)).encode(), usedforsecurity=False).hexdigest()

"""Where the files of the program are: one from mypy's cache says where it was when it was checked.

A cache may be taken along to another folder, as on a build machine; there the files' own paths are no longer theirs.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from mypy.nodes import MypyFile

_found: Final[dict[str, str]] = {}
"""By module, the path at which mypy has found it when it looked into its cache."""


def find(module: str, path: str) -> None:
    """Remember that mypy has found the module at the path."""
    _found[module] = path


def path_of(file: MypyFile) -> str:
    """The file's path now."""
    return _found.get(file.fullname, file.path) if file.is_cache_skeleton else file.path


def is_installed(path: str) -> bool:
    """Whether the file at the path is one of an installed package."""
    return f"{os.sep}site-packages{os.sep}" in path


def from_here(path: str) -> str:
    """The path from the folder in which mypy is run, if it is inside, which it may be in another place, too."""
    here = Path.cwd()
    return str(Path(path).relative_to(here)) if Path(path).is_relative_to(here) else path

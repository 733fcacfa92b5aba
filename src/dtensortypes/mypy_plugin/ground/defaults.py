"""Which files set what torch takes for granted, its default dtype and device, and which ones run after them.

`main.py` sets it and imports `model.py`, which knows nothing of it. So it is asked of the folder, not of the build:
what is said of `model.py` is the same whether `main.py` is checked with it or not, and mypy's cache is bound to it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.paths import is_installed

_MOST: Final = 1024
"""How many files a program has of which it is asked; of larger ones, only what a file imports itself is known."""
_DEPTH: Final = 2
"""How many folders below a program's own its files are looked for."""
_PREFIX: Final = b"set_default_"
_SETTING: Final = re.compile(rb"\bset_default_(dtype|device|tensor_type)\b")
_LEFT_OUT: Final = re.compile(rb"#.*|\\\r?\n")
_IMPORT: Final = re.compile(
    r"^[ \t]*(?:from[ \t]+(\.*)[ \t]*([\w.]*)[ \t]+import[ \t]*(\([^)]*\)|.*)|import[ \t]+(.*))", re.MULTILINE
)
_OF_BOTH: Final = ("dtype", "device")
_programs: Final[dict[Path, dict[str, frozenset[str]]]] = {}
"""By folder, which defaults are set where each of its modules runs, as far as it was asked."""


def forget() -> None:
    """Begin anew, with a new build."""
    _programs.clear()


def defaults(module: str, path: str) -> frozenset[str]:
    """Of which of torch's defaults, "dtype" and "device", the program's module at this path speaks to set them."""
    return _spoken_of(path) if _is_own(module, path) else frozenset()


def set_around(module: str, path: str) -> frozenset[str]:
    """Which defaults a file of the program sets that imports this one, or that is imported by such a file."""
    if not _is_own(module, path):
        return frozenset()
    file = Path(path).absolute()  # mypy names it from where it is run, which may be inside of the package
    above = module.count(".") + (file.name == "__init__.py")
    if above >= len(file.parents):
        return frozenset()
    folder = file.parents[above]
    if folder not in _programs:
        _programs[folder] = _set_in(folder)
    return _programs[folder].get(module, frozenset())


def _is_own(module: str, path: str) -> bool:
    return names.is_users(module) and not is_installed(path) and path.endswith(".py")


def _spoken_of(path: str) -> frozenset[str]:
    try:
        stat = Path(path).stat()
        return _read(path, stat.st_mtime_ns, stat.st_size)
    except OSError:
        return frozenset()


@lru_cache(_MOST)
def _read(path: str, _changed: int, _size: int) -> frozenset[str]:
    text = Path(path).read_bytes()
    found = {one[1].decode() for one in _SETTING.finditer(text)} if _PREFIX in text else set[str]()
    return frozenset(_OF_BOTH if "tensor_type" in found else found)


def _set_in(folder: Path) -> dict[str, frozenset[str]]:
    """By module of the program in this folder, which defaults those set that run with it."""
    files: dict[str, str] = {}
    for module, path in _files(str(folder), "", _DEPTH):
        if len(files) == _MOST:
            return {}
        files[module] = path
    setting = {module: found for module, path in files.items() if (found := _spoken_of(path))}
    if not setting:
        return {}
    imports = {module: frozenset(_imports(module, path)) & files.keys() for module, path in files.items()}
    set_where: dict[str, frozenset[str]] = {}
    for module in files:
        run = _reached(module, imports)
        found = frozenset[str]().union(*(setting[one] for one in run & setting.keys()))
        for one in run if found else ():
            set_where[one] = set_where.get(one, frozenset()) | found
    return set_where


def _files(folder: str, package: str, depth: int) -> Iterator[tuple[str, str]]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        name, _, ending = entry.name.partition(".")
        if ending == "py" and entry.is_file():
            yield (package + name if name != "__init__" else package[:-1]), entry.path
        elif depth and name.isidentifier() and not ending and entry.is_dir():
            yield from _files(entry.path, f"{package}{name}.", depth - 1)


def _imports(module: str, path: str) -> Iterator[str]:
    """The modules that the text may import anywhere, and the packages that they are in."""
    try:
        text = _LEFT_OUT.sub(b" ", Path(path).read_bytes()).decode(errors="replace")
    except OSError:
        return
    package = module.split(".")[: None if path.endswith("__init__.py") else -1]
    for dots, base, given, own in _IMPORT.findall(text):
        found = [words[0] for part in re.split("[,;]", own or given.strip("()")) if (words := part.split())]
        if not own:
            above = package[: len(package) - len(dots) + 1] if dots else []
            whole = ".".join([*above, *filter(None, [base])])
            found = [whole, *(f"{whole}.{name}".lstrip(".") for name in found)]
        for name in found:
            yield name
            while name := name.rpartition(".")[0]:
                yield name


def _reached(module: str, imports: dict[str, frozenset[str]]) -> set[str]:
    """The module, and those that it imports, directly or through others."""
    waiting, seen = [module], set[str]()
    while waiting:
        one = waiting.pop()
        if one not in seen:
            seen.add(one)
            waiting += imports[one]
    return seen

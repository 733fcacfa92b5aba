"""Numbers and words that a file gives a name, once: what `HIDDEN = 64` is to the other files of the program.

Mypy keeps the type of such a name and not its value. So the value is read from the text, whether mypy has just read
the file or knows it from its cache; who uses one is checked again when the file changes (`interface.py`).
"""

from __future__ import annotations

import ast
import re
import string
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.paths import is_installed

Literal = int | float | str
_MOST: Final = 256
_PYTHONS: Final[dict[str, dict[str, Literal]]] = {
    string.__name__: {name: value for name, value in vars(string).items() if name[0] != "_" and isinstance(value, str)}
}
_CANDIDATE: Final = re.compile(rb"""^\w+[ \t]*(:[^=\n]+)?=[ \t]*(-?\d|["']|True\b|False\b)""", re.MULTILINE)


def literals(module: str, path: str) -> Mapping[str, Literal]:
    """The values of the names of a module at this path; nothing of one that is installed, or cannot be read.

    Of Python's own modules those are known that stay what they are: `string.ascii_letters`.
    """
    if module in _PYTHONS:
        return _PYTHONS[module]
    if not names.is_users(module) or is_installed(path):
        return {}
    try:
        stat = Path(path).stat()
        return _read(path, stat.st_mtime_ns, stat.st_size)
    except (OSError, SyntaxError, ValueError):
        return {}


@lru_cache(_MOST)
def _read(path: str, _changed: int, _size: int) -> Mapping[str, Literal]:
    text = Path(path).read_bytes()
    if not _CANDIDATE.search(text):
        return {}
    tree = ast.parse(text)
    times = Counter(name for node in ast.walk(tree) for name in _bound(node))
    return {name: value for name, value in _given(tree) if times[name] == 1}


def _given(tree: ast.Module) -> Iterator[tuple[str, Literal]]:
    for statement in tree.body:
        match statement:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=value)
            ):
                found = _value(value)
                if found is not None:
                    yield name, found


def _value(expression: ast.expr | None) -> Literal | None:
    match expression:
        case ast.Constant(value=bool() | int() | float() | str() as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return -value
    return None


def _bound(node: ast.AST) -> list[str]:
    """The names that the node may give another value, in whichever scope."""
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            return [name]
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.alias(name=name, asname=other):
            return [other or name.partition(".")[0]]
    return []

"""Functions made from text: the only place of the package that runs any.

The source is kept in linecache, so tracebacks and debuggers show it.
"""

from __future__ import annotations

import linecache
import weakref
from collections.abc import Callable
from itertools import count
from typing import Any, Final

_numbers: Final = count(1)
_PREFIX: Final = "<checked "


def generated(
    name: str, text: list[str], scope: dict[str, object], like: Callable[..., Any], defined: str | None = None
) -> Any:
    """The function that these lines define under its name (or under `defined`); it introduces itself as `like`."""
    file = f"{_PREFIX}{next(_numbers)}: {like.__module__}.{like.__qualname__}>"
    source = "\n".join(text) + "\n"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    scope = {**scope}  # without a `__name__`, by which Dynamo would look for these names in the module of that name
    exec(compile(source, file, "exec"), scope)  # noqa: S102
    made: Any = scope[defined or name]
    made.__name__, made.__qualname__, made.__module__ = like.__name__, like.__qualname__, like.__module__
    weakref.finalize(made, linecache.cache.pop, file, None).atexit = False
    return made


def is_generated(file: str) -> bool:
    """Whether a frame's file name is that of a text of ours."""
    return file.startswith(_PREFIX)

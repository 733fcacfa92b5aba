"""Functions made from text: the only place of the package that runs any.

The source is kept in linecache, so tracebacks and debuggers show it. To compile a text takes longer than to write it:
that is done once for all texts that differ in nothing but names of the user's, which marks stand for. What was compiled
is copied, each time with the names of that function.
"""

from __future__ import annotations

import builtins
import linecache
import re
import warnings
import weakref
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import count
from types import CodeType, FunctionType
from typing import Any, Final

import torch

_numbers: Final = count(1)
_PREFIX: Final = "<checked "
_NO_NAMES: Final[Mapping[str, str]] = {}

MARK: Final = "\x1f"
"""How a mark begins and ends: as no name does, and no text that Python has quoted."""


def mark(number: int) -> str:
    """What stands for a name of the user's in a text."""
    return f"{MARK}{number}{MARK}"


def filled(text: str, names: Mapping[str, str]) -> str:
    """The text with these names, each in place of its mark."""
    for name, its_mark in names.items():
        text = text.replace(its_mark, name)
    return text


def generated(
    name: str,
    text: list[str],
    scope: dict[str, object],
    like: Callable[..., Any],
    names: Mapping[str, str] = _NO_NAMES,
) -> Any:
    """The function that these lines define under its name; it introduces itself as `like`.

    `names` are the user's, each with its mark.
    """
    marked = "\n".join(text) + "\n"
    file = f"{_PREFIX}{next(_numbers)}: {like.__module__}.{like.__qualname__}>"
    source = filled(marked, names)
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    code, stem = _compiled(marked, name)
    code = _renamed(code, file, stem, [*names])
    # Without a `__name__`, by which Dynamo would look for these names in the module of that name.
    scope = {**scope, "__builtins__": vars(builtins)}
    made: Any = FunctionType(code, scope)
    if code.co_name in code.co_names:
        scope.setdefault(code.co_name, made)
    made.__name__, made.__qualname__, made.__module__ = like.__name__, like.__qualname__, like.__module__
    weakref.finalize(made, linecache.cache.pop, file, None).atexit = False
    return made


@lru_cache(maxsize=1024)
def _compiled(marked: str, name: str) -> tuple[CodeType, str]:
    """The code of the function that a text defines, and how the names begin that it has for the marks."""
    stem = "marked_"
    while stem in marked:
        stem += "_"
    text, name = (re.sub(f"{MARK}([0-9]+){MARK}", rf"{stem}\1_", one) for one in (marked, name))
    scope: dict[str, Any] = {}
    exec(compile(text, _PREFIX, "exec"), scope)  # noqa: S102
    code: CodeType = scope[name].__code__
    return code, stem


def _renamed(code: CodeType, file: str, stem: str, names: list[str]) -> CodeType:
    """A copy of the code, of this file, with these names in place of those that begin with the stem."""

    def renamed(one: Any) -> Any:
        if isinstance(one, str):
            return re.sub(rf"{stem}([0-9]+)_", lambda found: names[int(found[1])], one) if stem in one else one
        if isinstance(one, tuple):
            return tuple([renamed(part) for part in one])
        return _renamed(one, file, stem, names) if isinstance(one, CodeType) else one

    return code.replace(
        co_name=renamed(code.co_name),
        co_qualname=renamed(code.co_qualname),
        co_filename=file,
        co_consts=renamed(code.co_consts),
        co_varnames=renamed(code.co_varnames),
        co_cellvars=renamed(code.co_cellvars),
        co_freevars=renamed(code.co_freevars),
    )


# The tracer of torch.jit warns where a size is compared; as torch does for its own lines, that is not shown for ours:
# to warnings, a function whose scope has no `__name__` is of the module "<string>".
warnings.filterwarnings("ignore", category=torch.jit.TracerWarning, module=r"<string>\Z")  # type: ignore[attr-defined]


def is_generated(file: str) -> bool:
    """Whether a frame's file name is that of a text of ours."""
    return file.startswith(_PREFIX)

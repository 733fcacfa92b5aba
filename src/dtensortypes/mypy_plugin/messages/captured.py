"""Names that the cases of a `match` capture: to mypy they have no type where what is matched can never be that.

`case [first, second]` is never come to where mypy is told that a tensor's dtype is matched; of what is `Any` to it by
itself it comes to every case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mypy.errorcodes import HAS_TYPE
from mypy.errors import ErrorInfo
from mypy.nodes import MatchStmt
from mypy.patterns import (
    AsPattern,
    ClassPattern,
    MappingPattern,
    OrPattern,
    Pattern,
    SequencePattern,
    StarredPattern,
)

from dtensortypes.mypy_plugin.messages.native import Native
from dtensortypes.mypy_plugin.text.expressions import lines
from dtensortypes.mypy_plugin.text.scope import statements

_UNTOLD: Final = re.compile(r'Cannot determine type of "(\w+)"$')


def is_of_a_capture(info: ErrorInfo, native: Native) -> bool:
    """Whether mypy cannot tell the type of what is captured from something that is `Any` without the plugin."""
    said = _UNTOLD.match(info.message) if info.code is HAS_TYPE else None
    around = (one for one in statements(native.body) if isinstance(one, MatchStmt) and info.line in lines(one))
    return said is not None and any(
        said[1] in _captured(pattern) for one in around if native.is_any(one.subject) for pattern in one.patterns
    )


def _captured(pattern: Pattern) -> Iterator[str]:
    match pattern:
        case AsPattern(pattern=inner, name=name):
            yield from [name.name] if name is not None else []
            yield from _captured(inner) if inner is not None else ()
        case StarredPattern(capture=name):
            yield from [name.name] if name is not None else []
        case OrPattern(patterns=inside) | SequencePattern(patterns=inside):
            for one in inside:
                yield from _captured(one)
        case MappingPattern(values=inside, rest=rest):
            yield from [rest.name] if rest is not None else []
            for one in inside:
                yield from _captured(one)
        case ClassPattern(positionals=positionals, keyword_values=values):
            for one in (*positionals, *values):
                yield from _captured(one)

"""Methods of which a constructor makes use to begin the object with, `self.reset()`, and those that nobody calls."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import FuncDef, MypyFile, TypeInfo

from dtensortypes.mypy_plugin.changes.fixed import values_given
from dtensortypes.mypy_plugin.text.beginning import beginning
from dtensortypes.mypy_plugin.text.unused import unused


def times_given_by(trees: Sequence[MypyFile], init: FuncDef, info: TypeInfo, name: str) -> int:
    """How often the constructor gives the attribute a value, in its body or by the methods that only it calls, once."""
    return sum(len(values_given(method, name)) for method in beginning(trees, init, info))


def times_never_given(trees: Sequence[MypyFile], info: TypeInfo, name: str) -> int:
    """How often methods that the file at hand, the last one, has and never calls would give the attribute a value."""
    return sum(len(values_given(method, name)) for method in unused(trees[-1], info))

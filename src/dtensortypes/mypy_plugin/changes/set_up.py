"""Methods of which a constructor makes use to begin the object with: `self.reset()`, which nothing else calls."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import FuncDef, MypyFile, TypeInfo

from dtensortypes.mypy_plugin.changes.fixed import values_given
from dtensortypes.mypy_plugin.text.beginning import beginning


def times_given_by(trees: Sequence[MypyFile], init: FuncDef, info: TypeInfo, name: str) -> int:
    """How often the constructor gives the attribute a value, in its body or by the methods that only it calls, once."""
    return sum(len(values_given(method, name)) for method in beginning(trees, init, info))

"""What is worked out once for each parsed file, or body of a function, and forgotten with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from mypy.nodes import MypyFile

from dtensortypes.core.rules.repeated import once_per_object

Tree = TypeVar("Tree")
Answer = TypeVar("Answer")

_MOST: Final = 256


def once_per_tree(function: Callable[[Tree], Answer]) -> Callable[[Tree], Answer]:
    """The function, asked once for each file or list of statements that it is given, while few are known.

    They are told apart by the identity of their statements: a daemon puts what it has parsed anew into the old file.
    Nodes of mypy's can't be referred to weakly, so now and then all of them are let go.
    """
    return once_per_object(function, by=_statements, most=_MOST)


def _statements(tree: object) -> object:
    return tree.defs if isinstance(tree, MypyFile) else tree

"""What is worked out once for each parsed file, or body of a function, and forgotten with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Final, TypeVar

from mypy.nodes import MypyFile

Tree = TypeVar("Tree")
Answer = TypeVar("Answer")

_MOST: Final = 256


def once_per_tree(function: Callable[[Tree], Answer]) -> Callable[[Tree], Answer]:
    """The function, asked once for each file or list of statements that it is given, while few are known.

    They are told apart by the identity of their statements: a daemon puts what it has parsed anew into the old file.
    Nodes of mypy's can't be referred to weakly, so now and then all of them are let go.
    """
    kept: dict[int, tuple[object, Answer]] = {}

    @wraps(function)
    def remembered(asked: Tree) -> Answer:
        own: object = asked.defs if isinstance(asked, MypyFile) else asked
        found = kept.get(id(own))
        if found is not None:  # it is kept, so no other one has its identity
            return found[1]
        answer = function(asked)
        if len(kept) >= _MOST:
            kept.clear()
        kept[id(own)] = (own, answer)
        return answer

    return remembered

"""What is worked out once for each parsed file, or body of a function, and forgotten with it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import Final, TypeVar

from mypy.nodes import MypyFile

Tree = TypeVar("Tree")
Answer = TypeVar("Answer")

_MOST: Final = 64


def once_per_tree(function: Callable[[Tree], Answer]) -> Callable[[Tree], Answer]:
    """The function, asked once for each file or list of statements that it is given, while it is one of the latest.

    They are told apart by the identity of their statements: a daemon puts what it has parsed anew into the old file.
    Nodes of mypy's can't be referred to weakly, so a few of the latest are kept.
    """
    kept: OrderedDict[int, tuple[object, Answer]] = OrderedDict()

    @wraps(function)
    def remembered(tree: Tree) -> Answer:
        statements = tree.defs if isinstance(tree, MypyFile) else tree
        found = kept.get(id(statements))
        if found is not None and found[0] is statements:
            kept.move_to_end(id(statements))
            return found[1]
        answer = function(tree)
        kept[id(statements)] = (statements, answer)
        if len(kept) > _MOST:
            kept.popitem(last=False)
        return answer

    return remembered

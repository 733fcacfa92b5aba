"""Comprehensions that are unpacked into several variables: `x, y = (t.to(device) for t in batch)`.

To mypy each variable gets what any of the items may be, and it asks no plugin. So it is shown `tuple(…)` of the
comprehension, which gives the same variables the same, and of which the plugin can say what each item is.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_POS,
    GDEF,
    AssignmentStmt,
    CallExpr,
    GeneratorExpr,
    ListComprehension,
    MypyFile,
    NameExpr,
    TupleExpr,
)

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.rewritten import at
from dtensortypes.mypy_plugin.text.scope import bodies, statements


def show_items(checker: TypeChecker) -> None:
    """Let mypy ask the plugin about what the file unpacks so."""
    unseen = _unpacking(checker.tree)
    while unseen:
        statement = unseen.pop()
        callee = at(statement.rvalue, NameExpr("tuple"))
        callee.kind, callee.fullname = GDEF, names.TUPLE
        callee.node = checker.named_type(names.TUPLE).type
        statement.rvalue = at(statement.rvalue, CallExpr(callee, [statement.rvalue], [ARG_POS], [None]))


@once_per_tree
def _unpacking(tree: MypyFile) -> list[AssignmentStmt]:
    every = (one for body in bodies(tree.defs) for one in statements(body) if isinstance(one, AssignmentStmt))
    return [one for one in every if isinstance(one.lvalues[0], TupleExpr) and _is_of_variable(one)]


def _is_of_variable(statement: AssignmentStmt) -> bool:
    """Whether it goes through what is in one variable."""
    match statement.rvalue:
        case ListComprehension(generator=rounds) | (GeneratorExpr() as rounds):
            return len(rounds.sequences) == 1 and isinstance(rounds.sequences[0], NameExpr)
    return False

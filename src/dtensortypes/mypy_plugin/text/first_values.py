"""Variables declared to be tensors or modules, and no more, at their first value: `y: torch.Tensor = x.half()`.

To mypy such a declaration is all that is known there, while of each later value it knows what the value is. It treats
the first one as it does the others where the statement does not say the type once more.
"""

from __future__ import annotations

from mypy.nodes import AssignmentStmt, MypyFile, NameExpr, Var
from mypy.types import AnyType, Instance, get_proper_type

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.scope import bodies, statements


@once_per_tree
def taken_as_they_are(tree: MypyFile) -> None:
    """Let mypy know of the first values in the file what it knows of others."""
    if not names.imports_us(tree):
        return
    for body in bodies(tree.defs):
        for statement in statements(body):
            if isinstance(statement, AssignmentStmt) and _is_left_open(statement):
                statement.type = None


def _is_left_open(statement: AssignmentStmt) -> bool:
    """Whether it declares a variable, of which the type stands with the variable, too, as a tensor or module."""
    declared = get_proper_type(statement.type)
    if not isinstance(declared, Instance) or declared.type.fullname not in {names.TENSOR, names.MODULE}:
        return False
    match statement.lvalues:
        case [NameExpr(node=Var(is_final=False, is_classvar=False, type=Instance()))]:
            return all(isinstance(get_proper_type(argument), AnyType) for argument in declared.args)
    return False

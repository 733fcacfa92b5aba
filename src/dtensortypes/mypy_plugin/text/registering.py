"""What a method registers: the tensors that are buffers and parameters of its module."""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, Expression, FuncDef, MemberExpr, StrExpr

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.scope import statements

REGISTERING: Final = frozenset({"register_buffer", "register_parameter"})


@once_per_tree
def registering(function: FuncDef) -> list[tuple[str, Expression]]:
    """The names under which the function registers tensors, and the tensors."""
    calls = (e for statement in statements(function.body.body) for e in expressions(statement))
    found = []
    for call in calls:
        match call:
            case CallExpr(callee=MemberExpr(expr=owner, name=method), args=[StrExpr(value=name), value, *_]):
                if method in REGISTERING and is_self(owner):
                    found.append((name, value))
    return found

"""Attributes that a constructor gives its object by a name that is worked out: `setattr(self, f"fc{i}", layer)`."""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    IndexExpr,
    MemberExpr,
    MypyFile,
    RefExpr,
    Statement,
    StrExpr,
    TypeInfo,
)

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import calls, is_self
from dtensortypes.mypy_plugin.text.rewritten import at
from dtensortypes.mypy_plugin.text.scope import functions, statements, targets

_SETTING: Final = frozenset(f"builtins.{one.__name__}" for one in (setattr, delattr))
_ADDING: Final = frozenset({"add_module", "register_module"})
"""The methods of modules by which something is put in under a name."""


def as_assignment(statement: Statement, owner: TypeInfo | None) -> Statement:
    """`self.fc0 = layer`, where the name is a word by now; any other statement as it is.

    In an `nn.Sequential` the order counts in which its layers are put in.
    """
    call = statement.expr if isinstance(statement, ExpressionStmt) else None
    if owner is None or not owner.has_base(names.MODULE) or owner.has_base(names.SEQUENTIAL):
        return statement
    match call:
        case CallExpr(callee=RefExpr(fullname="builtins.setattr"), args=[own, StrExpr(value=word), value]):
            pass
        case CallExpr(callee=MemberExpr(expr=own, name=name), args=[StrExpr(value=word), value]) if name in _ADDING:
            pass
        case _:
            return statement
    if not is_self(own) or not word.isidentifier():
        return statement
    return at(statement, AssignmentStmt([at(statement, MemberExpr(own, word))], value))


@once_per_tree
def setting(tree: MypyFile) -> list[FuncDef]:
    """The methods of the file that give their object attributes, or take them from it, by name."""
    return [one for one in functions(tree) if one.info and sets_by_name(one)]


def sets_by_name(function: FuncDef) -> bool:
    """Whether the method gives its object attributes by name, or takes them from it."""
    return any(_sets(call) for statement in statements(function.body.body) for call in calls(statement))


@once_per_tree
def words_set(function: FuncDef) -> frozenset[str]:
    """The names of attributes that the method writes out as words where it gives them to its object."""
    found: set[str] = set()
    for statement in statements(function.body.body):
        for call in calls(statement):
            match call:
                case CallExpr(args=[StrExpr(value=word), _] | [_, StrExpr(value=word), _]) if _sets(call):
                    found.add(word)
        for target, _ in targets(statement):
            match target:
                case IndexExpr(base=MemberExpr(expr=own, name="_modules"), index=StrExpr(value=word)) if is_self(own):
                    found.add(word)
    return frozenset(found)


def _sets(call: Expression) -> bool:
    match call:
        case CallExpr(callee=RefExpr(fullname=name), args=[own, _, *_]) if name in _SETTING:
            return is_self(own)
        case CallExpr(callee=MemberExpr(expr=own, name=name)):
            return name in _ADDING and is_self(own)
    return False

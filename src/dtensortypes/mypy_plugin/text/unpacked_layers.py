"""Loops that unpack what is in a container of modules: `for attn, ff in self.layers`.

Mypy unpacks a module as any of its items. In a copy of the body the module gets a variable, by whose items it is known
which is which.
"""

from __future__ import annotations

from itertools import count
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ForStmt,
    FuncDef,
    MemberExpr,
    NameExpr,
    RefExpr,
    Statement,
    TupleExpr,
    TypeInfo,
    Var,
)

from dtensortypes.mypy_plugin.text.expressions import is_self
from dtensortypes.mypy_plugin.text.rewritten import at, inside, item, named
from dtensortypes.mypy_plugin.types.facts_of import holds_modules

_NUMBERS: Final = count()


def one_by_one(function: FuncDef, owner: TypeInfo) -> None:
    """Write out what the loops of the function unpack."""
    for loop in inside(function.body.body):
        if isinstance(loop, ForStmt):
            whole = _Whole(owner)
            loop.index = whole.index(loop.index, loop.expr)
            loop.body.body[:0] = whole.unpacked


class _Whole:
    """The index of a loop, with variables in the place of what is unpacked, and what unpacks these."""

    def __init__(self, owner: TypeInfo) -> None:
        self.owner = owner
        self.unpacked: list[Statement] = []

    def index(self, index: Expression, source: Expression) -> Expression:
        match index, source:
            case TupleExpr(items=[number, inner]), CallExpr(
                callee=RefExpr(fullname="builtins.enumerate"), args=[whole, *_]
            ):
                index.items = [number, self.index(inner, whole)]
            case TupleExpr(items=items), CallExpr(callee=RefExpr(fullname="builtins.zip"), args=parts) if len(
                items
            ) == len(parts):
                index.items = [self.index(one, part) for one, part in zip(items, parts, strict=True)]
            case TupleExpr(items=items), MemberExpr(name=name) if self.holds(source, name):
                if all(isinstance(one, NameExpr) for one in items):
                    return self.variable(index, [one for one in items if isinstance(one, NameExpr)])
        return index

    def holds(self, source: MemberExpr, name: str) -> bool:
        """Whether it is a container of modules of the object's."""
        symbol = self.owner.get(name) if is_self(source.expr) else None
        return symbol is not None and symbol.type is not None and holds_modules(symbol.type)

    def variable(self, index: Expression, targets: list[NameExpr]) -> NameExpr:
        variable = Var(f"what a loop unpacks {next(_NUMBERS)}")
        variable._fullname, variable.is_inferred, variable.is_index_var = variable.name, True, True
        name = named(variable, index)
        name.is_inferred_def = name.is_new_def = True
        for one in targets:
            if isinstance(one.node, Var):
                one.node.is_index_var = False  # it is assigned to
        self.unpacked += [at(index, AssignmentStmt([one], item(name, i, index))) for i, one in enumerate(targets)]
        return name

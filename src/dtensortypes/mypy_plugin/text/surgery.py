"""Modules of which a program replaces parts by name: `setattr(parent, name, nn.GroupNorm(...))`, whatever the name is.

By the text alone: where the names come out of a module, and what gets the part is not the object itself. In such a file
it is open what is inside of any module. And a layer that is given another weight has the sizes of that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    CallExpr,
    Expression,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Statement,
    StrExpr,
)

from dtensortypes.core import ops
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.forward_hooks import changes_calls
from dtensortypes.mypy_plugin.text.scope import bodies, statements, targets

_REGISTERED: Final = "_modules"
_NAMING: Final = frozenset({"named_children", "named_modules", "get_submodule", _REGISTERED})
_WEIGHT: Final = "weight"


def is_open(tree: MypyFile, place: Expression) -> bool:
    """Whether the file lets modules give what their classes do not say, or the one in this place."""
    is_other = isinstance(place, NameExpr | MemberExpr) and place.name in reweighted(tree)
    return is_other or changes_calls(tree) or replaces_parts(tree)


@once_per_tree
def replaces_parts(tree: MypyFile) -> bool:
    """Whether the file replaces modules inside of others under names that it has found there."""
    return any(map(_replaces, bodies(tree.defs)))


def _replaces(body: list[Statement]) -> bool:
    every = [part for statement in statements(body) for part in expressions(statement)]
    places = [target for statement in statements(body) for target, _ in targets(statement)]
    if any(_is_registered(place) for place in places):
        return True
    return any(map(_sets_any, every)) and any(isinstance(part, MemberExpr) and part.name in _NAMING for part in every)


def _is_registered(place: Expression) -> bool:
    """Whether it is an item of `net._modules`."""
    match place:
        case IndexExpr(base=MemberExpr(expr=owner, name=name)):
            return name == _REGISTERED and not is_self(owner)
    return False


def _sets_any(part: Expression) -> bool:
    match part:
        case CallExpr(callee=NameExpr(name="setattr"), args=[owner, name, _]):
            return not is_self(owner) and not isinstance(name, StrExpr)
    return False


@once_per_tree
def reweighted(tree: MypyFile) -> frozenset[str]:
    """The names of variables and attributes that are layers which the file gives another weight, but to share one."""
    return frozenset(name for body in bodies(tree.defs) for statement in statements(body) for name in _given(statement))


def _given(statement: Statement) -> Iterator[str]:
    for place, value in targets(statement):
        weight = place.expr if isinstance(place, MemberExpr) and place.name in ops.reshaping() else place
        is_shared = isinstance(value, MemberExpr) and (value.name == _WEIGHT or value.name in ops.reshaping())
        if isinstance(weight, MemberExpr) and weight.name == _WEIGHT and not is_shared:
            owner = weight.expr
            yield from [owner.name] if isinstance(owner, NameExpr | MemberExpr) and not is_self(owner) else []

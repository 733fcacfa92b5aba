"""Lists and dicts with which a dataclass begins each object: `keys: list[torch.Tensor] = field(default_factory=list)`.

They are empty where no call of the class gives it others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Expression,
    FuncDef,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    TypeInfo,
    Var,
)

from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.messages.watcher import trees
from dtensortypes.mypy_plugin.objects import fields
from dtensortypes.mypy_plugin.text.class_fields import factory_of, made_by
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import bodies, statements

_FACTORIES: Final = frozenset({names.LIST, "builtins.dict", names.DEQUE})
_ALL: Final = "*"
"""Stands for all fields, where it is not known which ones a call gives."""


def begun(checker: TypeChecker, info: TypeInfo) -> dict[str, list[Expression | None]]:
    """What each such field begins with, as a value that stands in a constructor."""
    filled = list(fields.of_class(info))
    made = {name: value for name in filled if (value := _made(info, name)) is not None}
    given = {one for tree in trees(checker) for one in _given(tree, info, filled)} if made else set()
    return {} if _ALL in given else {name: [value] for name, value in made.items() if name not in given}


def _made(info: TypeInfo, name: str) -> Expression | None:
    """What the factory of the field makes, where that is written out."""
    factory = factory_of(info, name)
    is_class = isinstance(factory, RefExpr) and factory.fullname in _FACTORIES
    return ListExpr([]) if is_class else made_by(factory)


def _given(tree: MypyFile, info: TypeInfo, filled: list[str]) -> Iterator[str]:
    """The fields that calls in the file may give, of the class or of one that derives from it, or of what may be it."""
    calls, uses = _calls_and_uses(tree)
    if any(info in cls.mro for cls in uses):
        yield _ALL
    for call in calls:
        cls = call.callee.node if isinstance(call.callee, RefExpr) else None
        is_ours = isinstance(cls, FuncDef) and names.is_users(cls.fullname)  # another may be `dataclasses.replace`
        if is_ours or (isinstance(cls, TypeInfo) and info not in cls.mro):
            continue
        is_own = cls is info and not any(kind.is_star() for kind in call.arg_kinds)
        words = [word for word in call.arg_names if word is not None]
        yield from (words if is_own or not isinstance(cls, TypeInfo) else [_ALL])
        if is_own:
            yield from filled[: len(call.args) - len(words)]
        elif call.args and _may_be_class(call.callee):
            yield _ALL


def _may_be_class(callee: Expression) -> bool:
    """Whether it is `cls`, `type(self)` or `self.__class__`."""
    match callee:
        case NameExpr(node=Var(is_cls=True)) | MemberExpr(name="__class__"):
            return True
        case CallExpr(callee=RefExpr(fullname="builtins.type")):
            return True
    return False


@once_per_tree
def _calls_and_uses(tree: MypyFile) -> tuple[list[CallExpr], list[TypeInfo]]:
    """The calls in the file, and the classes of which it speaks without calling them."""
    parts = [part for body in bodies(tree.defs) for one in statements(body) for part in expressions(one)]
    calls = [part for part in parts if isinstance(part, CallExpr)]
    called = {id(call.callee) for call in calls}
    named = [part for part in parts if isinstance(part, RefExpr) and id(part) not in called]
    return calls, [one.node for one in named if isinstance(one.node, TypeInfo)]

"""Methods by which a constructor begins an object, and that nothing else calls: `self.register_schedule(steps)`."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import FuncDef, MemberExpr, MypyFile, TypeInfo

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.classes import classes
from dtensortypes.mypy_plugin.text.expressions import expressions, is_self
from dtensortypes.mypy_plugin.text.put_inside import own_calls, setting_method
from dtensortypes.mypy_plugin.text.scope import functions_in, statements


@once_per_tree
def every_beginning(tree: MypyFile) -> list[FuncDef]:
    """The constructors of the file's classes, with such methods."""
    inits = ((info.get_method("__init__"), info) for info in _classes(tree))
    return [one for init, info in inits if isinstance(init, FuncDef) for one in beginning((tree,), init, info)]


def beginning(trees: Sequence[MypyFile], init: FuncDef, info: TypeInfo) -> list[FuncDef]:
    """The constructor, and the methods that give an object of this class values and that only it calls, once."""
    found = [init]
    for statement in own_calls(init.body.body):
        called = setting_method(statement, info)
        if called is not None and _times_named(trees, info, called[1].name) == 1:
            found.append(called[1])
    return found


def _times_named(trees: Sequence[MypyFile], info: TypeInfo, name: str) -> int:
    """How often the files name the method, where it may be one of an object of this class."""
    return sum(own is None or _may_be_one(trees, own, info) for tree in trees for own in _named(tree).get(name, ()))


def _may_be_one(trees: Sequence[MypyFile], cls: TypeInfo, other: TypeInfo) -> bool:
    """Whether an object may be one of both classes, as far as these files tell."""
    return any(cls in one.mro and other in one.mro for one in (cls, other, *(o for t in trees for o in _classes(t))))


@once_per_tree
def _classes(tree: MypyFile) -> list[TypeInfo]:
    return [
        cls.info for cls in classes(tree) if cls.info
    ]  # where the program never comes, mypy makes nothing of a class


@once_per_tree
def _named(tree: MypyFile) -> dict[str, list[TypeInfo | None]]:
    """Where the file names each attribute or method: the class in whose methods that is of `self`, or None."""
    found: dict[str, list[TypeInfo | None]] = {}
    for own, body in ((None, tree.defs), *((one.info or None, one.body.body) for one in functions_in(tree.defs))):
        for part in (part for statement in statements(body) for part in expressions(statement)):
            if isinstance(part, MemberExpr):
                found.setdefault(part.name, []).append(own if is_self(part.expr) else None)
    return found

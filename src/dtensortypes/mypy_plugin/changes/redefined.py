"""Functions and methods whose names a program gives to something else: `net.forward = f`, `helper = partial(helper)`.

Mypy knows of each name its first definition; by the text alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mypy.nodes import (
    Decorator,
    FuncDef,
    GlobalDecl,
    MypyFile,
    NameExpr,
    Statement,
    TypeInfo,
)

from dtensortypes.mypy_plugin.changes.disturbed import assigned
from dtensortypes.mypy_plugin.changes.noted import is_exchanged_class, times_given
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.by_name import words
from dtensortypes.mypy_plugin.text.classes import classes, heirs
from dtensortypes.mypy_plugin.text.definitions import is_made_otherwise
from dtensortypes.mypy_plugin.text.scope import bodies, statements, targets


def is_method_redefined(trees: Iterable[MypyFile], info: TypeInfo, name: str) -> bool:
    """Whether an object of the class may have something else in the place of the method that the class defines."""
    if is_exchanged_class(info) or times_given(info, name) or any(name in _defined_twice(tree) for tree in trees):
        return True
    return any(name in assigned(tree) or name in words(tree) for tree in trees)


def is_overridden(tree: MypyFile, owner: TypeInfo, method: FuncDef) -> bool:
    """Whether a class of the file that derives from the owner's has a method of its own in the place of this one."""
    found = (info.get_method(method.name) for info in heirs(tree, owner))
    return any((one.func if isinstance(one, Decorator) else one) is not method for one in found)


def is_remade(trees: Iterable[MypyFile], info: TypeInfo) -> bool:
    """Whether something else than the class's own `__init__` may make its objects."""
    return is_made_otherwise(info) or is_method_redefined(trees, info, "__init__")


def is_function_redefined(body: list[Statement], function: FuncDef) -> bool:
    """Whether what the file, or the function, defines gets another value in it, or is defined once more."""
    return function.name in _given(body)


@once_per_tree
def _given(body: list[Statement]) -> frozenset[str]:
    """The names of functions that the body gives a value, too."""
    every = statements(body)
    defined = Counter(one.name for one in every if isinstance(one, FuncDef | Decorator))
    given = {place.name for one in every for place, _ in targets(one) if isinstance(place, NameExpr)}
    inner = (one for part in bodies(body) for one in statements(part) if isinstance(one, GlobalDecl))
    given |= {name for one in inner for name in one.names}
    return frozenset(name for name, times in defined.items() if times > 1 or name in given)


@once_per_tree
def _defined_twice(tree: MypyFile) -> frozenset[str]:
    """The names of methods that a class of the file defines twice, or gives a value."""
    return frozenset(name for cls in classes(tree) for name in _given(cls.defs.body))

"""The classes that a file defines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mypy.nodes import ClassDef, Decorator, FuncDef, Import, ImportFrom, MypyFile, NameExpr, Statement, TypeInfo

from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.scope import bodies, statements, targets


@once_per_tree
def classes_in(body: list[Statement]) -> list[ClassDef]:
    """Every class that stands in the body or in a function of it, but for those inside of other classes."""
    return [one for inner in bodies(body) for one in statements(inner) if isinstance(one, ClassDef)]


def classes(tree: MypyFile) -> list[ClassDef]:
    """Every class of the file."""
    return classes_in(tree.defs)


def heirs(tree: MypyFile, cls: TypeInfo) -> list[TypeInfo]:
    """The classes of the file that derive from this one; where the program never comes, mypy makes none."""
    return [one.info for one in classes(tree) if one.info and cls in one.info.mro[1:]]


def stands_for_another(cls: ClassDef, file: MypyFile) -> bool:
    """Whether the class's name is given something else as well where it is defined: in `except ImportError:` another.

    To mypy a name is what it is first.
    """
    return cls in _given_again(file)


@once_per_tree
def _given_again(file: MypyFile) -> frozenset[ClassDef]:
    found: list[ClassDef] = []
    for body in bodies(file.defs):
        here = [one for one in statements(body) if isinstance(one, ClassDef)]
        given = Counter(name for one in statements(body) for name in _given(one)) if here else {}
        found += [cls for cls in here if given[cls.name] > 1]
    return frozenset(found)


def _given(statement: Statement) -> Iterator[str]:
    """The names that the statement gives something."""
    match statement:
        case ClassDef(name=name) | FuncDef(name=name) | Decorator(name=name):
            yield name
        case ImportFrom(names=pairs) | Import(ids=pairs):
            yield from (as_ or name for name, as_ in pairs)
    yield from (target.name for target, _ in targets(statement) if isinstance(target, NameExpr))

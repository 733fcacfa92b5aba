"""The names that a file's imports give to a function of another package; by the text, before mypy has bound any."""

from __future__ import annotations

from mypy.nodes import Expression, Import, ImportFrom, MypyFile, RefExpr


def imported_as(file: MypyFile, fullname: str) -> frozenset[str]:
    """The first names under which the file may call the function: its own, or its module's."""
    module = fullname.rpartition(".")[0]
    found: set[str] = set()
    for statement in file.imports:
        match statement:
            case ImportFrom(id=package, relative=0, names=several):
                found |= {word or name for name, word in several if f"{package}.{name}" in {fullname, module}}
            case Import(ids=several):
                found |= {word for name, word in several if name == module and word}
    return frozenset(found)


def is_named(callee: Expression, fullname: str) -> bool:
    """Whether it is the name of the function, where mypy has bound it."""
    return isinstance(callee, RefExpr) and callee.fullname == fullname

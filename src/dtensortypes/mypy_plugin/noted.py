"""What the text of a class, and of the file around it, says of its objects: classes from mypy's cache have no text.

It is kept with the class, so that a file hears the same of another file's class whether mypy has just read that or not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy.nodes import ClassDef, MypyFile, TypeInfo

from dtensortypes.mypy_plugin import disturbed
from dtensortypes.mypy_plugin.scope import given_attributes

_KEY: Final = "dtensortypes"


def note(cls: ClassDef, file: MypyFile | None) -> None:
    """Keep what the text says with the class; nothing of it needs to be analyzed."""
    given, changed = disturbed.from_outside(file) if file is not None else (frozenset(), frozenset())
    found = {
        "changed": disturbed.by_methods(cls),
        "filled": disturbed.filled_by_methods(cls),
        "given": dict(given_attributes(cls.defs.body)),
        "given outside": sorted(given),
        "changed outside": sorted(changed),
    }
    said = {what: answer for what, answer in found.items() if answer}
    if said:
        cls.info.metadata[_KEY] = said


def changed_by(info: TypeInfo, method: str) -> frozenset[str]:
    """The attributes whose modules the method of the class may cast or move, `disturbed.SELF` for the object itself."""
    return frozenset(name for base in info.mro for name in _of(base).get("changed", {}).get(method, ()))


def is_changed(tree: MypyFile, info: TypeInfo, attribute: str) -> bool:
    """Whether other methods than `__init__`, this file or the class's may cast or move the attribute's modules."""
    changed = (pair for base in info.mro for pair in _of(base).get("changed", {}).items())
    by_methods = any(attribute in attributes for method, attributes in changed if method != "__init__")
    return by_methods or _is_noted(tree, info, "changed outside", attribute) or attribute in disturbed.attributes(tree)


def is_filled(info: TypeInfo, attribute: str) -> bool:
    """Whether other methods than `__init__` put something into the attribute."""
    return any(attribute in _of(base).get("filled", ()) for base in info.mro)


def times_given(info: TypeInfo, attribute: str) -> int:
    """How many statements of the class and its bases give the attribute a value."""
    return sum(_of(base).get("given", {}).get(attribute, 0) for base in info.mro)


def is_given_outside(tree: MypyFile, info: TypeInfo, attribute: str) -> bool:
    """Whether something else than a method of the class, here or in the class's file, gives the attribute a value."""
    return _is_noted(tree, info, "given outside", attribute) or attribute in disturbed.assigned(tree)


def _is_noted(tree: MypyFile, info: TypeInfo, what: str, attribute: str) -> bool:
    """Whether it is noted of the attribute in another file: of this one more is known than its text."""
    others = (base for base in info.mro if base.module_name != tree.fullname)
    return any(attribute in _of(base).get(what, ()) for base in others)


def _of(info: TypeInfo) -> Mapping[str, Any]:
    found: Mapping[str, Any] = info.metadata.get(_KEY, {})
    return found

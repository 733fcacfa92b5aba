"""Which modules of an object a method of its class casts or moves, a function that is handed on left aside.

`self.apply(self._init_weights)` gives each module to a method; what that does with it decides.
"""

from __future__ import annotations

from mypy.nodes import FuncDef, TypeInfo

from dtensortypes.mypy_plugin.changes.noted import each, times_given


def changed_by(info: TypeInfo, method: str) -> frozenset[str]:
    """The attributes whose modules the method of the class may cast or move, `owners.SELF` for the object itself."""
    return frozenset(name for name in _changed(info, method) if not _is_harmless(info, name))


def _changed(info: TypeInfo, method: str) -> frozenset[str]:
    return frozenset(name for said in each(info, "changed") for name in said.get(method, ()))


def _is_harmless(info: TypeInfo, attribute: str) -> bool:
    """Whether it is a method that changes neither the object nor what it is given, whoever calls it."""
    symbol = info.get(attribute)
    if symbol is None or not isinstance(symbol.node, FuncDef) or times_given(info, attribute):
        return False
    return not _changed(info, attribute) and not any(attribute in said for said in each(info, "changing given"))


def changed_in_methods(info: TypeInfo, method: str | None = None) -> frozenset[str]:
    """The attributes whose modules the method may cast or move, or any method of the class."""
    said = (pair for one in each(info, "changed") for pair in one.items())
    return frozenset(attribute for name, several in said if method in {None, name} for attribute in several)

"""Dicts that begin empty, and into which decorators put functions and classes: `MODELS = {}`."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import DictExpr, Var
from mypy.types import Instance, PartialType, Type, get_proper_type

from dtensortypes.mypy_plugin.text.registries import begun
from dtensortypes.mypy_plugin.types.types_of import anything


def opened(checker: TypeChecker, written: DictExpr, native: Type) -> Type:
    """The type of the dict, and mypy's own complaint that nobody says what is in it.

    Mypy waits for somebody to put something in, and puts off until then what speaks of the dict: nobody comes.
    """
    place, whole = None if written.items else begun(checker.tree, written), get_proper_type(native)
    if place is None or not isinstance(place.node, Var) or not isinstance(whole, Instance):
        return native
    if not checker.options.allow_untyped_globals:
        waiting = Var(place.name, PartialType(whole.type, place.node))
        checker.msg.need_annotation_for_var(waiting, place, checker.options)
    return whole.copy_modified(args=[anything() for _ in whole.args])

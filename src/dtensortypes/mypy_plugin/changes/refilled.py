"""Lists and dicts of tensors that a function is given, and puts others into: `batch[k] = batch[k].cuda()`."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, FuncDef, NameExpr
from mypy.types import Instance, get_proper_type

from dtensortypes.mypy_plugin.changes.filling import filled_by
from dtensortypes.mypy_plugin.ground.per_tree import once_per_tree
from dtensortypes.mypy_plugin.text.scope import statements
from dtensortypes.mypy_plugin.types.compare import says_something
from dtensortypes.mypy_plugin.types.retype import retype
from dtensortypes.mypy_plugin.types.rewriting import forgotten

_CONTAINERS = ("builtins.list", "builtins.dict")


def refill(checker: TypeChecker, call: CallExpr, function: FuncDef, skipped: int) -> None:
    """Forget what is in the variables that the call hands to parameters which the function fills anew.

    `skipped` counts the parameters, `self`, that the call does not write out.
    """
    filled = _filled(function) if call.args and function.body.body else frozenset()
    parameters = function.arg_names[skipped:]
    for place, (argument, word) in enumerate(zip(call.args, call.arg_names, strict=True)):
        name = word or (parameters[place] if place < len(parameters) else "")
        held = get_proper_type(checker.lookup_type_or_none(argument)) if name in filled else None
        is_container = isinstance(held, Instance) and held.type.fullname in _CONTAINERS
        if held is not None and is_container and isinstance(argument, NameExpr) and says_something(held):
            retype(checker, argument, held.accept(forgotten()))


@once_per_tree
def _filled(function: FuncDef) -> frozenset[str]:
    """The names of the variables into whose lists or dicts the function puts something."""
    places = (place for statement in statements(function.body.body) for place in filled_by(statement))
    return frozenset(place.name for place in places if isinstance(place, NameExpr))

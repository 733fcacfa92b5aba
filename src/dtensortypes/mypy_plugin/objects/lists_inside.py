"""Lists in the lists and dicts of objects: `self.found["a"].append(x)`, of which `self.found["a"]` is read.

They begin empty, and only methods of the object fill them; each word that the class writes out has a list of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncDef, Var
from mypy.types import AnyType, Instance, Type, get_proper_type

from dtensortypes.mypy_plugin.changes.dicts_inside import filled_from, handed_from
from dtensortypes.mypy_plugin.changes.reshaping import is_concerned
from dtensortypes.mypy_plugin.changes.stores import inside, is_empty, is_of_empty, list_inside, outside
from dtensortypes.mypy_plugin.ground import names
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.text.expressions import expressions
from dtensortypes.mypy_plugin.text.scope import statements
from dtensortypes.mypy_plugin.types.facts_of import is_a

_WHOLES = frozenset({names.LIST, "builtins.dict", "collections.defaultdict"})


def is_list(type_: Type) -> bool:
    """Whether it is a list of tensors, or of which nobody says what is in it."""
    whole = get_proper_type(type_)
    held = get_proper_type(whole.args[0]) if isinstance(whole, Instance) and whole.type.fullname == names.LIST else None
    return isinstance(held, AnyType) or (held is not None and is_a(held, names.TENSOR))


def begun(
    checker: TypeChecker, variable: Var, whole: Instance, value: Expression | None, methods: Sequence[FuncDef]
) -> dict[str, None]:
    """What stands for the lists in the attribute, if it begins with empty ones that nobody has under another name."""
    item = get_proper_type(whole.args[-1]) if whole.type.fullname in _WHOLES and whole.args else None
    is_of_lists = item is not None and (is_list(item) or isinstance(item, AnyType)) and not objects.is_own(item)
    if not is_of_lists or is_concerned(checker.tree) or not (is_of_empty(value) or is_empty(value)):
        return {}
    if variable.name in handed_from(checker.tree) | filled_from(checker.tree):
        return {}
    parts = (part for one in methods for s in statements(one.body.body) for part in expressions(s))
    places = {list_inside(part) for part in parts} | {inside(variable.name, None)}
    return {name: None for name in places if name is not None and outside(name) == variable.name}

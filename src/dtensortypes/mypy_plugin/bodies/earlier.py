"""What a constructor has given an attribute before the place where it reads it: mypy forgets what number it was."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FloatExpr, IntExpr, ListExpr, MemberExpr, NameExpr, OpExpr, TypeInfo
from mypy.types import Instance, TypeType, get_proper_type

from dtensortypes.mypy_plugin.changes.changing import is_changed
from dtensortypes.mypy_plugin.changes.fixed import fixed_value, values_given
from dtensortypes.mypy_plugin.changes.noted import is_given_outside, is_left_to_class, times_given
from dtensortypes.mypy_plugin.messages.watcher import trees
from dtensortypes.mypy_plugin.objects import objects
from dtensortypes.mypy_plugin.text.by_name import is_set_by_name
from dtensortypes.mypy_plugin.text.class_fields import default_of
from dtensortypes.mypy_plugin.text.expressions import is_self
from dtensortypes.mypy_plugin.text.scope import current_function


def is_constant(checker: TypeChecker, cls: TypeInfo, name: str) -> bool:
    """Whether nothing but the body of the class gives the class's attribute a value."""
    is_given = is_given_outside(trees(checker), cls, name) or is_set_by_name(checker.tree, cls, name)
    return not is_given and (not cls.defn.decorators or "dataclass" in cls.metadata)


def value_here(checker: TypeChecker, place: MemberExpr) -> Expression | None:
    """The number or word that the attribute is at this place, as it is written."""
    return fixed_value(checker, place) or _of_class_given(checker, place) or _given_earlier(checker, place)


def written_here(checker: TypeChecker, place: Expression) -> Expression:
    """The list that the attribute is at this place, as it is written; the place itself where that is not known."""
    value = _given_earlier(checker, place) if isinstance(place, MemberExpr) else None
    is_list = isinstance(value, ListExpr | OpExpr) and isinstance(place, MemberExpr) and not is_changed(checker, place)
    return value if value is not None and is_list else place


def _of_class_given(checker: TypeChecker, place: MemberExpr) -> Expression | None:
    """The number that the class has which this call gives the body: `512 * block.expansion`."""
    if not isinstance(place.expr, NameExpr) or not objects.is_class(checker, place.expr):
        return None
    given = get_proper_type(checker.lookup_type_or_none(place.expr))
    cls = given.item.type if isinstance(given, TypeType) and isinstance(given.item, Instance) else None
    value = default_of(cls, place.name) if cls is not None and is_constant(checker, cls, place.name) else None
    return value if isinstance(value, IntExpr | FloatExpr) else None


def _given_earlier(checker: TypeChecker, place: MemberExpr) -> Expression | None:
    """The value that a constructor has given the attribute before it comes to this place, where no other one does."""
    function = current_function(checker)
    if function is None or function.name != "__init__" or not function.info or not is_self(place.expr):
        return None
    values = values_given(function, place.name)
    value = values[0] if len(values) == 1 else None
    is_given = is_given_outside(trees(checker), function.info, place.name)
    is_given = is_given or is_left_to_class(function.info, function, place.name)
    is_given = is_given or is_set_by_name(checker.tree, function.info, place.name)
    is_kept = times_given(function.info, place.name) == 1 and not is_given
    return value if is_kept and value is not None and value.line < place.line else None

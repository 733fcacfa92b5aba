"""Numbers and words that properties of the program's plain classes work out of an object's own: `config.head_dim`."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import MemberExpr
from mypy.types import Instance, LiteralType, Type

from dtensortypes.core.facts.value import Value
from dtensortypes.mypy_plugin.bodies.values import Values
from dtensortypes.mypy_plugin.bodies.worked_out import told_by
from dtensortypes.mypy_plugin.messages.but_once import but_once
from dtensortypes.mypy_plugin.objects.properties import certain_getter
from dtensortypes.mypy_plugin.text.rewritten import at


def of_property(checker: TypeChecker, owner: Instance, place: MemberExpr) -> Type | None:
    """The type of what the property gives of the object at hand, where that is one number or word."""
    getter = certain_getter(checker, owner, place.name)
    if getter is None or len(getter.arguments) != 1:
        return None
    values = Values(checker)

    def attribute(inside: MemberExpr) -> Value:
        """What the body reads of its object, read of the object here."""
        return values.typed(at(place, MemberExpr(place.expr, inside.name)))

    found = but_once(
        checker, (of_property, getter), lambda: told_by(checker, getter, attribute), None
    )  # one may be made of itself
    if not isinstance(found, int | str):
        return None
    return LiteralType(found, checker.named_type(f"builtins.{type(found).__name__}"))

"""Variables whose value changes in place: `x.squeeze_(0)`, `net.half()`, `xs.append(y)` give them a new type."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.literals import literal_hash
from mypy.nodes import Expression, MemberExpr, NameExpr, Var
from mypy.types import Instance, ProperType, Type, UnionType, flatten_nested_unions, get_proper_type

from dtensortypes.mypy_plugin.rewriting import forgotten


def retype(checker: TypeChecker, place: Expression | None, type_: Type) -> None:
    """From here on the variable or attribute has this type."""
    if isinstance(place, NameExpr) and isinstance(place.node, Var) and place.node.type is not None:
        # Mypy shows the meet of the declared type with ours: what the declaration says must not outlive the change.
        place.node.type = place.node.type.accept(forgotten())
        key = literal_hash(place)
        if key is not None and key in checker.binder.declarations:
            checker.binder.declarations[key] = place.node.type
    if isinstance(place, NameExpr | MemberExpr):
        checker.binder.put(place, _with_others(checker.lookup_type_or_none(place), type_))


def _with_others(before: Type | None, after: Type) -> Type:
    """The new type with those of which the variable may be besides: `None` stays possible."""
    members = flatten_nested_unions([before]) if before is not None else []
    new = get_proper_type(after)
    others = [member for member in members if not _is_same_class(get_proper_type(member), new)]
    return UnionType.make_union([after, *others]) if len(others) < len(members) else after


def _is_same_class(one: ProperType, other: ProperType) -> bool:
    return isinstance(one, Instance) and isinstance(other, Instance) and one.type is other.type
